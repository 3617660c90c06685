import { parseDuration } from '../../base/duration.ts';
import { Failure } from '../../base/errors.ts';
import { command, type Group } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import * as s from '../../contract/schema/schema.ts';
import { moveClock, movedFields, movedView, nextAfter } from './move-clock.ts';
import { openSandbox } from './open-sandbox.ts';

const show = command({
  name: 'show',
  summary: 'Show the time in the sandbox',
  uses: [],
  tool: 'read',
  answer: s.object({ now: s.string(), aheadMs: s.integer(), eventsToCome: s.integer() }),
  local: true,
  examples: ['outreach sandbox clock show'],
  async run(context) {
    const { sandbox, overview } = await openSandbox(context);
    const { now, aheadMs, eventsToCome } = overview(sandbox.state);
    return { now, aheadMs, eventsToCome };
  },
  fields: [
    ['Sandbox time', 'now'],
    ['Pending events', 'eventsToCome', 'number'],
  ],
});

const about =
  'At a terminal, each day is shown as it passes. Ctrl-C stops the clock after the current event; the next move continues from there, with the same results. To go back in time, load a snapshot.';

const byDay = { byDay: opt.flag('show what happened on each day') };
const longest = 10 * 366 * 86_400_000;

const advance = command({
  name: 'advance',
  summary: 'Let time pass in the sandbox, and show what happens',
  about,
  uses: [],
  tool: 'work',
  answer: movedFields,
  local: true,
  args: { duration: arg.text('how long: 90s, 5m, 12h or 14d', { hint: 'duration' }), ...byDay },
  examples: [
    'outreach sandbox clock advance 14d',
    'outreach sandbox clock advance 30d --by-day',
    'outreach sandbox clock advance 1h30m --json',
  ],
  run(context, { duration, byDay }) {
    const ms = parseDuration(duration);
    if (ms === undefined || ms > longest)
      throw new Failure('invalid_value', `'${duration}' is not a duration`, {
        hint: 'Write 90s, 5m, 12h or 14d, at most ten years.',
      });
    const { signal } = context.files.world;
    return moveClock(context, byDay, (sandbox, onDay) => sandbox.advance(ms, signal, onDay));
  },
  next: nextAfter,
  view: movedView,
});

const set = command({
  name: 'set',
  summary: 'Move the sandbox clock forward to a given time',
  about: `A weekday or an hour means the next one, in the local time zone (with --utc, in UTC). ${about}`,
  uses: [],
  tool: 'work',
  answer: movedFields,
  local: true,
  args: { time: arg.moment('time to move to, also as "Mon 09:00" or "2026-11-23 09:00"', 'next'), ...byDay },
  examples: ['outreach sandbox clock set "Mon 09:00"', 'outreach sandbox clock set tomorrow'],
  run: (context, { time, byDay }) =>
    moveClock(context, byDay, async (sandbox, onDay) => {
      const moment = Date.parse(time);
      if (moment - sandbox.state.now() > longest)
        throw new Failure('invalid_value', `<time> must be within ten years, not ${time}`);
      return sandbox.setTime(moment, context.files.world.signal, onDay);
    }),
  next: nextAfter,
  view: movedView,
});

export const clock: Group = {
  name: 'clock',
  summary: 'Simulated time: weeks in seconds',
  commands: [show, advance, set],
};
