import { Failure } from '../../base/errors.ts';
import type { FailureKind } from '../../base/failure-codes.ts';
import { say } from '../../base/text/advice.ts';
import { advise } from '../../cli/advice/advise.ts';
import { commandLine } from '../../cli/advice/shell-words.ts';
import type { Screen } from '../../cli/declare/command.ts';
import type { Findings, Step } from './tour.ts';
import type { TourPlace } from './tour-place.ts';

/** Shows one line, runs it, and stores what later lines need. False where a person said no. Throws where it failed. */
export async function takeStep(
  { note, globals }: Pick<Screen, 'note' | 'globals'>,
  { run, temporary }: TourPlace,
  step: Step,
  line: readonly string[],
  findings: Findings,
): Promise<boolean> {
  const silent = globals.json || globals.ndjson;
  note(`$ ${commandLine(line)}`, 'command');
  note('');
  // How a step is meant to end is not an error, which -q would still show.
  const quietly = silent || (step.ends !== undefined && globals.quiet);
  const { value, failure } = await run(line, { silent: quietly, forPeople: true });
  if (failure === undefined) {
    step.learn?.(value, findings);
    return true;
  }
  if (failure.is('declined')) return false;
  if (failure.kind === step.ends) return true;
  if (silent) throw failure;
  const ended = endings.has(failure.kind);
  throw new Failure(ended ? 'declined' : 'tour_stopped', 'The tour stops here.', {
    kind: ended ? failure.kind : 'ended-badly',
    hint: say`${temporary ? 'The temporary sandbox is deleted' : 'What you did stays in the sandbox'}. To start again: ${advise('start')}`,
  });
}

/** How a person ends the tour: Ctrl-D and Ctrl-C. */
const endings: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'not-confirmed',
  'interrupted',
  'terminated',
]);
