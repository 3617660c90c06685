import { Failure } from '../../base/errors.ts';
import { fields } from '../../cli/declare/answer.ts';
import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { heading, quote, record, stack, table, text } from '../../cli/declare/view.ts';
import type { ShownDelivery, Try } from '../../sandbox/deliveries/listing.ts';
import { deliverPatiently, openSandbox } from './open-sandbox.ts';

/** A try in the list. */
const tryFields = fields(
  'deliveryId',
  'at',
  'type',
  'eventId',
  'webhookId',
  'url',
  'attempt',
  'status',
  'why',
  'state',
  'nextAt',
);

/** One delivery whole. */
const deliveryFields = fields(
  'id',
  'type',
  'eventId',
  'webhookId',
  'url',
  'state',
  'why',
  'at',
  'nextAt',
  'body',
  'attempts.attempt',
  'attempts.at',
  'attempts.url',
  'attempts.status',
  'attempts.why',
  'attempts.timestamp',
  'attempts.signature',
);

export const deliveries = command({
  name: 'deliveries',
  summary: 'List webhook deliveries of the sandbox, one attempt per line',
  about: `What happens in the sandbox is delivered to the webhooks registered there, signed as the service signs. An event is tried when it happens on the clock of the sandbox and, where the receiver answers 5xx or cannot be reached, again 1, 2 and 4 seconds later on that clock; any answer of 4xx or a redirect ends it at once. The signature carries the time of this machine, because receivers compare it with theirs.

It delivers to this machine only: http or https to localhost, 127.0.0.1 or [::1]. What is meant for elsewhere is kept here to be looked at, and never leaves.

sandbox serve delivers in the background; every other command delivers when it is done, and leaves to the next one what a receiver does not take within 3 s. clock advance, clock set and this one wait for it as the service does, 30 s. Ctrl-C leaves the rest for later. The order of deliveries is not promised, here as there.

Times are those of the sandbox, the latest try last. For the secrets see: outreach sandbox secrets`,
  uses: [],
  answer: ({ show }) => (show === undefined ? tryFields : deliveryFields),
  local: true,
  fails: ['not-found'],
  args: {
    failed: opt.flag('only attempts that failed, and deliveries that were not tried'),
    show: opt.int('one delivery: its exact body and its attempts', { min: 1, hint: 'id' }),
    page: opt.int('page number; page 1 has the newest attempts', { min: 1, hint: 'n' }),
    limit: opt.int('attempts per page (default 50)', { min: 1, max: 1_000_000, hint: 'n' }),
    all: opt.flag('all attempts'),
  },
  examples: [
    'outreach sandbox deliveries',
    'outreach sandbox deliveries --failed --json',
    'outreach sandbox deliveries --show 1',
  ],
  async run(context, { failed, show, page = 1, limit = 50, all }): Promise<Shown> {
    const [{ sandbox }, { countStates, countTries, listTries, showDelivery }] = await Promise.all([
      openSandbox(context),
      import('../../sandbox/deliveries/listing.ts'),
    ]);
    await deliverPatiently(context);
    if (show === undefined) {
      const total = countTries(sandbox.state, { failed });
      const offset = all ? 0 : (page - 1) * limit;
      const items = listTries(sandbox.state, { failed, offset, ...(!all && { most: limit }) });
      return {
        items,
        total,
        page: all ? 1 : page,
        limit: all ? total : limit,
        hasMore: offset + items.length < total,
        states: countStates(sandbox.state),
      };
    }
    const delivery = showDelivery(sandbox.state, show);
    if (delivery) return delivery;
    throw new Failure('not_found', `there is no delivery ${show}`, {
      hint: 'See: outreach sandbox deliveries',
    });
  },
  view: (shown) => ('items' in shown ? listView(shown) : deliveryView(shown)),
});

interface Listed {
  readonly items: readonly Try[];
  readonly total: number;
  readonly page: number;
  readonly limit: number;
  readonly hasMore: boolean;
  /** How many deliveries are in each state, over all. */
  readonly states: Readonly<Partial<Record<string, number>>>;
}

type Shown = Listed | ShownDelivery;

function listView({ items, states }: Listed) {
  const counts = Object.entries(states).map(([state, count]) => `${count} ${state}`);
  return stack(
    table(
      items,
      [
        ['Id', ({ deliveryId }) => deliveryId, 'id'],
        ['When', ({ at }) => at, 'time'],
        ['Type', ({ type }) => type],
        ['Event', ({ eventId }) => eventId, 'id'],
        ['URL', ({ url }) => url, 'id', 7],
        ['Try', ({ attempt }) => (attempt === 0 ? '' : attempt), 'number'],
        ['Outcome', outcome],
        ['Next', ({ nextAt }) => nextAt ?? '', 'time'],
      ],
      'Nothing was delivered. Webhooks are created with: outreach webhooks create',
    ),
    ...(counts.length > 0 ? [text(`In all: ${counts.join(', ')}.`)] : []),
  );
}

const outcome = ({ attempt, why, state }: Try): string =>
  attempt === 0 && why === '' ? (state === 'waiting' ? 'not tried yet' : state) : why;

const deliveryView = (shown: ShownDelivery) =>
  stack(
    record(
      ['ID', shown.id],
      ['Type', shown.type],
      ['Event', shown.eventId || undefined, 'id'],
      ['Webhook', shown.webhookId],
      ['URL', shown.url, 'id'],
      ['Happened', shown.at],
      ['State', shown.state, 'state'],
      ['Why', shown.why || undefined],
      ['Next try', shown.nextAt ?? undefined],
    ),
    heading('Body'),
    quote(shown.body),
    ...(shown.attempts.length === 0
      ? []
      : [
          heading('Tries'),
          table(shown.attempts, [
            ['Try', ({ attempt }) => attempt, 'number'],
            ['When', ({ at }) => at, 'time'],
            ['Outcome', ({ why }) => why],
            ['Timestamp', ({ timestamp }) => timestamp, 'id'],
            ['Signature', ({ signature }) => signature],
          ]),
        ]),
  );
