import { Failure } from '../../base/errors.ts';
import type { Findings, Problem, Waiver } from '../../domain/launch/problem.ts';
import { verdictOf } from '../../domain/launch/verdict.ts';
import type { Receiving } from '../declare/quote.ts';

/** Lines for the question about what the rules found. Throws `ended-badly` where a rule blocks that is not waived. */
export function refuseBlocked(
  { id }: Pick<Receiving, 'id'>,
  findings: Findings,
  accept: readonly Waiver[],
): readonly string[] {
  const waivers = accept.map((waiver) => ({ ...waiver, by: '--accept', until: null }));
  const { passed, problems, unknown, waived } = verdictOf(findings, waivers, { sampled: false });
  if (passed !== false)
    return [
      ...problems.map(({ rule, message }) => `Warning, ${rule}: ${message}`),
      ...waived.map(({ rule, reason }) => `Accepted, ${rule}: ${reason}`),
      ...unknown.map(({ rule, why }) => `Not checked, ${rule}: ${why}`),
    ];
  const blocking = problems.filter(({ severity }) => severity === 'block');
  const said = blocking.map(({ rule, message }) => `${rule}: ${message}`);
  throw new Failure(
    'checks_failed',
    `launch checks of campaign ${id} failed, so nothing was sent: ${said.join('; ')}`,
    { hint: acceptHint(blocking), extra: { campaignId: id, problems, unknown, waived } },
  );
}

/** How a person lets go out what the rules stop. */
export const acceptHint = (blocking: readonly Pick<Problem, 'rule'>[]): string => {
  const options = [...new Set(blocking.map(({ rule }) => `--accept ${rule}="<reason>"`))];
  return `Fix it, or let it go out with a reason: ${options.join(' ')}`;
};
