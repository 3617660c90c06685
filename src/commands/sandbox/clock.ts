import { command, type Group } from '../../cli/command.ts';
import { parseDuration } from '../../cli/duration.ts';
import { record } from '../../cli/output/view.ts';
import { arg } from '../../cli/params.ts';
import { Failure } from '../../contract/errors.ts';
import { moveClock, openSandbox } from './open-sandbox.ts';

type Moved = Awaited<ReturnType<typeof moveClock>>;

const movedView = (moved: Moved) =>
  record(
    ['Was', moved.from],
    ['Is', moved.now],
    ['Emails sent', moved.emailsSent],
    ['Bounces', moved.bounces],
    ['Replies', moved.replies],
    ['Unsubscribed', moved.unsubscribes],
    ['Drafts of answers', moved.drafts || undefined],
    ['Imports finished', moved.importsFinished || undefined],
    ['Orders completed', moved.ordersCompleted || undefined],
  );

const show = command({
  name: 'show',
  summary: 'Show what time it is in the sandbox',
  uses: [],
  local: true,
  examples: ['outreach sandbox clock show'],
  async run(context) {
    const { sandbox, overview } = await openSandbox(context);
    const { now, aheadMs, eventsToCome } = overview(sandbox.state);
    return { now, aheadMs, eventsToCome };
  },
  view: ({ now, eventsToCome }) => record(['Time there', now], ['Events to come', eventsToCome]),
});

const advance = command({
  name: 'advance',
  summary: 'Let time pass in the sandbox, and see what happens meanwhile',
  uses: [],
  local: true,
  args: { duration: arg.text('how long: 90s, 5m, 12h, 14d', { hint: 'duration' }) },
  examples: ['outreach sandbox clock advance 14d', 'outreach sandbox clock advance 1h30m --json'],
  async run(context, { duration }) {
    const ms = parseDuration(duration);
    if (ms === undefined || ms > longest)
      throw new Failure('usage', `'${duration}' is not a duration that can pass`, {
        code: 'invalid_argument',
        hint: 'Write 90s, 5m, 12h or 14d, ten years at most.',
      });
    const opened = await openSandbox(context);
    return context.progress('Time passes in the sandbox', () =>
      moveClock(opened, () => opened.sandbox.advance(ms, context.world.signal)),
    );
  },
  view: movedView,
});

const longest = 10 * 366 * 86_400_000;

const set = command({
  name: 'set',
  summary: 'Move the clock of the sandbox to a moment, in UTC; it only goes forward',
  uses: [],
  local: true,
  args: { time: arg.text('"Mon 09:00" (the next one), 2026-11-23, "2026-11-23 09:00" or RFC 3339') },
  examples: ['outreach sandbox clock set "Mon 09:00"', 'outreach sandbox clock set 2026-11-23T09:00:00Z'],
  async run(context, { time }) {
    const [opened, { parseMoment }] = await Promise.all([
      openSandbox(context),
      import('../../sandbox/moment.ts'),
    ]);
    const now = opened.sandbox.state.now();
    const moment = parseMoment(time, now);
    if (moment === undefined || moment - now > longest)
      throw new Failure('usage', `'${time}' is not a time the clock can go to`, {
        code: 'invalid_argument',
        hint: 'Write "Mon 09:00", 2026-11-23, "2026-11-23 09:00" or RFC 3339, within ten years.',
      });
    return context.progress('Time passes in the sandbox', () =>
      moveClock(opened, () => opened.sandbox.setTime(moment, context.world.signal)),
    );
  },
  view: movedView,
});

export const clock: Group = {
  name: 'clock',
  summary: 'Simulated time: weeks in seconds',
  commands: [show, advance, set],
};
