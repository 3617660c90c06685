import { Failure } from '../../base/errors.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { dfy } from '../../contract/areas/dfy.ts';
import { completedNote, finish } from './finish.ts';
import { orderInput } from './order-input.ts';
import { orderQuote } from './order-quote.ts';
import { nextOf, orderView } from './order-view.ts';

export const create = command({
  name: 'create',
  summary: 'Order domains and mailboxes: it charges the card',
  about: `The names are checked first, and what they cost is shown before anything is ordered. Mailboxes come connected and warm. The service does not quote mailbox prices: state yours with --mailbox-usd, or --max-usd refuses an order that has mailboxes.

Every order carries an Idempotency-Key, made up for it and kept until it is known how it went. Where that is not known, run the same line again: it asks with the same key, and gives the order that was placed instead of buying again. From another machine, name the key with --idempotency-key.

Orders are fulfilled later; --wait waits for that.`,
  uses: [dfy.createOrder, dfy.order, dfy.checkDomains, dfy.orders],
  fails: ['partial'],
  waits: true,
  args: {
    domain: opt.list('a domain to buy: .com or .org', { hint: 'name' }),
    mailbox: opt.each('a mailbox, as address:First:Last, and a picture behind it', { hint: 'mailbox' }),
    mailboxUsd: opt.number('what a mailbox costs, for the total and for --max-usd', {
      min: 0,
      hint: 'dollars',
    }),
    forwardTo: opt.text('where the domains redirect', { hint: 'domain' }),
    idempotencyKey: opt.text('key of an order that may have been placed (default: a new one)', {
      hint: 'key',
    }),
  },
  examples: [
    'outreach dfy orders create --domain acme-mail.com --mailbox anna@acme-mail.com:Anna:Berg --forward-to acme.com',
    'outreach dfy orders create --domain get-acme.com,try-acme.com --max-usd 30 --yes --json',
  ],
  async run(context, { idempotencyKey, mailboxUsd, ...wanted }) {
    const { api, approve, globals, note } = context;
    const body = orderInput(wanted);
    const call = { body, ...(idempotencyKey !== undefined && { idempotencyKey }) };
    const quote = () => orderQuote(context, { body, idempotencyKey, mailboxUsd });
    const approval = await approve(dfy.createOrder, call, quote);
    const { order } = await api(dfy.createOrder, call, approval).catch(async (error: unknown) => {
      throw await withExisting(context.api, error);
    });
    if (globals.wait !== true) {
      note(`Order ${order.id} is placed.`);
      return order;
    }
    const done = await finish(context, order.id);
    note(completedNote(done));
    return done;
  },
  next: nextOf,
  view: orderView,
});

/** A refused duplicate names the order there is: it is shown along with the refusal (spec, Errors). */
async function withExisting(api: Context['api'], error: unknown): Promise<unknown> {
  if (!(error instanceof Failure) || error.kind !== 'conflict') return error;
  const id = Number(error.extra.existingOrderId);
  if (!Number.isSafeInteger(id) || id < 1) return error;
  try {
    const { order } = await api(dfy.order, { params: { id } });
    return error.with({ result: order });
  } catch {
    // The refusal is the news; its hint says how to see the order.
    return error;
  }
}
