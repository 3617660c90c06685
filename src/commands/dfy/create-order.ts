import { Failure } from '../../base/errors.ts';
import { endedAfterStart } from '../../cli/answer/await-end.ts';
import { command, type Service } from '../../cli/declare/command.ts';
import { lineOnly, opt, under } from '../../cli/declare/params.ts';
import { dfy } from '../../contract/areas/dfy.ts';
import { priceRange } from '../../contract/prices.ts';
import { completedNote, finish } from './finish.ts';
import { orderInput } from './order-input.ts';
import { orderQuote } from './order-quote.ts';
import { nextOf, orderView } from './order-view.ts';

export const create = command({
  name: 'create',
  summary: 'Order domains and mailboxes: it charges the card',
  about: `Checks the domains and shows their prices before it orders. Mailboxes come connected and warmed up. The service does not quote mailbox prices: give yours with --mailbox-usd, or --max-usd refuses an order with mailboxes.

Every order has an Idempotency-Key, kept until the outcome is known. If it is unknown, run the same line again: it uses the same key and returns the order instead of buying again. On another machine, pass the key with --idempotency-key.

Orders are fulfilled later; --wait waits for that.`,
  uses: [dfy.createOrder, dfy.order, dfy.checkDomains, dfy.orders],
  tool: 'effects',
  fails: ['partial'],
  waits: true,
  args: {
    ...under('WHAT TO ORDER', {
      domain: opt.words('a domain to buy: .com or .org', { hint: 'name' }),
      mailbox: opt.each('a mailbox, as address:First:Last or address:First:Last:picture-url', {
        hint: 'mailbox',
      }),
      forwardTo: opt.text('where the domains redirect', { hint: 'domain' }),
    }),
    ...under('PRICE AND KEY', {
      mailboxUsd: opt.number('price of a mailbox, for the total and --max-usd', {
        min: priceRange.min,
        hint: 'dollars',
      }),
      idempotencyKey: lineOnly(
        opt.text('key of an earlier try (default: a new key)', {
          hint: 'key',
        }),
      ),
    }),
  },
  examples: [
    'outreach dfy orders create --domain acme-mail.com --mailbox anna@acme-mail.com:Anna:Berg --forward-to acme.com',
    'outreach dfy orders create --domain get-acme.com,try-acme.com --max-usd 30 --yes --json',
  ],
  async run(context, { idempotencyKey, mailboxUsd, ...wanted }) {
    const { service, consent, screen } = context;
    const body = orderInput(wanted);
    const call = { body, ...(idempotencyKey !== undefined && { idempotencyKey }) };
    const quote = () => orderQuote(context, { body, idempotencyKey, mailboxUsd });
    const approval = await consent.approve(dfy.createOrder, call, quote);
    const { order } = await service.api(dfy.createOrder, call, approval).catch(async (error: unknown) => {
      throw await withExisting(context.service.api, error);
    });
    if (screen.globals.wait !== true) {
      screen.note(`Order ${order.id} has been placed.`);
      return order;
    }
    const done = await finish(context, order.id).catch((error) => {
      throw endedAfterStart(error, { result: order });
    });
    screen.note(completedNote(done));
    return done;
  },
  next: nextOf,
  view: orderView,
});

/** A refused duplicate names the order there is: it is shown along with the refusal (spec, Errors). */
async function withExisting(api: Service['api'], error: unknown): Promise<unknown> {
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
