import { words } from '../../base/text/words.ts';
import { balanceNames } from '../credit-fields.ts';
import { limits } from '../limits.ts';
import { area, checkFirst, documented, read, write } from '../operation.ts';
import { openRecord, shown } from '../schema/answer-shape.ts';
import * as s from '../schema/schema.ts';

/** The spec leaves the balance record open; these names follow the purchase answer and the import errors. */
const balance = s.record({ balance: s.maybe(s.number()), usdPerCredit: s.maybe(s.price('usd')) });

/** The spec leaves the transaction's fields open beyond the words "credit debits grouped by reason" and "top-up entry". */
const transaction = s.record({
  id: s.maybe(s.id()),
  amount: s.maybe(s.number()),
  reason: s.maybe(s.string()),
  createdAt: s.maybe(s.timestamp()),
});

export const credits = area('credits', {
  balance: read({
    summary: 'Show the credit balance',
    route: documented('GET', '/credits/balance'),
    answer: openRecord({ shown: 'nothing', fields: 'open', known: balanceNames }),
    response: balance,
  }),
  transactions: read({
    summary: 'List credit transactions, newest first',
    route: documented('GET', '/credits/transactions'),
    query: s.object({ page: s.optional(s.integer(1)), limit: s.optional(s.integer(1, 200)) }),
    answer: shown('open'),
    response: s.record({ transactions: s.array(transaction), total: s.integer() }),
    paging: { kind: 'page-total', items: 'transactions', default: 50, max: 200 },
  }),
  purchase: write({
    summary: 'Buy credits with the saved card',
    tool: 'purchase_credits',
    route: documented('POST', '/credits/purchase'),
    effect: 'buys',
    billed: ['top-up'],
    tells: {
      of: ({ creditsPurchased, amountUsd }) => ({ cost: { credits: creditsPurchased, usd: amountUsd } }),
    },
    mails: 'never',
    retry: checkFirst('credits.transactions'),
    body: s.object({ credits: s.integer(...limits.creditsPerPurchase) }),
    response: s.record({ creditsPurchased: s.integer(), amountUsd: s.amount(), newBalance: s.number() }),
    statuses: [400, 402, 409, 500, 503],
    errors: [
      ...words('invalid_request billing_required payment_failed credits_free temporarily_unavailable'),
      ...words('purchase_incomplete purchase_unconfirmed'),
    ],
  }),
});
