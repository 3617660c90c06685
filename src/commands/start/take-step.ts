import { Failure } from '../../base/errors.ts';
import type { FailureKind } from '../../base/failure-codes.ts';
import type { Context } from '../../cli/declare/command.ts';
import { commandLine } from '../../cli/line/shell-words.ts';
import type { Findings, Step } from './tour.ts';

/** Shows one line, runs it, and keeps what later lines need. Throws where it did not end well. */
export async function takeStep(
  { note, run, globals }: Context,
  step: Step,
  line: readonly string[],
  findings: Findings,
): Promise<void> {
  const silent = globals.json || globals.ndjson;
  note(`$ ${commandLine(line)}`, 'command');
  note('');
  const { value, failure } = await run(line, { silent, forPeople: true });
  if (failure === undefined) return step.learn?.(value, findings);
  if (silent) throw failure;
  const ended = endings.has(failure.kind);
  throw new Failure(ended ? 'declined' : 'tour_stopped', 'The tour stops here.', {
    kind: ended ? failure.kind : 'ended-badly',
    hint: 'What was done until now stays in the sandbox. To begin again: outreach start',
  });
}

/** A person's own ways to end it. */
const endings: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'not-confirmed',
  'interrupted',
  'terminated',
]);
