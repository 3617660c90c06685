import { Failure } from '../../../base/errors.ts';
import { jsonText, parseJson } from '../../../base/lossless-json.ts';
import { type StoringPlace, withStoredLooks } from '../../../cli/answer/stored-looks.ts';
import type { Service } from '../../../cli/declare/command.ts';
import { begunLook } from '../../../cli/person/scrub-traces.ts';
import type { Api } from '../../../client/api/api.ts';
import { leads } from '../../../contract/areas/leads.ts';
import { blockKey, blockProblem } from '../../../contract/checks/block-value.ts';
import type { Lead } from '../lead-view.ts';

/** The address that an argument is; undefined for an id. Throws `usage` for neither. */
export function addressIn(idOrAddress: string): string | undefined {
  if (/^\d+$/.test(idOrAddress)) return undefined;
  const problem = idOrAddress.includes('@') ? blockProblem(idOrAddress) : 'it has no @';
  if (problem === undefined) return idOrAddress.trim();
  throw new Failure('bad_address', `'${idOrAddress}' is neither a lead id nor an email address: ${problem}`);
}

/**
 * The lead with this address; null where the service has none. Throws where the answer is about others, so that it does
 * not say whether there is one.
 */
export async function leadAt(api: Api, address: string): Promise<Lead | null> {
  const { items, hasMore } = await api.page(leads.list, { query: { email: address } });
  const found = items.find(({ email }) => blockKey(email) === blockKey(address));
  if (found !== undefined) return found;
  if (items.length === 0 && !hasMore) return null;
  throw new Failure('incomplete_list', `${address} could not be looked up: the service lists other leads`, {
    hint: 'Give the id of the lead instead. See: outreach leads list',
  });
}

/**
 * The lead with this id. Throws `not-found`, and `conflict` where its address is none: blocking `gmail.com` would block a
 * whole domain, and what names it here is about others.
 */
export async function leadWith({ api, find }: Pick<Service, 'api' | 'find'>, id: string): Promise<Lead> {
  const { lead } = await api(leads.get, { params: { id: await find.lead(id) } });
  if (lead.email.includes('@') && blockProblem(lead.email) === undefined) return lead;
  throw new Failure('bad_address', `Lead ${id} has no email address: the service says '${lead.email}'`, {
    kind: 'conflict',
    hint: `outreach leads get ${id}`,
  });
}

/** `lead 12, Ana Berg`. */
export const nameOf = ({ id, firstName, lastName }: Person): string =>
  [`lead ${id}`, fullName({ firstName, lastName })].filter(Boolean).join(', ');

export const fullName = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string =>
  [firstName, lastName].filter(Boolean).join(' ');

export type Person = Pick<Lead, 'id' | 'email' | 'firstName' | 'lastName'>;

/**
 * Stores who is about to be forgotten: once the lead is deleted, the service no longer says whose id it was. It goes when
 * nothing of the person is left on this machine.
 */
export const storeBegun = (place: StoringPlace, { id, email, firstName, lastName }: Person): Promise<void> =>
  withStoredLooks(place, async (stored) => {
    const text = jsonText({ id, email, firstName, lastName });
    for (const key of [String(id), blockKey(email)]) stored.keepLook(begunLook(key), text);
  });

/** Whom an earlier run began to forget, by id or address. */
export const findBegun = (place: StoringPlace, idOrAddress: string): Promise<Person | null> =>
  withStoredLooks(place, async (stored) => {
    const found = stored.findLook(begunLook(idOrAddress.includes('@') ? blockKey(idOrAddress) : idOrAddress));
    return found === undefined ? null : ((await parseJson(found)) as Person);
  });
