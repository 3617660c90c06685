import { words } from '../../../base/text/words.ts';
import { domainEndings } from '../../../contract/checks/order.ts';
import type { Sandbox } from '../../core/state.ts';
import { prices } from '../account/prices.ts';
import { fateOf, freeNames, takenNames } from './declared-names.ts';

export type Checked = ReturnType<typeof checkName>;

export const domainKey = (name: string): string => name.trim().toLowerCase();

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Whether a name can be bought. No registrar is ever asked: a few names are declared, the others are drawn by the seed.
 * What cannot be bought says why; a 200 in any case (spec, Done-for-you).
 */
export function checkName(sandbox: Sandbox, name: string) {
  const domain = domainKey(name);
  const tld = domain.includes('.') ? domain.slice(domain.lastIndexOf('.') + 1) : '';
  const refused = (reason: string, unconfirmed = false) => ({
    domain,
    tld,
    available: false,
    price: 0,
    reason,
    unconfirmed,
  });
  const own = domain.slice(0, -tld.length - 1);
  if (tld === '' || !label.test(tld) || !own.split('.').every((part) => label.test(part)))
    return refused('This is not a domain name');
  const ending = domainEndings.find((one) => one === tld);
  if (ending === undefined)
    return refused(`Only ${domainEndings.map((ending) => `.${ending}`).join(' and ')} can be bought`);
  if (own.includes('.')) return refused('This is a subdomain, not a name that can be bought');
  if (fateOf(domain) === 'unconfirmed') return refused('The registrar did not answer', true);
  if (isTaken(sandbox, own, domain) || liveOrderOf(sandbox, domain)) return refused('The name is taken');
  return { domain, tld, available: true, price: prices.usdPerDomain[ending], reason: '', unconfirmed: false };
}

/** Short names and every third of the others. */
function isTaken(sandbox: Sandbox, own: string, domain: string): boolean {
  if (freeNames.includes(own) || fateOf(domain)) return false;
  if (takenNames.includes(own) || own.length < 6) return true;
  return sandbox.chance('dfy.domain', domain) < 1 / 3;
}

/** The order, of any workspace, under which a name was bought and still is. */
export function liveOrderOf(
  sandbox: Sandbox,
  domain: string,
): { id: number; workspaceId: number } | undefined {
  return sandbox.db
    .prepare(
      `SELECT o.id, o.workspace_id AS workspaceId FROM dfy_domain d JOIN dfy_order o ON o.id = d.order_id
       WHERE d.domain = ? AND d.state <> 'failed' AND o.status NOT IN ('failed', 'canceled') ORDER BY o.id LIMIT 1`,
    )
    .get(domain);
}

const before = words('get try go use hello meet join with from team ask my');
const behind = words('mail hq team reach outreach connect group labs works today now');

/** Names made of the words, in the order in which one would try them. */
export function candidates(words: string): string[] {
  const base = words
    .toLowerCase()
    .replace(/\.(com|org)$/, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  if (base === '') return [];
  const joined = base.replaceAll('-', '');
  const names = new Set([base]);
  for (const word of behind) names.add(`${base}-${word}`);
  for (const word of before) names.add(`${word}-${base}`);
  for (const word of before) names.add(`${word}${joined}`);
  for (const word of behind) names.add(`${joined}${word}`);
  for (const first of before) for (const last of behind) names.add(`${first}-${base}-${last}`);
  const domains: string[] = [];
  for (const name of names) for (const ending of domainEndings) domains.push(`${name}.${ending}`);
  return domains;
}
