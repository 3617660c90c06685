import { limits } from '../limits.ts';
import { area, checkFirst, documented, read, write } from '../operation.ts';
import { openRecord, shown } from '../schema/answer-shape.ts';
import {
  amount,
  array,
  id,
  integer,
  maybe,
  number,
  object,
  optional,
  price,
  record,
  string,
  timestamp,
} from '../schema/schema.ts';

/** The spec leaves the balance record open; these names follow the purchase answer and the import errors. */
const balance = record({ balance: maybe(number()), usdPerCredit: maybe(price('usd')) });

/** The spec leaves the transaction's fields open beyond the words "credit debits grouped by reason" and "top-up entry". */
const transaction = record({
  id: maybe(id()),
  amount: maybe(number()),
  reason: maybe(string()),
  createdAt: maybe(timestamp()),
});

export const credits = area('credits', {
  balance: read({
    summary: 'Show the credit balance',
    tool: 'get_credit_balance',
    route: documented('GET', '/credits/balance'),
    answer: openRecord({
      shown: 'nothing',
      fields: 'open',
      known: ['balance', 'newBalance', 'available', 'credits', 'creditBalance', 'remaining'],
    }),
    response: balance,
  }),
  transactions: read({
    summary: 'List credit transactions, newest first',
    tool: 'list_credit_transactions',
    route: documented('GET', '/credits/transactions'),
    query: object({ page: optional(integer(1)), limit: optional(integer(1, 200)) }),
    answer: shown('open'),
    response: record({ transactions: array(transaction), total: integer() }),
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
    stops: 'nothing',
    retry: checkFirst('credits.transactions'),
    body: object({ credits: integer(...limits.creditsPerPurchase) }),
    answer: shown('closed'),
    response: record({ creditsPurchased: integer(), amountUsd: amount(), newBalance: number() }),
    statuses: [400, 402, 409, 500, 503],
    errors: [
      'invalid_request',
      'billing_required',
      'payment_failed',
      'credits_free',
      'temporarily_unavailable',
      'purchase_incomplete',
      'purchase_unconfirmed',
    ],
  }),
});
