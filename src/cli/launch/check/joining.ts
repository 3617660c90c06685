import { counted, grouped } from '../../../base/counted.ts';
import { Failure, isStop } from '../../../base/errors.ts';
import { leads } from '../../../contract/areas/leads.ts';
import { changesCopy, writesAtOnce } from '../../../contract/consent.ts';
import type { AnyInput, AnyOperation, Input, ItemOf } from '../../../contract/operation.ts';
import { addressRules } from '../../../domain/launch/address-rules.ts';
import { type CheckedLead, createFaultTally } from '../../../domain/launch/lead-faults.ts';
import { found, type Waiver } from '../../../domain/launch/problem.ts';
import type { RuleId } from '../../../domain/launch/rules.ts';
import { type ActiveWaiver, inDoubt, tagRuleIds, verdictOf } from '../../../domain/launch/verdict.ts';
import { readOr, whyOf } from '../../answer/fact.ts';
import type { Surroundings } from '../../declare/command.ts';
import type { ChecksPassed, Receiving } from '../../declare/quote.ts';
import { receivingCampaign } from '../../find/receiving-campaign.ts';
import { activeWaivers, notChecked, refuseBlocked, saidWithYes, together } from '../blocking-rules.ts';
import { checkNewCopy, type NewCopy } from '../check-new-copy.ts';
import { type LeadGate, leadGateOf } from '../lead-gate.ts';
import { verifiedIn } from '../read-verdicts.ts';
import { checkLine, notKnownBefore } from '../remedies.ts';

/**
 * The launch checks of a call that lets a campaign write to people at once: those of its emails where the call replaces
 * them, else those of the people who join. Throws `ended-badly` where a rule blocks.
 */
export async function checkJoining(
  context: Surroundings,
  campaign: Receiving,
  operation: AnyOperation,
  input: AnyInput,
  accept: readonly Waiver[],
): Promise<ChecksPassed> {
  const waivers = activeWaivers(context, accept);
  if (changesCopy(operation))
    return saidWithYes(context.screen, await checkNewCopy(context, campaign, input.body as NewCopy, waivers));
  const people = await peopleOf(context, operation, input);
  if (people === undefined) {
    const notKnown = { lines: [notKnownBefore(campaign.id)], waived: [] };
    return together(await checkResumed(context, campaign, accept), notKnown);
  }
  const gate = await leadGateOf(context, campaign.id, waivers);
  await gate.learn(() => [people.map(({ lead }) => lead.email)]);
  const passed = saidWithYes(context.screen, checkPeople(gate, campaign, people, waivers));
  return together(await checkResumed(context, campaign, accept), passed);
}

/**
 * Adding people to a completed campaign resumes it (spec, Campaign status): then every rule of a launch counts, but for
 * the people whom it has written to: they get no more email, so that a bounce or a no of theirs holds up no one.
 */
export async function checkResumed(
  context: Surroundings,
  { id, status }: Receiving,
  accept: readonly Waiver[] = [],
): Promise<ChecksPassed> {
  if (status !== 'completed') return { lines: [], waived: [] };
  const { passGate } = await import('./gate.ts');
  const { checked, facts } = await passGate(context, id, { accept, withoutLeads: true });
  return { lines: facts, waived: checked.result.waived };
}

/** What an approval is bound to besides: the campaign and its leads, which may get emails that were added since. */
export async function resumedBinds(
  context: Surroundings,
  { id, status }: Receiving,
): Promise<string | undefined> {
  if (status !== 'completed') return undefined;
  const { lookAgain } = await import('./checked-digest.ts');
  return (await lookAgain(context, id, {})).digest;
}

