import type { imports } from '../../../contract/areas/imports.ts';
import type { Output } from '../../../contract/operation.ts';
import { hashText } from '../../../domain/seeded-random.ts';
import { Refusal } from '../../core/handler.ts';
import type { Sandbox } from '../../core/state.ts';
import { among, draws } from '../contacts/companies.ts';
import { folded } from '../contacts/names.ts';
import { nameOf, peopleOf, personOf, reveal } from '../contacts/people.ts';

/**
 * What the other tool holds: invented, the same for the same key. No call is made. Any key opens it but these, which
 * rehearse the refusals: `malformed-key` (400), `wrong-key` (401), `unavailable-key` (500 of an import, 502 of the
 * accounts).
 */
export function openOtherTool(apiKey: string, unavailable: 500 | 502): number {
  const key = apiKey.trim();
  if (key === '' || key === 'malformed-key')
    throw new Refusal(400, 'apiKey does not have the form of an Instantly key', { field: 'apiKey' });
  if (key === 'wrong-key') throw new Refusal(401, 'Instantly does not accept this API key');
  if (key === 'unavailable-key')
    throw new Refusal(unavailable, 'Instantly could not be reached; nothing was imported');
  return hashText(key);
}

type Account = Output<typeof imports.instantlyAccounts>['accounts'][number];

const providers = ['google', 'other', 'other', 'microsoft', 'other', 'google'] as const;
const domains = ['try-harbour.example', 'harbour-mail.example'] as const;

export function accountsOf(sandbox: Sandbox, account: number): Account[] {
  const people = peopleOf(sandbox.seed);
  return providers.map((provider, at) => {
    const { firstName, lastName } = nameOf(people, among(draws(account, at, 61), people.count));
    const local = `${folded(firstName)}.${folded(lastName)}`.replaceAll(/[^a-z0-9.-]/g, '');
    return {
      email: `${local}@${domains[at % domains.length]}`,
      firstName,
      lastName,
      provider,
      dailyLimit: 20 + 10 * (draws(account, at, 62) % 3),
      status: draws(account, at, 63) % 5 === 0 ? 'paused' : 'active',
    };
  });
}

const templateColumns = 'email,firstName,lastName,imapServerUrl,smtpServerUrl,loginString,password';

/** The accounts that take SMTP and IMAP; the others need a consent in the app. The password is left to the person. */
export function csvTemplate(accounts: readonly Account[]): string {
  const lines = [templateColumns];
  for (const { provider, email, firstName, lastName } of accounts) {
    if (provider !== 'other') continue;
    const domain = email.slice(email.indexOf('@') + 1);
    const cells = [email, firstName, lastName, `imap.${domain}:993`, `smtp.${domain}:587`, email, ''];
    lines.push(cells.map(cell).join(','));
  }
  return `${lines.join('\n')}\n`;
}

const cell = (value: string | null | undefined): string =>
  /[",\n]/.test(value ?? '') ? `"${value?.replaceAll('"', '""')}"` : (value ?? '');

const names = ['Founders, spring', 'Agencies in Europe', 'Trial users who left'] as const;

export const otherCampaigns = names.map((name) => ({
  name,
  steps: [
    {
      order: 1,
      subject: 'A question for {company}',
      body: 'Hi {firstName},\nmay I ask you something?',
      delayDays: 0,
    },
    { order: 2, subject: '', body: 'Hi {firstName},\ndid my note reach you?', delayDays: 3 },
  ],
}));

const leadsPerCampaign = 20;

/** The people of a campaign over there, those with a business address. */
export function otherLeads(sandbox: Sandbox, account: number, campaign: number) {
  const people = peopleOf(sandbox.seed);
  const leads: Record<'email' | 'firstName' | 'lastName' | 'title' | 'company', string>[] = [];
  for (let at = 0; at < leadsPerCampaign; at++) {
    const person = among(draws(account, campaign * 1000 + at, 64), people.count);
    const revealed = reveal(people, person);
    if (revealed.kind !== 'business') continue;
    const { firstName, lastName, title, company } = personOf(people, person);
    leads.push({ email: revealed.email, firstName, lastName, title, company: company.name });
  }
  return leads;
}
