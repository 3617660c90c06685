import { limits } from '../../../contract/limits.ts';
import { planAssumptions } from '../../../domain/autopilot-plan.ts';
import { hasRow, idsOf } from '../../core/rows.ts';
import type { Sandbox } from '../../core/state.ts';
import { folded, namesOf } from '../contacts/names.ts';
import { candidates, checkName } from '../dfy/domains.ts';
import { placeOrder } from '../dfy/orders.ts';
import { siteOf } from '../planning/website.ts';
import type { Run } from './runs.ts';

/** The workspace's connected mailboxes, by id. */
export const connectedSenders = (sandbox: Sandbox, workspaceId: number): number[] =>
  idsOf(
    sandbox,
    'SELECT id FROM sender WHERE workspace_id = ? AND is_connected = 1 ORDER BY id',
    workspaceId,
  );

/** Nothing is bought without a budget, nor where the workspace has a connected mailbox (spec, Start rules). */
export const needsInfrastructure = (sandbox: Sandbox, { workspaceId, plan }: Run): boolean =>
  plan !== null && connectedSenders(sandbox, workspaceId).length === 0;

/**
 * Orders the planned mailboxes on ten domains at most, so that it may be fewer of them than planned; charged to the
 * approval at the prices in force. Gives the order's id; throws what an order throws.
 */
export function orderInfrastructure(sandbox: Sandbox, run: Run): number {
  const { host } = siteOf(run.website);
  const most = Math.min(run.plan?.domains ?? 0, limits.domainsPerInfrastructureOrder);
  const names = candidates(siteOf(run.website).name)
    .filter((name) => name !== host && checkName(sandbox, name).available)
    .slice(0, most);
  const mailboxes = Math.min(run.plan?.mailboxes ?? 0, names.length * planAssumptions.mailboxesPerDomain);
  // Two mailboxes of one domain never have the same name: they are fewer than the names, and taken in turn.
  const { first = [], last = [] } = namesOf.english ?? {};
  const from = Math.floor(sandbox.chance('mailboxes', run.id) * first.length);
  return placeOrder(sandbox, {
    workspaceId: run.workspaceId,
    ledgerId: run.ledgerId ?? 0,
    input: {
      domains: names.map((domainName) => ({ domainName })),
      forwardingDomain: host,
      mailboxes: Array.from({ length: mailboxes }, (_, index) => {
        const firstName = first[(from + index) % first.length] ?? '';
        const lastName = last[(from + index) % last.length] ?? '';
        const username = folded(`${firstName}.${lastName}`).replaceAll(/[^a-z.]/g, '');
        return { firstName, lastName, username, domainName: names[index % names.length] ?? '' };
      }),
    },
  });
}

/** Whether an order is still on its way, however it ends. */
export const isUnderWay = (sandbox: Sandbox, orderId: number): boolean =>
  hasRow(
    sandbox,
    "dfy_order WHERE id = ? AND status IN ('created', 'pending_approval', 'processing')",
    orderId,
  );