function checkPeople(
  gate: LeadGate,
  { id }: Receiving,
  people: readonly Joining[],
  waivers: readonly ActiveWaiver[],
): ChecksPassed {
  const tally = createFaultTally();
  const unread = people.find(({ why }) => why !== undefined)?.why;
  for (const { lead } of people)
    tally.add(
      lead,
      gate.faultsOf(lead).filter(({ rule }) => unread === undefined || !ofStored.includes(rule)),
    );
  const findings = inDoubt(found(gate.problemsOf(tally), gate.unknown), ofStored, unread);
  return refuseBlocked({ campaignId: id }, findings, waivers);
}

/** What a lead breaks by what the service has of it, beside what the call gives. */
const ofStored: readonly RuleId[] = [
  ...tagRuleIds,
  ...addressRules,
  'bounced-before',
  'said-no',
  'replied-before',
  'opted-out',
];

/** Who joins; `why` says why it is not known what the service has of that person. */
interface Joining {
  readonly lead: CheckedLead;
  readonly why?: string;
}

/** Whom a call adds, as the service would have them afterwards; undefined where only the service knows. */
async function peopleOf(
  context: Surroundings,
  operation: AnyOperation,
  input: AnyInput,
): Promise<readonly Joining[] | undefined> {
  const { service } = context;
  if (operation.id === leads.move.id) {
    const { lead } = await service.api(leads.get, { params: (input as Input<typeof leads.move>).params });
    return [{ lead }];
  }
  if (operation.id !== leads.upsert.id) return undefined;
  const { body } = input as Input<typeof leads.upsert>;
  return Promise.all(body.leads.map((lead) => merged(context, lead)));
}

/** With what the service has of that address and the call leaves out. */
async function merged({ service }: Surroundings, lead: CheckedLead): Promise<Joining> {
  const of = { query: { email: lead.email } };
  const read = await readOr(leads.list, () => service.api.page(leads.list, of, { limit: 1 }));
  if (read.failure) return { lead, why: whyOf(read.failure) };
  const [stored] = read.value.items;
  if (stored === undefined) return { lead };
  const customVariables = { ...stored.customVariables, ...lead.customVariables };
  return { lead: { ...stored, ...lead, customVariables } };
}

/**
 * The rules over the newest leads of a campaign, which could not be looked at before they joined (`imported` by the finder): a line on stderr says
 * what they break. The leads are there and paid for, so that nothing which goes wrong here ends the command.
 */
export async function reportJoined(
  context: Surroundings,
  campaignId: number,
  added: number,
  {
    accept,
    imported = {},
  }: { accept?: readonly Waiver[] | undefined; imported?: Parameters<typeof verifiedIn>[0] } = {},
): Promise<void> {
  if (added === 0) return;
  try {
    const { status } = await receivingCampaign(context, campaignId);
    if (!writesAtOnce(status)) return;
    const waivers = activeWaivers(context, accept);
    const gate = await leadGateOf(context, campaignId, waivers);
    const tally = createFaultTally();
    const pages = context.service.api.pages(leads.list, { query: { campaignId } }, { limit: added });
    const newest: ItemOf<typeof leads.list>[] = [];
    for await (const { items } of pages) newest.push(...items);
    await gate.learn(() => [newest.map(({ email }) => email)]);
    for (const lead of newest) tally.add(lead, gate.faultsOf(lead));
    const findings = { problems: gate.problemsOf(tally, verifiedIn(imported)), unknown: gate.unknown };
    const { problems, unknown } = verdictOf(findings, waivers, { sampled: false });
    for (const line of notChecked(unknown)) context.screen.warn(line);
    const found =
      problems.map(({ rule, count }) => `${rule} ${grouped(count)}`).join(', ') || 'nothing found';
    const say = problems.some(({ severity }) => severity === 'block')
      ? context.screen.warn
      : context.screen.note;
    say(`Launch checks of the ${counted(tally.leads(), 'new lead')}: ${found}. ${checkLine(campaignId)}`);
  } catch (error) {
    if (!(error instanceof Failure) || isStop(error)) throw error;
    context.screen.warn(`The new leads are not checked: ${error.message}. ${checkLine(campaignId)}`);
  }
}
