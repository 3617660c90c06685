import { isRecord } from '../../base/is-record.ts';
import { words } from '../../base/text/words.ts';
import { buyableDomains, soundMailboxes } from '../checks/order.ts';
import { limits } from '../limits.ts';
import { area, documented, idempotencyKey, type Reported, read, write } from '../operation.ts';
import { monthlyIn, namesIn, totalIn } from '../order-figures.ts';
import { shown } from '../schema/answer-shape.ts';
import * as s from '../schema/schema.ts';

export const orderStatuses = words(
  'created pending_approval processing completed failed partially_completed canceled',
);

/** Nothing happens to an order any more. */
export const finalOrderStatuses: readonly string[] = [
  'completed',
  'failed',
  'partially_completed',
  'canceled',
];

/** CheckDfyDomainResponse. `unconfirmed`: no answer could be obtained at all, so it is neither free nor taken. */
const checked = s.record({
  domain: s.string(),
  tld: s.maybe(s.string()),
  available: s.maybe(s.boolean()),
  price: s.maybe(s.price('usd')),
  /** Empty where it is available. */
  reason: s.maybe(s.string()),
  unconfirmed: s.maybe(s.boolean()),
});

/** DfyOrderResponse. The spec names the last four and leaves their inside open. */
const order = s.record({
  id: s.id(),
  ...s.each(['externalOrderId', 'status'], s.maybe(s.string())),
  createdAt: s.maybe(s.timestamp()),
  /** Null until processing starts. */
  processedAt: s.maybe(s.timestamp()),
  completedAt: s.maybe(s.timestamp()),
  failureReason: s.maybe(s.string()),
  ...s.each(['cost_breakdown', 'domains', 'forwardingDomain', 'mailboxes'], s.optional(s.unknown())),
});

const one = s.record({ order });

const orderInput = s.object({
  domains: s.array(s.object({ domainName: s.string(1) })),
  /** Where the domains redirect. */
  forwardingDomain: s.optional(s.string(1)),
  mailboxes: s.optional(
    s.array(
      s.object({
        ...s.each(['domainName', 'firstName', 'lastName', 'username'], s.string(1)),
        profilePicture: s.optional(s.string(1)),
      }),
    ),
  ),
});

/** Names of another form than those that were ordered tell nothing. */
function orderTold(
  { order }: { readonly order?: unknown },
  request: Readonly<Record<string, unknown>>,
): Reported {
  if (!isRecord(order)) return {};
  const domains = namesIn(order.domains).filter((name) => name.includes('.'));
  const mailboxes = namesIn(order.mailboxes).filter((name) => name.includes('@'));
  const [total, monthly] = [totalIn(order.cost_breakdown), monthlyIn(order.cost_breakdown)];
  return {
    cost: { usd: total },
    // The price of mailboxes that a person states is part of what was agreed to.
    ...(monthly !== undefined && { mayCost: { usd: (total ?? 0) + monthly } }),
    names: {
      asked: [
        ...(domains.length > 0 ? namesIn(request.domains) : []),
        ...(mailboxes.length > 0 ? namesIn(request.mailboxes) : []),
      ],
      reported: [...domains, ...mailboxes],
    },
  };
}

export const dfy = area('dfy', {
  checkDomain: read({
    summary: 'Check whether a domain can be bought, and its price',
    route: documented('GET', '/dfy/domains/check'),
    /** The full name with its ending. */
    query: s.object({ domain: s.string(1) }),
    response: checked,
    statuses: [400, 502],
  }),
  /** One of the four POSTs that a read-only key may make. */
  checkDomains: read({
    summary: 'Check up to 100 domains at once',
    route: documented('POST', '/dfy/domains/check'),
    body: s.object({ domains: s.array(s.string(1), 1, limits.domainsPerCheck) }),
    /** One per unique domain, in the order given. */
    response: s.record({ domains: s.array(checked) }),
    statuses: [400, 502],
  }),
  searchDomains: read({
    summary: 'Suggest domains that can be bought',
    route: documented('GET', '/dfy/domains/search'),
    /** The spec has parameters beside `limit` and does not show them; `query` is our guess. */
    query: s.record({ limit: s.optional(s.integer(1, 100)), query: s.optional(s.string(1)) }),
    answer: shown('open'),
    /** What a suggestion looks like is not shown: a name, or a record with one. */
    response: s.record({
      domains: s.array(s.unknown()),
      ...s.each(['totalAvailable', 'totalChecked'], s.maybe(s.integer())),
    }),
    statuses: [400, 502],
    paging: { kind: 'limit-only', items: 'domains', default: 50, max: 100 },
  }),
  orders: read({
    summary: 'List done-for-you orders, newest first',
    route: documented('GET', '/dfy/orders'),
    query: s.object({ page: s.optional(s.integer(1)), limit: s.optional(s.integer(1, 200)) }),
    response: s.record({ orders: s.array(order), total: s.integer() }),
    paging: { kind: 'page-total', items: 'orders', default: 50, max: 200 },
  }),
  order: read({
    summary: 'Show a done-for-you order',
    route: documented('GET', '/dfy/orders/:id'),
    response: one,
    statuses: [404],
  }),
  createOrder: write({
    summary: 'Buy domains and mailboxes: it charges the card',
    route: documented('POST', '/dfy/orders'),
    effect: 'buys',
    billed: ['dollars'],
    tells: { of: orderTold, later: 'dfy.order' },
    mails: 'never',
    // It can outlast the connection: a timeout or a 502 does not mean that it failed.
    retry: idempotencyKey,
    success: 202,
    body: s.ruled(orderInput, ({ domains, mailboxes = [] }) => {
      const isEmpty = domains.length === 0 && mailboxes.length === 0;
      return s.problemAt('domains', domains, isEmpty && 'must have an item where no mailbox is ordered');
    }),
    checks: [buyableDomains, soundMailboxes],
    response: one,
    /** 409 carries `existingOrderId`. */
    statuses: [400, 402, 409, 502],
  }),
});
