import { counted } from '../../../base/counted.ts';
import { Failure, type FailureDetails } from '../../../base/errors.ts';
import type { Unknown, Waiver } from '../../../domain/launch/problem.ts';
import { rules } from '../../../domain/launch/rules.ts';
import type { Surroundings } from '../../declare/command.ts';
import { withoutRoute } from '../../messages/hints/route-hint.ts';
import {
  acceptHint,
  activeWaivers,
  blockingIn,
  brokenRules,
  foundLine,
  saidWithYes,
  verdictLines,
} from '../blocking-rules.ts';
import type { Advised } from '../remedies.ts';
import { type Checked, type CheckOptions, type CheckResult, checkCampaign } from './check-campaign.ts';

export interface GateOptions
  extends Pick<CheckOptions, 'optOuts' | 'file' | 'fresh' | 'refuse' | 'withoutLeads'> {
  readonly accept?: readonly Waiver[] | undefined;
  /** Gets what was found, also where it refuses. */
  seen?(checked: Checked): void;
}

/** Lets a campaign start. Throws `ended-badly` where a rule blocks, or not all leads could be looked at. */
export async function passGate(
  context: Surroundings,
  id: number,
  { accept, seen, ...options }: GateOptions = {},
): Promise<{ readonly checked: Checked; readonly facts: readonly string[] }> {
  const waivers = activeWaivers(context, accept);
  const checked = await checkCampaign(context, id, { ...options, waivers });
  seen?.(checked);
  const { result, partly } = checked;
  const { passed, problems, looked } = result;
  if (passed === false || partly !== undefined) throw checksFailed(checked, { partly });
  const verdict = [
    passed === null ? 'nothing blocks as far as is known' : 'passed',
    counted(problems.length, 'warning'),
    ...(looked.leads > 0 ? [counted(looked.leads, 'lead')] : []),
  ];
  const said = [
    `Launch checks: ${verdict.join(', ')}`,
    ...verdictLines({ ...result, problems: checked.advised, unknown: unknownBlocking(result) }),
  ];
  return { checked, facts: saidWithYes(context.screen, { lines: said }).lines };
}

/** Blocking rules that nothing is known about, and the blocklist: who is on it must not get an email. */
export const unknownBlocking = ({ unknown }: Pick<CheckResult, 'unknown'>): Unknown[] =>
  unknown.flatMap(({ rule, why }) =>
    rules[rule].severity === 'block' || rule === 'blocklisted' ? { rule, why: withoutRoute(why) } : [],
  );

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
    extra: {
      ...{ campaignId, passed, digest },
      // The document has them.
      ...(details.result === undefined && { problems, unknown, waived }),
    },
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
