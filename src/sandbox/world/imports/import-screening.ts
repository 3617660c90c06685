import type { Sandbox } from '../../core/state.ts';
import type { Workspace } from '../account/workspaces.ts';
import type { Campaign } from '../campaign/campaigns.ts';
import { peopleOf, personOf, reveal } from '../contacts/people.ts';
import { isBlocked } from '../leads/blocklist.ts';
import { createLead, type LeadOrigin, leadByEmail } from '../leads/leads.ts';
import type { SkipReason } from './import-records.ts';
import { noVerdicts, type VerificationCounts, type Verifier } from './verification.ts';

export type Outcome = { readonly leadId: number } | { readonly skipped: SkipReason };

/** What a batch of an import is looked at with. */
interface Screening {
  readonly workspace: Workspace;
  readonly campaign: Pick<Campaign, 'settings'>;
  /** Absent where the import does not verify. */
  readonly verifier: Verifier | undefined;
  readonly counts: VerificationCounts;
  /** `finder` unless said. */
  readonly origin?: LeadOrigin;
}

/** Makes a lead of a person, or says why not; who is skipped costs no credits (spec, Import rule 1). */
export function screen(
  sandbox: Sandbox,
  { workspace, campaign, verifier, counts, origin = 'finder' }: Screening,
  person: number,
): Outcome {
  const people = peopleOf(sandbox.seed);
  const found = reveal(people, person);
  if (found.kind === 'none') return { skipped: 'reveal_returned_no_address' };
  if (leadByEmail(sandbox, workspace.id, found.email)) return { skipped: 'already_in_workspace' };
  if (isBlocked(sandbox, workspace.id, found.email)) return { skipped: 'blocklisted' };
  if (found.kind === 'personal' && !campaign.settings.allowNonBusinessEmails)
    return { skipped: 'consumer_mailbox' };
  if (verifier) {
    const verdict = verifier.verify(found.email);
    if (verdict === undefined) counts.limitReached = true;
    else counts[verdict]++;
    if (verdict === 'invalid') return { skipped: 'invalid_email' };
  }
  const { firstName, lastName, title, company, location } = personOf(people, person);
  const lead = {
    email: found.email,
    firstName,
    lastName,
    title,
    company: company.name,
    website: `https://${company.domain}`,
    customVariables: { industry: company.industry, city: location.city, country: location.country },
  };
  return { leadId: createLead(sandbox, workspace.id, lead, origin) };
}

/**
 * Makes leads of as many people as are wanted, without verifying their addresses; gives how many it has looked at for it.
 */
export function screenUntil(
  sandbox: Sandbox,
  wanted: number,
  people: Iterable<number>,
  screening: Pick<Screening, 'workspace' | 'campaign' | 'origin'>,
): { leads: number[]; looked: number } {
  const counts = { ...noVerdicts };
  const leads: number[] = [];
  let looked = 0;
  for (const person of people) {
    if (leads.length >= wanted) break;
    looked++;
    const outcome = screen(sandbox, { ...screening, verifier: undefined, counts }, person);
    if ('leadId' in outcome) leads.push(outcome.leadId);
  }
  return { leads, looked };
}
