import { Failure } from '../../base/errors.ts';
import { command } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { record } from '../../cli/declare/view.ts';
import { entry, entryFields } from './entry.ts';

export const settle = command({
  name: 'settle',
  summary: 'Find out how an open call ended, or say so',
  about: `Without --done or --not-done it looks at the service: at the transactions, the orders, the lists that would show it. It sends nothing again.

Where the service shows nothing, look yourself, and say what you found. After --not-done the call may be made again.`,
  uses: [],
  answer: entryFields,
  local: ({ done, notDone }) => done || notDone,
  fails: ['unknown-outcome', 'conflict', 'not-found'],
  args: {
    id: arg.id('its number in the journal'),
    done: opt.flag('it did happen'),
    notDone: opt.flag('it did not happen'),
    force: opt.flag('although the process that made it seems to be at it still'),
  },
  excludes: [['done', 'notDone']],
  examples: ['outreach journal settle 1', 'outreach journal settle 1 --not-done'],
  async run({ journal }, { id, done, notDone, force }) {
    if (force && !done && !notDone)
      throw new Failure('missing_argument', '--force goes with --done or --not-done');
    if (!done && !notDone) return entry(await journal.lookAgain(id));
    return entry(await journal.decide(id, done ? 'done' : 'not-done', force));
  },
  view: (call) =>
    record(
      ['Call', call.id],
      ['What', call.summary],
      ['State', call.state],
      ['Remark', call.remark ?? undefined],
    ),
});
