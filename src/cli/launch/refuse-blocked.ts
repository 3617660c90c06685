import { Failure } from '../../base/errors.ts';
import type { Findings, Problem } from '../../domain/launch/problem.ts';
import { type ActiveWaiver, verdictOf } from '../../domain/launch/verdict.ts';
import type { Context } from '../declare/command.ts';

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
      ...problems.map(({ rule, message }) => `Warning, ${rule}: ${message}`),
      ...waived.map(({ rule, reason, by }) => `Accepted, ${rule} (${by}): ${reason}`),
      ...unknown.map(({ rule, why }) => `${unchecked}${rule}: ${why}`),
    ];
  const blocking = problems.filter(({ severity }) => severity === 'block');
  const said = blocking.map(({ rule, message }) => `${rule}: ${message}`);
  throw new Failure(
    'checks_failed',
    `launch checks of ${nameOf(launch)} failed, so nothing was sent: ${said.join('; ')}`,
    { hint: acceptHint(blocking), extra: { ...launch, problems, unknown, waived } },
  );
}

const unchecked = 'Not checked, ';

/** Gives the lines, and says them where no question shows them; what is not checked was said when it was read. */
export function saidWithYes(
  { globals, note }: Pick<Context, 'globals' | 'note'>,
  lines: readonly string[],
): readonly string[] {
  const news = lines.filter((line) => !line.startsWith(unchecked));
  if (globals.yes) for (const line of news) note(line);
  return lines;
}

/** How a person lets go out what the rules stop. */
export const acceptHint = (blocking: readonly Pick<Problem, 'rule'>[]): string => {
  const options = [...new Set(blocking.map(({ rule }) => `--accept ${rule}="<reason>"`))];
  return `Fix it, or let it go out with a reason: ${options.join(' ')}`;
};

const nameOf = (launch: Launch): string =>
  'runId' in launch ? `run ${launch.runId}` : `campaign ${launch.campaignId}`;
