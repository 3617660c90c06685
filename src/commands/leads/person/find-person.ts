import { Failure } from '../../../base/errors.ts';
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

/** The lead with this address; null where the service has none. */
export async function leadAt(api: Api, address: string): Promise<Lead | null> {
  const { items } = await api.page(leads.list, { query: { email: address } });
  return items.find(({ email }) => blockKey(email) === blockKey(address)) ?? null;
}

/** `lead 12, Ana Berg`. */
export const nameOf = ({ id, firstName, lastName }: Lead): string =>
  [`lead ${id}`, fullName({ firstName, lastName })].filter(Boolean).join(', ');

export const fullName = ({ firstName, lastName }: Pick<Lead, 'firstName' | 'lastName'>): string =>
  [firstName, lastName].filter(Boolean).join(' ');
