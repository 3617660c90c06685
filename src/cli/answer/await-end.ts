import { Failure, type FailureDetails, isStop } from '../../base/errors.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import type { WaitOptions } from '../../client/api/api.ts';
import type { AnyOperation, Output } from '../../contract/operation.ts';
import { pattern } from '../advice/line-of.ts';
import { commandLine } from '../advice/shell-words.ts';
import type { Context, Screen, Service } from '../declare/command.ts';
import type { Share } from '../declare/context-parts.ts';

interface Awaited<O extends AnyOperation> extends Pick<WaitOptions<Output<O>>, 'done'> {
  /** What continues without us: `Import 12`. */
  readonly subject: string;
  /** The command that waits for it, without the program's name. */
  readonly again: readonly string[];
  /** How it is now, in a few words, and how far. */
  state(record: Output<O>): readonly [text: string, share?: Share | undefined];
}

/** Polls until it is over, as long as the line allows, and shows how it goes. */
export async function awaitEnd<const O extends AnyOperation>(
  { service, screen }: Context,
  operation: O,
  id: number,
  { subject, again, state, done }: Awaited<O>,
): Promise<Output<O>> {
  let polls = 0;
  const ended = await screen.progress(subject, (say) =>
    service.api.wait(
      operation,
      { params: { id } },
      {
        subject,
        resumeWith: commandLine(again),
        onPoll(record) {
          const [text, share] = state(record);
          say(`${subject}: ${text}`, share);
          polls += 1;
          if (polls === pollsOfALongWait) noteTime(service.settings, screen.note);
        },
        ...omitUndefined({ done, timeout: screen.globals.waitTimeout, interval: screen.globals.interval }),
      },
    ),
  );
  await service.journal.reported(operation, ended);
  return ended;
}

/** What ends a wait: what shows what the line has begun goes with the failure. */
export function endedAfterStart(error: unknown, begun: Pick<FailureDetails, 'result' | 'extra'>): unknown {
  if (!(error instanceof Failure) || !(error.kind === 'still-running' || isStop(error))) return error;
  return error.with({ ...begun, extra: { ...error.extra, ...begun.extra } });
}

/** About ten seconds: what ends sooner needs no advice. */
const pollsOfALongWait = 4;

/** In the sandbox a wait is as long as it really would be, unless its clock is moved. */
export function noteTime({ target }: Service['settings'], note: Screen['note']): void {
  if (target === 'sandbox')
    note(`To let time pass in the sandbox: ${pattern('sandbox clock advance', { duration: '3h' })}`);
}

/** How far it is, where both figures came. */
export const shareOf = (done: unknown, total: unknown): Share | undefined =>
  typeof done === 'number' && typeof total === 'number' && total > 0 ? { done, total } : undefined;
