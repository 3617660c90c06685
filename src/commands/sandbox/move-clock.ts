import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { words } from '../../base/text/words.ts';
import { advise } from '../../cli/advice/advise.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import type { Context, Next } from '../../cli/declare/command.ts';
import { record, stack, table } from '../../cli/declare/view.ts';
import * as s from '../../contract/schema/schema.ts';
import { deliverPatiently, openSandbox } from './open-sandbox.ts';

type Opened = Awaited<ReturnType<typeof openSandbox>>;
/** Moves the clock, and calls `onDay` at the end of every day that passes. */
type Move = (
  sandbox: Opened['sandbox'],
  onDay?: (now: number) => void,
) => ReturnType<Opened['sandbox']['advance']>;

const daily = ['emailsSent', 'bounces', 'replies', 'unsubscribes', 'drafts'] as const;

export const movedFields = s.object({
  from: s.string(),
  now: s.string(),
  ...s.each(words('emailsSent emailsWithUnfilledTags bounces replies unsubscribes'), s.integer()),
  ...s.each(words('drafts importsFinished ordersCompleted'), s.integer()),
  events: s.map(s.integer()),
  days: s.array(s.object({ date: s.string(), ...s.each(daily, s.integer()) })),
});

type Moved = Awaited<ReturnType<typeof moveClock>>;

/**
 * Lets time pass, and shows what happened. On a terminal every day is shown as it passes. A defect of the sandbox is
 * said, although the world went on.
 */
export async function moveClock(context: Context, byDay: boolean, move: Move) {
  const { failedEvents, meanwhile, sandbox, workedOutUntil } = await openSandbox(context);
  const { state } = sandbox;
  const from = workedOutUntil(state);
  const before = failedEvents(state).length;
  const days: ReturnType<typeof dayOf>[] = [];
  const live = context.files.world.stderr.isTTY === true;
  const pass = (say: (label: string) => void) => {
    let begun = from;
    const onDay = (now: number): void => {
      if (byDay) days.push(dayOf(begun, meanwhile(state, begun, now)));
      if (live) say(dayLine(now, meanwhile(state, from, now)));
      begun = now;
    };
    return move(sandbox, byDay || live ? onDay : undefined);
  };
  const events = await context.screen.progress('Time passes in the sandbox', pass).catch((error) => {
    if (context.files.world.signal.aborted)
      context.screen.note(
        `The sandbox clock is at ${new Date(state.now()).toISOString()}: ${soFar(meanwhile(state, from, state.now()))}. To continue: ${pattern('sandbox clock advance', { duration: '1d' })}`,
      );
    throw error;
  });
  await deliverPatiently(context);
  const [failed] = failedEvents(state).slice(before);
  if (failed)
    throw new Failure('sandbox_defect', `The sandbox could not process an event of type ${failed.kind}`, {
      hint: `Its clock has moved, and all other events have happened. ${failed.message.split('\n')[0] ?? ''}`,
      outcome: 'done',
    });
  return { ...meanwhile(state, from, state.now()), events, ...(byDay && { days }) };
}

type Counts = ReturnType<Opened['meanwhile']>;

const dayOf = (begun: number, counts: Counts) => ({
  date: new Date(begun).toISOString().slice(0, 10),
  ...(Object.fromEntries(daily.map((name) => [name, counts[name]])) as Pick<Counts, (typeof daily)[number]>),
});

const soFar = ({ emailsSent, replies }: Counts): string =>
  `${counted(emailsSent, 'email')} sent, ${counted(replies, 'reply', 'replies')} so far`;

/** `Tue 24 Nov: 812 emails sent, 14 replies so far` */
function dayLine(now: number, counts: Counts): string {
  const [weekday = '', day = '', month = ''] = new Date(now - 1).toUTCString().replace(',', '').split(' ');
  return `${weekday} ${day} ${month}: ${soFar(counts)}`;
}

export const movedView = (moved: Moved) =>
  stack(
    ...(moved.days
      ? [
          table(moved.days, [
            ['Day', 'date', 'day'],
            ['Sent', 'emailsSent', 'number'],
            ['Bounces', 'bounces', 'number'],
            ['Replies', 'replies', 'number'],
            ['Unsubscribed', 'unsubscribes', 'number'],
            ['Drafts', 'drafts', 'number'],
          ]),
        ]
      : []),
    record(
      ['From', moved.from],
      ['To', moved.now],
      ['Emails sent', moved.emailsSent, 'number'],
      ['With unfilled tags', moved.emailsWithUnfilledTags || undefined, 'number'],
      ['Bounces', moved.bounces, 'number'],
      ['Replies', moved.replies, 'number'],
      ['Unsubscribed', moved.unsubscribes, 'number'],
      ['Drafts waiting', moved.drafts || undefined],
      ['Imports finished', moved.importsFinished || undefined],
      ['Orders completed', moved.ordersCompleted || undefined],
    ),
  );

export function nextAfter({ emailsSent, emailsWithUnfilledTags, replies, drafts }: Moved): Next {
  const steps: Next[number][] = [];
  const unfilled = `${counted(emailsWithUnfilledTags, 'email')} left with unfilled tags`;
  if (emailsWithUnfilledTags > 0) steps.push([unfilled, advise('sandbox outbox list', { missing: true })]);
  if (drafts > 0) steps.push([counted(drafts, 'draft waits', 'drafts wait'), advise('drafts list')]);
  if (replies > 0) steps.push(['read the replies', advise('replies list')]);
  if (emailsSent > 0) steps.push(['read what was sent', advise('sandbox outbox list')]);
  return steps;
}
