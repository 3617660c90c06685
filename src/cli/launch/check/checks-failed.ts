import { counted } from '../../../base/counted.ts';
import { Failure, type FailureDetails } from '../../../base/errors.ts';
import { acceptHint, blockingIn, brokenRules, foundLine } from '../blocking-rules.ts';
import type { Advised } from '../remedies.ts';
import type { Checked } from './check-campaign.ts';

/** That rules block the launch, or with `--strict` may; nothing was sent. */
export function checksFailed(
  { result, advised }: Pick<Checked, 'result' | 'advised'>,
  { partly, ...details }: Pick<FailureDetails, 'result'> & { readonly partly?: string | undefined } = {},
): Failure {
  const { campaignId, passed, problems, unknown, waived, digest } = result;
  const blocking = blockingIn(advised);
  const broken = `campaign ${campaignId} breaks ${counted(brokenRules(blocking).length, 'blocking rule')}`;
  const message =
    passed !== false
      ? partly !== undefined
        ? `not all leads of campaign ${campaignId} could be checked, so nothing was sent: ${partly}`
        : `campaign ${campaignId} breaks no blocking rule as far as is known, and not all of them could be checked`
      : details.result === undefined
        ? `${broken}, so nothing was sent`
        : `${broken}: ${brokenRules(blocking).join(', ')}`;
  return new Failure('checks_failed', message, {
    hint: details.result !== undefined ? null : passed === false ? hintOf(blocking) : readAgain,
    extra: { campaignId, passed, problems, unknown, waived, digest },
    ...details,
  });
}

const readAgain = 'Run the command again. Where it ends like this again, ask the support of the service.';

/** A line for each problem; below those with the same fix, the command, or what is left to a person. */
function hintOf(blocking: readonly Advised[]): string {
  const said = ({ fix, byHand }: Advised) => fix ?? byHand;
  const found = [...new Set(blocking.map(said))].flatMap((line) => [
    ...blocking.filter((one) => said(one) === line).map(foundLine),
    ...(line === undefined ? [] : [`  ${line}`]),
  ]);
  return [...found, acceptHint(blocking)].join('\n');
}
