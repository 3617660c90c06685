import { Failure } from '../../base/errors.ts';
import { withWarned } from '../../cli/answer/with-warnings.ts';
import { command, type Verbs } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { record } from '../../cli/declare/view.ts';
import { accept } from './accept.ts';
import { entryFields, entryFrom, whatOf } from './entry.ts';
import { forget } from './forget.ts';
import { list } from './list.ts';
import { move } from './move.ts';
import { show } from './show.ts';

const settle = command({
  name: 'settle',
  summary: 'Find out how an open request ended, or record how it ended',
  about: `Without --done or --not-done, it looks for the outcome in the transactions, orders and lists of the service. It never repeats the request.

If it finds nothing, the effect may still show up for ten minutes; until then --not-done is refused (too_early, exit 7). If nothing shows then, check in the app and record the outcome. Before it records --not-done, it looks once more: if the request did succeed, it records that instead (exit 7), and if it cannot look, it records nothing. After --not-done the request can be made again; if that was a mistake, settle it again without options, which looks once more.`,
  uses: [],
  tool: { never: 'changes the journal' },
  answer: withWarned(entryFields),
  local: ({ done, force }) => done || force,
  fails: ['unknown-outcome', 'conflict', 'not-found'],
  args: {
    id: arg.id('number of the entry in the journal'),
    done: opt.flag('it did happen'),
    notDone: opt.flag('it did not happen'),
    force: opt.flag(
      'record it at once, without a look at the service, even if the process that made the request seems to be running',
    ),
  },
  excludes: [['done', 'notDone']],
  examples: ['outreach journal settle 1', 'outreach journal settle 1 --not-done'],
  async run({ service, files }, { id, done, notDone, force }) {
    if (force && !done && !notDone)
      throw new Failure('missing_argument', '--force goes with --done or --not-done');
    const intent =
      done || notDone
        ? await service.journal.decide(id, done ? 'done' : 'not-done', force)
        : await service.journal.lookAgain(id);
    return entryFrom(await files.world.journal.open(), intent);
  },
  view: (call) =>
    record(
      ['Request', call.id, 'id'],
      ['What', whatOf(call)],
      ['Object', call.object ?? undefined],
      ['State', call.state, 'state'],
      ['Remark', call.remark ?? undefined],
    ),
});

export const group: Verbs = { commands: [list, show, settle, forget, move, accept] };
