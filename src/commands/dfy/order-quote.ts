import { counted } from '../../base/counted.ts';
import { usd } from '../../base/dollars.ts';
import { Failure } from '../../base/errors.ts';
import type { Context, Service } from '../../cli/declare/command.ts';
import type { Purchase, QuoteFor } from '../../cli/declare/quote.ts';
import { dfy, finalOrderStatuses } from '../../contract/areas/dfy.ts';
import type { Input, Output } from '../../contract/operation.ts';
import { namesIn } from '../../contract/order-figures.ts';
import { knownPrice, knownSum } from '../../contract/prices.ts';
import type { Order } from './order-view.ts';

type Body = Input<typeof dfy.createOrder>['body'];
type Checked = Output<typeof dfy.checkDomain>;

/** The checked prices and their total. Throws where a name cannot be bought, or where that is unknown. */
export async function orderQuote(
  { service }: Context,
  wanted: {
    readonly body: Body;
    /** Given by the person: the order may have been placed with it already, and its names be taken by it. */
    readonly idempotencyKey: string | undefined;
    /** What a mailbox costs, as the person states it: the service does not quote it. */
    readonly mailboxUsd: number | undefined;
  },
): Promise<QuoteFor<typeof dfy.createOrder>> {
  const { body, idempotencyKey, mailboxUsd } = wanted;
  const mailboxes = body.mailboxes ?? [];
  const names = body.domains.map(({ domainName }) => domainName.toLowerCase());
  const checked =
    names.length === 0 ? [] : (await service.api(dfy.checkDomains, { body: { domains: names } })).domains;
  const found = names.map((name) => stateOf(name, checked));
  const bad = found.filter(({ state }) => state !== 'free');
  if (bad.length > 0 && idempotencyKey === undefined) throw await unbuyable(service.api, bad);
  const domainsUsd = knownSum(found.map(({ price }) => price));
  const mailboxesUsd = mailboxes.length * (mailboxUsd ?? 0);
  const mailboxesPriced = mailboxes.length === 0 || mailboxUsd !== undefined;
  const facts = found.map(({ name, fact }) => `${name}: ${fact}`);
  if (domainsUsd !== undefined && names.length > 1) facts.push(`Domains in total: ${usd(domainsUsd)}`);
  facts.push(...mailboxFacts(mailboxes, mailboxUsd));
  if (body.forwardingDomain !== undefined) facts.push(`Forward to: ${body.forwardingDomain}`);
  if (idempotencyKey !== undefined)
    facts.push(`Idempotency-Key: ${idempotencyKey}; the same key never buys twice`);
  return {
    spend: domainsUsd === undefined ? {} : { usd: domainsUsd + mailboxesUsd },
    ...(domainsUsd === undefined && { priceUnknown: true as const }),
    ...(mailboxesPriced ? {} : { usdIsPart: '--mailbox-usd <n>' }),
    buys: bought(names.length, mailboxes.length, mailboxesPriced),
    facts,
  };
}

function bought(domains: number, mailboxes: number, priced: boolean): Purchase {
  const names = counted(domains, 'domain');
  const boxes = counted(mailboxes, 'mailbox', 'mailboxes');
  if (mailboxes === 0) return { what: names };
  if (!priced) return { what: names, onTop: boxes };
  return { what: domains === 0 ? boxes : `${names} and ${boxes}` };
}

/** Whether a name can be bought. One that is taken is not bought now, so it costs nothing. */
function stateOf(name: string, checked: readonly Checked[]) {
  const result = checked.find(({ domain }) => domain.toLowerCase() === name);
  const known = { name, reason: result?.reason || 'no reason given' };
  if (result === undefined || result.unconfirmed === true || typeof result.available !== 'boolean')
    return { ...known, state: 'unconfirmed', price: undefined, fact: 'price unknown' } as const;
  const taken = 'not free now; fine if this key ordered it before';
  if (!result.available) return { ...known, state: 'taken', price: 0, fact: taken } as const;
  const price = knownPrice(result.price);
  return {
    ...known,
    state: 'free',
    price,
    fact: price === undefined ? 'price unknown' : usd(price),
  } as const;
}

const shownMailboxes = 10;

function mailboxFacts(mailboxes: NonNullable<Body['mailboxes']>, mailboxUsd: number | undefined): string[] {
  const facts: string[] = [];
  for (const { username, domainName, firstName, lastName } of mailboxes.slice(0, shownMailboxes))
    facts.push(`Mailbox: ${username}@${domainName} (${firstName} ${lastName})`);
  const more = mailboxes.length - shownMailboxes;
  if (more > 0) facts.push(`… and ${counted(more, 'more mailbox', 'more mailboxes')}`);
  if (mailboxUsd !== undefined && mailboxes.length > 0)
    facts.push(`Mailboxes in total: ${usd(mailboxes.length * mailboxUsd)}, at the price you stated`);
  return facts;
}

/** Taken, or bought by an order of this workspace, or not known: in each case nothing was ordered. */
async function unbuyable(api: Service['api'], bad: readonly ReturnType<typeof stateOf>[]): Promise<Failure> {
  const taken = bad.filter(({ state }) => state === 'taken');
  const domains = (taken.length === 0 ? bad : taken).map(({ name }) => name);
  if (taken.length === 0)
    return new Failure('domain_unconfirmed', `can't tell whether ${domains.join(', ')} can be bought`, {
      retryable: true,
      hint: `Nothing was ordered. Check again in a minute: outreach dfy domains check ${domains.join(' ')}`,
      extra: { domains },
    });
  const why = taken.map(({ name, reason }) => `${name} (${reason})`);
  const message = `cannot be bought: ${why.join(', ')}; nothing was ordered`;
  const order = await orderOf(api, domains);
  if (order === undefined)
    return new Failure('domain_unavailable', message, {
      hint: `To see free names: outreach dfy domains search ${domains[0]?.split('.')[0] ?? ''}`,
      extra: { domains },
    });
  return new Failure('already_ordered', `${message}; order ${order.id} has bought it already`, {
    hint: `To see that order: outreach dfy orders get ${order.id}`,
    extra: { existingOrderId: order.id },
  });
}

/** The order that has bought one of them already. */
async function orderOf(api: Service['api'], domains: readonly string[]): Promise<Order | undefined> {
  for await (const { items } of api.pages(dfy.orders, {}, { limit: 200 })) {
    const found = items.find(
      ({ status, domains: bought }) =>
        !isUndone(status ?? '') && namesIn(bought).some((name) => domains.includes(name.toLowerCase())),
    );
    if (found) return found;
  }
  return undefined;
}

const isUndone = (status: string): boolean =>
  finalOrderStatuses.includes(status) && !status.endsWith('completed');
