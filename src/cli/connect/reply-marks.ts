import { Failure } from '../../base/errors.ts';
import { words } from '../../base/text/words.ts';
import type { ReplyMarks } from '../../client/guard/reply-marks.ts';
import type { ReplyMarksOfAccount } from '../declare/context-parts.ts';
import type { Settings } from '../declare/settings.ts';
import type { World } from '../declare/world.ts';
import { accountOf } from '../profile/account.ts';
import { refuseMoved } from './moved-journal.ts';

interface Parts {
  readonly world: World;
  readonly settings: Pick<Settings, 'baseUrl' | 'inProcess' | 'key'>;
  warn(line: string): void;
}

/** Neither a damaged journal nor one that others can write to. */
const unwritable = [
  ...words('file_error disk_full database_read_only database_cannot_open journal_unreachable'),
  ...words('journal_replaced invalid_journal'),
] as const;

const unread = 'could not be looked up, and counts for nothing';

/**
 * The marks of one account; throws `usage` for a damaged journal, for a claim that cannot be stored, and for a change
 * where the journal was moved to another one.
 */
export function replyMarksOf({ world, settings, warn }: Parts): ReplyMarksOfAccount {
  const account = accountOf(settings);
  let refused = false;
  const withMarks = async <T>(work: (marks: ReplyMarks) => Promise<T>): Promise<T> =>
    work((await world.journal.open()).replies);
  const change = async <T>(work: (marks: ReplyMarks) => Promise<T>): Promise<T> => {
    if (!settings.inProcess) await refuseMoved(world);
    return withMarks(work);
  };
  const attempt = async <T>(otherwise: T, work: () => Promise<T>, trouble = 'is not stored'): Promise<T> => {
    if (refused) return otherwise;
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Failure) || !error.is(...unwritable)) throw error;
      refused = true;
      warn(`what was done with replies ${trouble}: ${error.message}`);
      return otherwise;
    }
  };
  return {
    list: () => attempt([], () => withMarks((marks) => marks.list(account)), unread),
    put: (mark) => attempt(undefined, () => change((marks) => marks.put(account, mark))),
    remove: (reply) => attempt(undefined, () => change((marks) => marks.remove(account, reply))),
    // A claim that is not stored holds no other program back.
    claim: (reply, terms) => change((marks) => marks.claim(account, reply, terms)),
    claimed: () => attempt([], () => withMarks((marks) => marks.claimed(account, world.clock.now())), unread),
  };
}
