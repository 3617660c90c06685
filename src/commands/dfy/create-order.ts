import { Failure } from '../../base/errors.ts';
import { endedAfterStart } from '../../cli/answer/await-end.ts';
import { command } from '../../cli/declare/command.ts';
import { lineOnly, opt, under } from '../../cli/declare/params.ts';
import { dfy } from '../../contract/areas/dfy.ts';
import type { Input } from '../../contract/operation.ts';
import { priceRange } from '../../contract/prices.ts';
import { orderQuote } from './order-quote.ts';
import { completedNote, finish, nextOf, orderView, refuseUndelivered } from './order-view.ts';

export const create = command({
  name: 'create',
  summary: 'Order domains and mailboxes with the saved card',
  about: `The domains are checked first, and you see their prices. Mailboxes come connected and warmed up. The service does not show mailbox prices, so give your price with --mailbox-usd. Without it, --max-usd refuses an order with mailboxes.

If the outcome is unknown, run the same command again: with the same Idempotency-Key, the service returns the order instead of buying twice. On another machine, pass that key with --idempotency-key.

Orders are fulfilled later. To wait for that, add --wait.`,
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
      forwardTo: opt.text('where the domains redirect to', { hint: 'domain' }),
    }),
    ...under('PRICE AND KEY', {
      mailboxUsd: opt.number('price of a mailbox, for the total and --max-usd', {
        min: priceRange.min,
        hint: 'dollars',
      }),
      idempotencyKey: lineOnly(opt.text('key of an earlier attempt (default: a new key)', { hint: 'key' })),
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
    const { order } = await service.api(dfy.createOrder, call, approval);
    refuseUndelivered(order);
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

type Body = Input<typeof dfy.createOrder>['body'];
interface Given {
  readonly domain: readonly string[] | undefined;
  readonly mailbox: readonly string[] | undefined;
  readonly forwardTo: string | undefined;
}

/** What is ordered, each domain once. Throws `usage` for what is no mailbox, and where nothing was named. */
function orderInput({ domain = [], mailbox = [], forwardTo }: Given): Body {
  const names = [...new Set(domain.map((name) => name.trim().toLowerCase()))].filter(Boolean);
  if (names.length === 0 && mailbox.length === 0)
    throw new Failure('nothing_given', 'nothing to order was given', {
      hint: 'Name a domain, for example --domain acme-mail.com; outreach dfy domains search finds free ones.',
    });
  const mailboxes = mailbox.map(mailboxOf);
  return {
    domains: names.map((domainName) => ({ domainName })),
    ...(forwardTo === undefined ? {} : { forwardingDomain: forwardTo }),
    ...(mailboxes.length === 0 ? {} : { mailboxes }),
  };
}

/** `anna@acme-mail.com:Anna:Berg`, and the address of a picture behind it. */
export function mailboxOf(text: string): NonNullable<Body['mailboxes']>[number] {
  const [address = '', firstName = '', lastName = '', ...picture] = text
    .split(':')
    .map((part) => part.trim());
  const problem = missing(address, firstName, lastName);
  if (problem !== undefined)
    throw new Failure('bad_mailbox', `--mailbox ${text}: ${problem}`, {
      hint: 'Write address, first and last name: --mailbox anna@acme-mail.com:Anna:Berg',
    });
  const at = address.lastIndexOf('@');
  return {
    domainName: address.slice(at + 1).toLowerCase(),
    firstName,
    lastName,
    username: address.slice(0, at),
    ...(picture.length === 0 ? {} : { profilePicture: picture.join(':') }),
  };
}

function missing(address: string, firstName: string, lastName: string): string | undefined {
  if (!address.includes('@')) return 'the address has no @';
  if (firstName === '') return 'the first name is missing';
  return lastName === '' ? 'the last name is missing' : undefined;
}
