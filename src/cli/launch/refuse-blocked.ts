import { Failure } from '../../base/errors.ts';
import type { Findings } from '../../domain/launch/problem.ts';
import { type ActiveWaiver, verdictOf } from '../../domain/launch/verdict.ts';
import type { Screen } from '../declare/command.ts';
import { acceptHint, blockingIn, foundLine, waivedText, warningText } from './blocking-rules.ts';

/** What is about to send: a campaign, or a run that has none yet. */
type Launch = { readonly campaignId: number } | { readonly runId: number };

/** Lines for the question about what the rules found. Throws `ended-badly` where a rule blocks that is not waived. */
export function refuseBlocked(
  launch: Launch,
  findings: Findings,
  waivers: readonly ActiveWaiver[],
): readonly string[] {
  const { passed, problems, unknown, waived } = verdictOf(findings, waivers, { sampled: false });
  if (passed !== false)
    return [
      ...problems.map(warningText),
      ...waived.map(waivedText),
      ...unknown.map(({ rule, why }) => `${unchecked}${rule}: ${why}`),
    ];
  const blocking = blockingIn(problems);
  throw new Failure('checks_failed', `launch checks of ${nameOf(launch)} failed, so nothing was done`, {
    hint: [...blocking.map(foundLine), acceptHint(blocking)].join('\n'),
    extra: { ...launch, problems, unknown, waived },
  });
}

const unchecked = 'Not checked, ';

/** Gives the lines, and says them where no question shows them; what is not checked was said when it was read. */
export function saidWithYes(
  { globals, note }: Pick<Screen, 'globals' | 'note'>,
  lines: readonly string[],
): readonly string[] {
  const news = lines.filter((line) => !line.startsWith(unchecked));
  if (globals.yes && !globals.dryRun) for (const line of news) note(line);
  return lines;
}

const nameOf = (launch: Launch): string =>
  'runId' in launch ? `run ${launch.runId}` : `campaign ${launch.campaignId}`;
