import { limits } from '../../../contract/limits.ts';
import { planAssumptions } from '../../../domain/autopilot-plan.ts';
import { defaultWarmUp } from '../../../domain/warm-up.ts';
import { day } from '../../../domain/window.ts';
import type { Sandbox } from '../../state.ts';
import { folded, namesOf } from '../contacts/names.ts';
import { addSender } from '../mailboxes/senders.ts';
import { siteOf } from '../planning/website.ts';
import { workspaceOf } from '../workspaces.ts';
import type { Run } from './runs.ts';

export interface Order {
  readonly domains: number;
  readonly mailboxes: number;
  readonly usd: number;
}

/** The workspace's connected mailboxes, by id. */
export const connectedSenders = (sandbox: Sandbox, workspaceId: number): number[] =>
  sandbox.db
    .prepare('SELECT id FROM sender WHERE workspace_id = ? AND is_connected = 1 ORDER BY id')
    .all<{ id: number }>(workspaceId)
    .map(({ id }) => id);

/**
 * What is to be bought for a run: the planned mailboxes on ten domains at most, nothing without a budget, and nothing
 * where the workspace has a connected mailbox (spec, Start rules).
 */
export function orderFor(sandbox: Sandbox, { workspaceId, plan }: Run): Order | undefined {
  if (!plan || connectedSenders(sandbox, workspaceId).length > 0) return undefined;
  const { usdPerMailboxMonth, usdPerMailboxSetup, usdPerDomainYear, mailboxesPerDomain } = planAssumptions;
  const domains = Math.min(plan.domains, limits.domainsPerInfrastructureOrder);
  const mailboxes = Math.min(plan.mailboxes, domains * mailboxesPerDomain);
  const usd = mailboxes * (usdPerMailboxMonth + usdPerMailboxSetup) + domains * usdPerDomainYear;
  return { domains, mailboxes, usd };
}

/** Whether there is a card to charge. */
export const canPay = (sandbox: Sandbox, { workspaceId }: Run): boolean =>
  workspaceOf(sandbox, workspaceId).hasCard;

const prefixes = 'get try use go with meet hello team from ask'.split(' ');
/** Pre-warmed mailboxes come with so many days of warm-up behind them. */
const warmedDays = 60;

/** The mailboxes of an order arrive, connected and warm. Their domains end in `.example`: none of them can exist. */
export function deliver(sandbox: Sandbox, run: Run, { domains, mailboxes }: Order): void {
  const company = siteOf(run.website).name.toLowerCase();
  const names = Object.values(namesOf)[0];
  const now = sandbox.now();
  for (let index = 0; index < mailboxes; index++) {
    const domain = `${prefixes[index % domains] ?? 'get'}-${company}.example`;
    const pick = (list: readonly string[] = [], what: string): string =>
      list[Math.floor(sandbox.chance('mailbox', run.id, index, what) * list.length)] ?? what;
    const [givenName, familyName] = [pick(names?.first, 'first'), pick(names?.last, 'last')];
    const local = folded(`${givenName}.${familyName}`).replaceAll(/[^a-z.]/g, '');
    addSender(sandbox, {
      workspaceId: run.workspaceId,
      address: `${local}.${run.id}${index}@${domain}`,
      givenName,
      familyName,
      provider: 'google',
      connectedAt: now,
      health: 95,
      gradualBuildUp: false,
      signature: `${givenName} ${familyName}`,
      warmUp: {
        ...defaultWarmUp,
        enabled: true,
        activatedAt: now - warmedDays * day,
        enabledAt: now - warmedDays * day,
      },
    });
  }
}
