import type { dfy } from '../../../contract/areas/dfy.ts';
import { addressProblem } from '../../../contract/checks/email-address.ts';
import type { Input } from '../../../contract/operation.ts';
import { Refusal } from '../../core/handler.ts';
import { invalidField } from '../../core/request.ts';
import { hasRow, insert } from '../../core/rows.ts';
import type { Sandbox } from '../../core/state.ts';
import { workspaceOf } from '../account/workspaces.ts';
import { fateOf } from './declared-names.ts';
import { type Checked, checkName, domainKey, liveOrderOf } from './domains.ts';
import { orderKind, pauses } from './order-events.ts';

type OrderInput = Input<typeof dfy.createOrder>['body'];

interface NewOrder {
  readonly workspaceId: number;
  readonly input: OrderInput;
  readonly idempotencyKey?: string | undefined;
  /** The row of the ledger that is charged. */
  readonly ledgerId: number;
}

/**
 * Buys the domains, charging the card at once, and begins to provide the mailboxes. Throws, before anything is charged:
 * 400 for what cannot be bought, 402 without a card, 409 with `existingOrderId` for what was bought already, 502 where
 * the registrar does not answer. Gives the order's id.
 */
export function placeOrder(sandbox: Sandbox, order: NewOrder): number {
  const { workspaceId, input, ledgerId } = order;
  refuseDuplicates(sandbox, workspaceId, input);
  const domains: Checked[] = [];
  let usd = 0;
  for (const [index, { domainName }] of input.domains.entries()) {
    const checked = checkName(sandbox, domainName);
    const { domain, available, reason, unconfirmed, price } = checked;
    if (unconfirmed) throw new Refusal(502, `The registrar did not answer about ${domain}`);
    if (!available)
      throw invalidField(`domains.${index}.domainName`, domainName, `cannot be bought (${reason})`);
    domains.push(checked);
    usd += price;
  }
  refuseTwins(input);
  checkMailboxes(sandbox, workspaceId, input);
  refuseWithoutCard(sandbox, workspaceId);

  sandbox.charge(ledgerId, { usd });
  const id = insert(sandbox, 'dfy_order', {
    workspaceId,
    idempotencyKey: order.idempotencyKey,
    status: 'created',
    forwardingDomain: input.forwardingDomain,
    usd,
    ledgerId,
    createdAt: sandbox.now(),
  });
  addItems(sandbox, id, domains, input.mailboxes ?? []);
  sandbox.schedule(sandbox.now() + pauses.created, orderKind, { orderId: id });
  return id;
}

type Mailbox = NonNullable<OrderInput['mailboxes']>[number];

const addressOf = ({ username, domainName }: Pick<Mailbox, 'username' | 'domainName'>): string =>
  `${username.trim().toLowerCase()}@${domainKey(domainName)}`;

function addItems(
  sandbox: Sandbox,
  orderId: number,
  domains: readonly Checked[],
  mailboxes: readonly Mailbox[],
): void {
  const state = 'ordered';
  for (const { domain, price } of domains)
    insert(sandbox, 'dfy_domain', { orderId, domain, usd: price, state });
  for (const item of mailboxes)
    insert(sandbox, 'dfy_mailbox', {
      orderId,
      address: addressOf(item),
      username: item.username.trim(),
      domain: domainKey(item.domainName),
      firstName: item.firstName,
      lastName: item.lastName,
      picture: item.profilePicture,
      state,
    });
}

/** A domain or an address that a live order of the workspace has bought already. */
function refuseDuplicates(sandbox: Sandbox, workspaceId: number, input: OrderInput): void {
  for (const { domainName } of input.domains) {
    const live = liveOrderOf(sandbox, domainKey(domainName));
    if (live?.workspaceId === workspaceId) throw boughtAlready(domainKey(domainName), live.id);
  }
  const orderOfAddress = sandbox.db.prepare(
    `SELECT o.id FROM dfy_mailbox m JOIN dfy_order o ON o.id = m.order_id WHERE m.address = ?
       AND m.state <> 'failed' AND o.workspace_id = ? AND o.status NOT IN ('failed', 'canceled') LIMIT 1`,
  );
  for (const mailbox of input.mailboxes ?? []) {
    const found = orderOfAddress.get<{ id: number }>(addressOf(mailbox), workspaceId);
    if (found) throw boughtAlready(addressOf(mailbox), found.id);
  }
}

const boughtAlready = (name: string, id: number): Refusal =>
  new Refusal(409, `${name} was bought already with order ${id}`, { existingOrderId: id });

function refuseTwins({ domains, mailboxes = [] }: OrderInput): void {
  const seen = new Set<string>();
  const names = [...domains.map(({ domainName }) => domainKey(domainName)), ...mailboxes.map(addressOf)];
  for (const name of names) {
    if (seen.has(name)) throw new Refusal(400, `${name} is in the order twice`, { value: name });
    seen.add(name);
  }
}

/** A mailbox needs a domain of this order, or of a live one before it, and an address that is free. */
function checkMailboxes(
  sandbox: Sandbox,
  workspaceId: number,
  { domains, mailboxes = [] }: OrderInput,
): void {
  const ordered = new Set(domains.map(({ domainName }) => domainKey(domainName)));
  for (const [index, mailbox] of mailboxes.entries()) {
    const domain = domainKey(mailbox.domainName);
    const address = addressOf(mailbox);
    const at = `mailboxes.${index}`;
    if (!ordered.has(domain) && liveOrderOf(sandbox, domain)?.workspaceId !== workspaceId)
      throw invalidField(`${at}.domainName`, domain, 'must be a domain of the order');
    if (addressProblem(address) !== undefined)
      throw invalidField(`${at}.username`, mailbox.username, 'must be a mailbox name');
    if (hasRow(sandbox, 'sender WHERE address_key = ?', address))
      throw invalidField(`${at}.username`, mailbox.username, 'is a mailbox already');
  }
}

function refuseWithoutCard(sandbox: Sandbox, workspaceId: number): void {
  const { hasSubscription, hasCard, purchaseOutcome } = workspaceOf(sandbox, workspaceId);
  if (!hasSubscription || !hasCard)
    throw new Refusal(402, 'The workspace has no active subscription with a saved default card', {
      code: 'billing_required',
    });
  if (purchaseOutcome === 'payment_failed')
    throw new Refusal(402, 'The card was refused; no money moved', { code: 'payment_failed' });
}

/** The order that was placed with this key. */
export const orderWithKey = (sandbox: Sandbox, workspaceId: number, key: string): number | undefined =>
  sandbox.db
    .prepare('SELECT id FROM dfy_order WHERE workspace_id = ? AND idempotency_key = ?')
    .get<{ id: number }>(workspaceId, key)?.id;

export const losesAnswer = ({ domains }: OrderInput): boolean =>
  domains.some(({ domainName }) => fateOf(domainKey(domainName)) === 'lostAnswer');
