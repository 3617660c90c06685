import { counted } from '../../../base/counted.ts';
import type { Unknown, Waiver } from '../../../domain/launch/problem.ts';
import { rules } from '../../../domain/launch/rules.ts';
import type { Surroundings } from '../../declare/command.ts';
import { withoutRoute } from '../../messages/hints/route-hint.ts';
import { waivedText, warningText } from '../blocking-rules.ts';
import { activeWaivers } from '../waivers.ts';
import { type Checked, type CheckOptions, type CheckResult, checkCampaign } from './check-campaign.ts';
import { checksFailed } from './checks-failed.ts';

export interface GateOptions extends Pick<CheckOptions, 'fresh' | 'refuse' | 'withoutLeads'> {
  readonly accept?: readonly Waiver[] | undefined;
}

/**
 * Lets a campaign start, or refuses: every rule over all its leads. Throws `ended-badly` where a rule blocks or leads
 * could not be looked at; nothing was sent then.
 */
export async function passGate(
  context: Surroundings,
  id: number,
  { accept, ...options }: GateOptions = {},
): Promise<{ readonly checked: Checked; readonly facts: readonly string[] }> {
  const waivers = activeWaivers(context, accept);
  const checked = await checkCampaign(context, id, { ...options, waivers });
  const { result, partly } = checked;
  if (result.passed === false || partly !== undefined) throw checksFailed(checked, { partly });
  const facts = gateFacts(checked);
  if (context.screen.globals.yes) sayWithoutQuestion(context, checked);
  return { checked, facts };
}

/** What a question would show. */
function sayWithoutQuestion({ screen }: Surroundings, { result, advised }: Checked): void {
  const { waived, unknown } = result;
  screen.note(`Launch checks: ${verdict(result)}`);
  for (const waiver of waived) screen.note(waivedText(waiver));
  for (const problem of advised) screen.note(warningText(problem));
  for (const line of notChecked(unknown)) screen.warn(line);
}

/** What the question says of the check: warnings, waivers, and blocking rules that are not known. */
function gateFacts({ result, advised }: Checked): string[] {
  const { waived, unknown } = result;
  return [
    `Launch checks: ${verdict(result)}`,
    ...advised.map(warningText),
    ...waived.map(waivedText),
    ...notChecked(unknown),
  ];
}

/** Blocking rules that nothing is known about, those with one reason in one line. */
export function notChecked(unknown: readonly Unknown[]): string[] {
  const byReason = new Map<string, string[]>();
  for (const { rule, why } of unknown)
    if (rules[rule].severity === 'block') byReason.set(why, [...(byReason.get(why) ?? []), rule]);
  return [...byReason].map(([why, ids]) => `Not checked, ${ids.join(', ')}: ${withoutRoute(why)}`);
}

const verdict = ({ passed, problems, looked }: CheckResult): string =>
  [
    passed === null ? 'nothing blocks as far as is known' : 'passed',
    counted(problems.length, 'warning'),
    ...(looked.leads > 0 ? [counted(looked.leads, 'lead')] : []),
  ].join(', ');
