import { Failure } from '../../base/errors.ts';
import { words } from '../../base/text/words.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import type { OnePage } from '../../cli/answer/one-page.ts';
import { listOf } from '../../cli/declare/answer.ts';
import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { heading, quote, record, stack, table, text } from '../../cli/declare/view.ts';
import * as s from '../../contract/schema/schema.ts';
import type { ShownDelivery, Try } from '../../sandbox/deliveries/listing.ts';
import { deliverPatiently, openSandbox, pageOf, pagingOf } from './open-sandbox.ts';

const state = s.oneOf(words('delivered dropped waiting refused withheld void'));

const tryFields = s.object({
  deliveryId: s.id(),
  ...s.each(words('at type eventId'), s.string()),
  webhookId: s.id(),
  url: s.string(),
  ...s.each(words('attempt status'), s.integer()),
  why: s.string(),
  state,
  nextAt: s.timestamp(),
});

const deliveryFields = s.object({
  id: s.id(),
  ...s.each(words('type eventId'), s.string()),
  webhookId: s.id(),
  url: s.string(),
  state,
  ...s.each(words('why at'), s.string()),
  nextAt: s.timestamp(),
  body: s.fromOthers(s.string()),
  attempts: s.array(
    s.object({
      ...s.each(words('attempt status timestamp'), s.integer()),
      ...s.each(words('at url why signature'), s.string()),
    }),
  ),
});

export const deliveries = command({
  name: 'deliveries',
  summary: 'List webhook deliveries of the sandbox, one attempt per line',
  about: `Events go to the webhooks of the sandbox, signed as the service signs them. The timestamp in the signature is the real time. If the receiver responds with a 5xx or not at all, the delivery is tried again after 1, 2 and 4 seconds of sandbox time. A 4xx or a redirect ends it. Events can arrive in any order.

The sandbox delivers only to this machine: localhost, 127.0.0.1 or [::1]. Deliveries to other addresses are listed but not sent.

\`sandbox serve\` delivers in the background. Every other command delivers when it is done, and waits up to 3 s for the receiver; \`clock advance\`, \`clock set\` and this command wait up to 30 s.

Times are in sandbox time. The latest attempt comes last.`,
  uses: [],
  tool: 'read',
  answer: ({ show }) =>
    show === undefined ? listOf(tryFields, { states: s.map(s.integer()) }) : deliveryFields,
  local: true,
  fails: ['not-found'],
  args: {
    failed: opt.flag('only failed attempts, and deliveries that were never tried'),
    show: opt.int('one delivery, with its exact body and attempts', { min: 1, hint: 'id' }),
    ...pagingOf('attempts'),
  },
  examples: [
    'outreach sandbox deliveries',
    'outreach sandbox deliveries --failed --json',
    'outreach sandbox deliveries --show 1',
  ],
  async run(context, { failed, show, ...values }): Promise<Listed | ShownDelivery> {
    const [{ sandbox }, { countStates, countTries, listTries, showDelivery }] = await Promise.all([
      openSandbox(context),
      import('../../sandbox/deliveries/listing.ts'),
    ]);
    await deliverPatiently(context);
    if (show === undefined) {
      const total = countTries(sandbox.state, { failed });
      const { wanted, around } = pageOf(values);
      const items = listTries(sandbox.state, { failed, ...wanted });
      return { ...around(items, total), states: countStates(sandbox.state) };
    }
    const delivery = showDelivery(sandbox.state, show);
    if (delivery) return delivery;
    throw new Failure('not_found', `there is no delivery ${show}`, {
      hint: 'See: outreach sandbox deliveries',
    });
  },
  view: (shown) => ('items' in shown ? listView(shown) : deliveryView(shown)),
});

interface Listed extends OnePage<Try> {
  /** How many deliveries are in each state, over all. */
  readonly states: Readonly<Partial<Record<string, number>>>;
}

function listView({ items, states }: Listed) {
  const counts = Object.entries(states).map(([state, count]) => `${count} ${state}`);
  return stack(
    table(
      items,
      [
        ['Id', 'deliveryId', 'id'],
        ['When', 'at', 'time'],
        ['Type', 'type'],
        ['Event', 'eventId', 'id'],
        ['URL', 'url', 'id', 7],
        ['Try', ({ attempt }) => (attempt === 0 ? '' : attempt), 'number'],
        ['Outcome', outcome],
        ['Next', ({ nextAt }) => nextAt ?? '', 'time'],
      ],
      `No deliveries yet. To create a webhook: ${pattern('webhooks create')}`,
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
            ['Try', 'attempt', 'number'],
            ['When', 'at', 'time'],
            ['Outcome', 'why'],
            ['Timestamp', 'timestamp', 'id'],
            ['Signature', 'signature'],
          ]),
        ]),
  );
