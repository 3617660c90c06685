import { Failure } from '../../../base/errors.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { type Account, allAccounts, ownAccount } from '../../../cli/stop/accounts.ts';
import { leads } from '../../../contract/areas/leads.ts';
import { addressIn, leadAt } from './find-person.ts';
import { forgetEverywhere, type PersonAt, type Receipt } from './forget-everywhere.ts';

/** Finds the person in the profile, or in all of them, and forgets them there and on this machine. */
export async function forgetPerson(
  context: Context,
  { lead, allProfiles }: { readonly lead: string; readonly allProfiles: boolean },
): Promise<Receipt> {
  const given = addressIn(lead);
  if (!allProfiles) return forgetEverywhere(context, [await ownPerson(context, lead, given)], false);
  if (given === undefined)
    throw new Failure('invalid_value', 'An id is another person in each profile: give the email address');
  const accounts = await allAccounts(context);
  const people = await Promise.all(accounts.map((account) => personIn(account, given)));
  return forgetEverywhere(context, people, true);
}

/** Throws `not-found` for an id that no lead has: without an address no one can be blocked. */
async function ownPerson(context: Context, lead: string, given: string | undefined): Promise<PersonAt> {
  const { api, find } = context;
  const account = ownAccount(context);
  if (given !== undefined) return { ...account, address: given, lead: await leadAt(api, given) };
  const found = await api(leads.get, { params: { id: await find.lead(lead) } });
  return { ...account, address: found.lead.email, lead: found.lead };
}

/** A profile that cannot be read keeps none of the others waiting. */
async function personIn(account: Account, address: string): Promise<PersonAt> {
  if ('failure' in account) return { ...account, address };
  try {
    return { ...account, address, lead: await leadAt(account.api, address) };
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    return { profile: account.profile, address, failure };
  }
}
