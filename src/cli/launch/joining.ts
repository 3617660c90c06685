import { leads } from '../../contract/areas/leads.ts';
import { changesCopy } from '../../contract/consent.ts';
import type { AnyInput, AnyOperation, Input } from '../../contract/operation.ts';
import { type CheckedLead, createFaultTally } from '../../domain/launch/lead-faults.ts';
import type { Waiver } from '../../domain/launch/problem.ts';
import type { Context } from '../declare/command.ts';
import type { Receiving } from '../declare/quote.ts';
import { checkNewCopy, type NewCopy } from './check-new-copy.ts';
import { type LeadGate, leadGateOf } from './lead-gate.ts';
import { refuseBlocked } from './refuse-blocked.ts';

/**
 * The launch checks of a call that lets a campaign write to people at once: those of its emails where the call replaces
 * them, else those of the people who join. Gives lines for the question. Throws `ended-badly` where a rule blocks.
 */
export async function checkJoining(
  context: Context,
  campaign: Receiving,
  operation: AnyOperation,
  input: AnyInput,
  accept: readonly Waiver[],
): Promise<readonly string[]> {
  if (changesCopy(operation)) return checkNewCopy(context, campaign, input.body as NewCopy, accept);
  const people = await peopleOf(context, operation, input);
  if (people === undefined) return [`Launch checks: ${notKnownBefore} ${checkLine(campaign.id)}`];
  const gate = await leadGateOf(context, campaign.id, accept);
  return checkPeople(gate, campaign, people, accept);
}

const notKnownBefore = 'these people are not known before they join. To check them then:';

export const checkLine = (campaign: number | string): string => `outreach campaigns check ${campaign}`;

function checkPeople(
  gate: LeadGate,
  campaign: Receiving,
  people: readonly CheckedLead[],
  accept: readonly Waiver[],
): readonly string[] {
  const tally = createFaultTally();
  for (const lead of people) tally.add(lead, gate.faultsOf(lead));
  return refuseBlocked(campaign, { problems: gate.problemsOf(tally), unknown: gate.unknown }, accept);
}

/** Whom a call adds, as the service would have them afterwards; undefined where only the service knows. */
async function peopleOf(
  context: Context,
  operation: AnyOperation,
  input: AnyInput,
): Promise<readonly CheckedLead[] | undefined> {
  const { api } = context;
  if (operation.id === leads.move.id) {
    const { lead } = await api(leads.get, { params: (input as Input<typeof leads.move>).params });
    return [lead];
  }
  if (operation.id !== leads.upsert.id) return undefined;
  const { body } = input as Input<typeof leads.upsert>;
  return Promise.all(body.leads.map((lead) => merged(context, lead)));
}

/** With what the service has of that address and the call leaves out. */
async function merged({ api }: Context, lead: CheckedLead): Promise<CheckedLead> {
  const { items } = await api.page(leads.list, { query: { email: lead.email } }, { limit: 1 });
  const [stored] = items;
  if (stored === undefined) return lead;
  return { ...stored, ...lead, customVariables: { ...stored.customVariables, ...lead.customVariables } };
}
