import { type Context, command } from '../../cli/command.ts';
import { opt } from '../../cli/params.ts';
import { dfy } from '../../contract/areas/dfy.ts';
import { Failure } from '../../contract/errors.ts';
import { completedNote, finish } from './finish.ts';
import { orderInput } from './order-input.ts';
import { orderQuote } from './order-quote.ts';
import { type Order, orderView } from './order-view.ts';

export const create = command({
  name: 'create',
  summary: 'Order domains and mailboxes: it charges the card',
  about: `The names are checked first, and what they cost is shown before anything is ordered. Mailboxes come connected and warm. What they cost is told by no call: state it with --mailbox-usd, or --max-usd refuses an order that has any.

Every order carries an Idempotency-Key. Where it is not known whether an order went through, run the same line again with --idempotency-key and the key that was shown: it gives the order that was placed instead of buying again.

Orders are accepted at once and provided later; --wait stays until then.`,
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
    idempotencyKey: opt.text('the key of an order that may have been placed; made up unless given', {
      hint: 'key',
    }),
  },
  examples: [
    'outreach dfy orders create --domain acme-mail.com --mailbox anna@acme-mail.com:Anna:Berg --forward-to acme.com',
    'outreach dfy orders create --domain get-acme.com,try-acme.com --max-usd 30 --yes --json',
  ],
  async run(context, { idempotencyKey: given, mailboxUsd, ...wanted }) {
    const { api, approve, globals, note, world } = context;
    const body = orderInput(wanted);
    const idempotencyKey = given ?? newKey(world.random);
    const call = { body, idempotencyKey };
    const quote = () =>
      orderQuote(context, { body, idempotencyKey, mailboxUsd, mayBePlaced: given !== undefined });
    const approval = await approve(dfy.createOrder, call, quote);
    note(`Ordering with the Idempotency-Key ${idempotencyKey}.`);
    const { order } = await api(dfy.createOrder, call, approval).catch(async (error: unknown) => {
      throw await withExisting(context.api, error);
    });
    if (globals.wait !== true) {
      note(`Order ${order.id} is placed. Wait for it: outreach dfy orders wait ${order.id}`);
      return order;
    }
    const done = await finish(context, order.id);
    note(completedNote(done));
    return done;
  },
  view: orderView,
});

/** 128 bits. */
const newKey = (random: () => number): string =>
  Array.from({ length: 4 }, () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('');

function shownWith({ message, code, status, hint, extra }: Failure, order: Order): Failure {
  const said = { ...(status === undefined ? {} : { status }), ...(hint === undefined ? {} : { hint }) };
  return new Failure('conflict', message, { code, extra, ...said, result: order });
}

/** A refused duplicate names the order there is: it is shown along with the refusal (spec, Errors). */
async function withExisting(api: Context['api'], error: unknown): Promise<unknown> {
  if (!(error instanceof Failure) || error.kind !== 'conflict') return error;
  const id = Number(error.extra.existingOrderId);
  if (!Number.isSafeInteger(id) || id < 1) return error;
  try {
    const { order } = await api(dfy.order, { params: { id } });
    return shownWith(error, order);
  } catch {
    // The refusal is the news; its hint says how to see the order.
    return error;
  }
}
