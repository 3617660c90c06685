import type { Sandbox } from '../state.ts';
import { isBlocked } from './blocklist.ts';
import type { Campaign } from './campaigns.ts';
import { peopleOf, personOf, reveal } from './contacts/people.ts';
import type { Import, SkipReason } from './imports.ts';
import { createLead, leadByEmail } from './leads.ts';
import { type VerificationCounts, verify } from './verification.ts';

export type Outcome = { readonly leadId: number } | { readonly skipped: SkipReason };

/** Makes a lead of a person, or says why not; who is skipped costs no credits (spec, Import rule 1). */
export function screen(
  sandbox: Sandbox,
  { workspaceId, verifyEmails, ledgerId }: Import,
  campaign: Campaign,
  person: number,
  verification: VerificationCounts,
): Outcome {
  const people = peopleOf(sandbox.seed);
  const found = reveal(people, person);
  if (found.kind === 'none') return { skipped: 'reveal_returned_no_address' };
  if (leadByEmail(sandbox, workspaceId, found.email)) return { skipped: 'already_in_workspace' };
  if (isBlocked(sandbox, workspaceId, found.email)) return { skipped: 'blocklisted' };
  if (found.kind === 'personal' && !campaign.settings.allowNonBusinessEmails)
    return { skipped: 'consumer_mailbox' };
  if (verifyEmails) {
    const verdict = verify(sandbox, workspaceId, found.email, ledgerId);
    if (verdict === undefined) verification.limitReached = true;
    else verification[verdict]++;
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
  return { leadId: createLead(sandbox, workspaceId, lead, 'finder') };
}
