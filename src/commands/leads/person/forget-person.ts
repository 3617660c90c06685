import { Failure } from '../../../base/errors.ts';
import { storingPlace } from '../../../cli/answer/stored-looks.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { type Account, allAccounts, ownAccount, type Reached } from '../../../cli/stop/accounts.ts';
import { addressIn, findBegun, leadAt, leadWith } from './find-person.ts';
import type { PersonAt } from './forget-at.ts';
import { forgetEverywhere, type Receipt } from './forget-everywhere.ts';

export async function forgetPerson(
  context: Context,
  { lead, allProfiles }: { readonly lead: string; readonly allProfiles: boolean },
): Promise<Receipt> {
  const given = addressIn(lead);
  if (!allProfiles) return forgetEverywhere(context, [await ownPerson(context, lead, given)], false);
  if (given === undefined)
    throw new Failure(
      'invalid_value',
      'The same id is a different person in each profile: give the email address',
    );
  const accounts = await allAccounts(context);
  const people = await Promise.all(accounts.map((account) => personIn(context, account, given)));
  return forgetEverywhere(context, people, true);
}

/** Throws `not-found` for an id that no lead has or had: without an address no one can be blocked. */
async function ownPerson(context: Context, lead: string, given: string | undefined): Promise<PersonAt> {
  const account = ownAccount(context);
  if (given !== undefined) return placeOf(context, account, given);
  try {
    const found = await leadWith(context.service, lead);
    return { ...account, address: found.email, lead: found };
  } catch (error) {
    const begun =
      error instanceof Failure && error.kind === 'not-found'
        ? await findBegun(storingPlace(context), lead)
        : null;
    if (begun === null) throw error;
    return { ...account, address: begun.email, lead: begun };
  }
}

async function placeOf(context: Context, account: Account & Reached, address: string): Promise<PersonAt> {
  const lead =
    (await leadAt(account.api, address)) ??
    (await findBegun(storingPlace(context, account.settings), address));
  return { ...account, address, lead };
}

/** A profile that cannot be read keeps none of the others waiting. */
async function personIn(context: Context, account: Account, address: string): Promise<PersonAt> {
  if ('failure' in account) return { ...account, address };
  try {
    return await placeOf(context, account, address);
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    return { profile: account.profile, address, failure };
  }
}
