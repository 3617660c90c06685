import { Failure } from '../../base/errors.ts';
import { say } from '../../base/text/advice.ts';
import { advise } from '../advice/advise.ts';

const keyLike = /run_[A-Za-z0-9]{8}_[A-Za-z0-9]{16,}/;

/** No argument may be a key: other users of the machine see it in the list of processes, and the shell keeps it. */
export function refuseKeys(argv: readonly string[]): void {
  if (!argv.some((word) => keyLike.test(word))) return;
  throw new Failure(
    'key_as_argument',
    'never pass keys as arguments; this one is now in your shell history, so rotate it',
    {
      hint: say`Use: ${advise('login')} (hidden prompt), --key-stdin, --key-file, or OUTREACH_API_KEY.`,
    },
  );
}
