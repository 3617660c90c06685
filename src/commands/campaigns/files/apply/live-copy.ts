import { counted, plural } from '../../../../base/counted.ts';
import { digestOfValue } from '../../../../base/digest.ts';
import type { Failure } from '../../../../base/errors.ts';
import type { Context } from '../../../../cli/declare/command.ts';
import { checkNewCopy, type NewCopy } from '../../../../cli/launch/check-new-copy.ts';
import { campaigns } from '../../../../contract/areas/campaigns.ts';
import { writesAtOnce } from '../../../../contract/consent.ts';
import { stepsThatChange } from '../../../../domain/campaign-plan/people.ts';
import { isPause, type Plan, type PlanItem } from '../../../../domain/campaign-plan/plan.ts';
import { restOfPlan } from '../../../../domain/campaign-plan/rest-of-plan.ts';
import type { ActiveWaiver } from '../../../../domain/launch/verdict.ts';
import type { SavedPlan } from '../plan-file.ts';
import { reachOf } from '../read-people.ts';
import { changed } from './look-again.ts';
import { lineOfFile } from './refuse-plan.ts';

/** A campaign that sends its new emails as soon as they are there, or is paused first: a person may resume it in the app. */
interface Sending {
  readonly item: PlanItem;
  readonly id: number;
  readonly copy: NewCopy;
  readonly isPaused: boolean;
}

export function sendingIn(items: readonly PlanItem[]): readonly Sending[] {
  const sending: Sending[] = [];
  for (const item of items) {
    const { campaignId: id, status, calls } = item;
    const call = calls.find(({ operation }) => operation === campaigns.replaceSequence.id);
    if (id !== null && call && writesAtOnce(status))
      sending.push({ item, id, copy: call.body as NewCopy, isPaused: calls.some(isPause) });
  }
  return sending;
}

/** Rules of copy and tags over all leads of campaigns that send. Throws `ended-badly` where one blocks. */
export async function checkSending(
  context: Context,
  sending: readonly Sending[],
  waivers: readonly ActiveWaiver[],
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const { item, id, copy } of sending) {
    const found = await checkNewCopy(context, { id, status: item.status }, copy, waivers);
    for (const line of found.lines) lines.push(lineOfFile(item, line));
  }
  return lines;
}

/** Which of the calls of a plan email people, and whom a ceiling counts: a plan also says who is still due. */
export function countedLine(calls: number, sending: readonly Sending[], people: number | null): string {
  const sends = sending.filter(({ isPaused }) => !isPaused).length;
  if (sends === 0)
    return `${calls === 1 ? 'The change emails no one' : `Of ${counted(calls, 'change')}, none emails anyone`} right away: 0 recipients.`;
  const which = `${sends} of ${counted(calls, 'change')} ${plural(sends, 'takes', 'take')} effect right away`;
  if (people === null) return `${which}, for an unknown number of people.`;
  return `${which}, for up to ${counted(people, 'recipient')}. --max-recipients counts these.`;
}

/** How many people the new emails can reach, at most. Null where the service does not say of every campaign. */
export async function peopleOf(context: Context, sending: readonly Sending[]) {
  let people: number | null = 0;
  const lines: string[] = [];
  for (const { item, id, isPaused } of sending) {
    if (isPaused) continue;
    const signed = item.changes.some(({ kind, field }) => kind !== 'drift' && field === 'signature');
    const reach = await reachOf(context, id, signed ? undefined : stepsThatChange(item.changes));
    people = people === null || reach.people === null ? null : people + reach.people;
    lines.push(lineOfFile(item, reach.line));
  }
  return { people, lines };
}

/** The calls of a saved plan that are missing. Throws `conflict` where anything else has changed since. */
export async function restOfSaved({ service }: Context, saved: SavedPlan, now: Plan): Promise<Plan> {
  if (saved.planDigest === now.digest) return now;
  const isAdopting = now.items.some(({ adopted }) => adopted);
  const made = isAdopting ? await service.journal.done(campaigns.create) : [];
  const { plan, differing } = restOfPlan(saved, now, (body) =>
    made.some((call) => digestOfValue(call.body) === digestOfValue(body)),
  );
  if (differing.length === 0) return plan;
  throw changedMeanwhile('since this plan was made', differing);
}

/** `autumn.md and campaign 12 changed`. */
export const changedMeanwhile = (when: string, differing: readonly string[]): Failure =>
  changed(`${when}, ${differing.join(' and ') || 'the account'} changed`, 'nothing was sent');
