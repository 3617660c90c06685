import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { say } from '../../base/text/advice.ts';
import { advise } from '../../cli/advice/advise.ts';
import { command } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { text } from '../../cli/declare/view.ts';
import * as s from '../../contract/schema/schema.ts';
import { isOpen } from './entry.ts';

export const forget = command({
  name: 'forget',
  summary: 'Remove finished entries from the journal',
  about:
    'Open requests stay until they are settled. --before also keeps entries with a --once token, and entries of the last ten minutes. If you remove an entry with a token by its number, a command with that token would run again.',
  uses: [],
  tool: { never: 'changes the journal' },
  answer: s.object({ forgotten: s.integer(), kept: s.integer() }),
  local: true,
  fails: ['conflict', 'not-found'],
  args: {
    ids: arg.optionalMany('numbers of journal entries', { hint: 'id' }),
    before: opt.moment('every entry that ended before this time, or longer ago than 90d', 'until'),
  },
  examples: [
    'outreach journal forget 1',
    'outreach journal forget --before 2026-06-01',
    'outreach journal forget --before 90d',
  ],
  async run({ service, files }, { ids, before }) {
    const wanted = [...new Set(ids.map(idFrom))];
    const until = before === undefined ? undefined : Date.parse(before);
    if (wanted.length === 0 && until === undefined)
      throw new Failure('missing_argument', 'give numbers, or --before', {
        hint: say`For example: ${advise('journal forget', { before: '90d' })}`,
      });
    const open = await Promise.all(wanted.map((id) => service.journal.intent(id)));
    const still = open.filter(isOpen);
    if (still[0])
      throw new Failure('still_open', `Request ${still[0].id} is open, so nothing was forgotten`, {
        hint: say`Settle it first: ${advise('journal settle', { id: still[0].id })}`,
      });
    const book = await files.world.journal.open();
    let forgotten = 0;
    for (const id of wanted) if (await book.forget(id)) forgotten += 1;
    const old = until === undefined ? undefined : await service.journal.forgetBefore(until);
    return { forgotten: forgotten + (old?.forgotten ?? 0), kept: old?.kept ?? 0 };
  },
  view: ({ forgotten, kept }) =>
    text(
      [
        `Removed ${counted(forgotten, 'entry', 'entries')}.`,
        ...(kept > 0
          ? [
              `${counted(kept, 'entry', 'entries')} of the last ten minutes ${kept === 1 ? 'stays' : 'stay'}, so that a repeat of the same request is refused (done_recently).`,
            ]
          : []),
      ].join(' '),
    ),
});

function idFrom(word: string): number {
  const id = Number(word);
  if (Number.isSafeInteger(id) && id > 0) return id;
  throw new Failure('invalid_value', `<ids> must be numbers of the journal, not '${word}'`);
}
