import { counted } from '../../../base/counted.ts';
import { Failure, type FailureDetails } from '../../../base/errors.ts';
import type { CheckResult } from './check-campaign.ts';

/** That rules block the launch, or with `--strict` may; nothing was sent. */
export function checksFailed(
  { campaignId, passed, problems, unknown, waived, digest }: CheckResult,
  details: Pick<FailureDetails, 'result'> = {},
): Failure {
  const blocking = problems.filter(({ severity }) => severity === 'block');
  const rules = [...new Set(blocking.map(({ rule }) => rule))];
  const said = blocking.map(({ rule, message }) => `${rule}: ${message}`).join('; ');
  const broken = `campaign ${campaignId} breaks ${counted(rules.length, 'blocking rule')}`;
  const message =
    passed !== false
      ? `campaign ${campaignId} breaks no blocking rule as far as is known, and not all of them could be checked`
      : details.result === undefined
        ? `${broken}, so nothing was sent: ${said}`
        : `${broken}: ${rules.join(', ')}`;
  return new Failure('checks_failed', message, {
    hint: details.result === undefined ? hintOf(blocking) : null,
    extra: { campaignId, passed, problems, unknown, waived, digest },
    ...details,
  });
}

function hintOf(blocking: CheckResult['problems']): string {
  const fixes = [...new Set(blocking.map(({ rule, fix }) => `${rule}: ${fix}`))];
  const [first] = blocking;
  const accepted = `Or let it go out with a reason: --accept ${first?.rule}="<reason>"`;
  return [...fixes, accepted].join('\n');
}
