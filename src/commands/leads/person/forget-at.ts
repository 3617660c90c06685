import { Failure, isStop } from '../../../base/errors.ts';
import type { Connected } from '../../../cli/declare/context-parts.ts';
import { type DryRun, dryRunOf } from '../../../cli/declare/early-end.ts';
import type { Agreement } from '../../../cli/declare/quote.ts';
import type { Settings } from '../../../cli/declare/settings.ts';
import { whole } from '../../../cli/find/find-in-pages.ts';
import { inline } from '../../../cli/output/text/inline.ts';
import { refusedHere } from '../../../cli/profile/read-only-here.ts';
import type { Api } from '../../../client/api/api.ts';
import { blocklist } from '../../../contract/areas/blocklist.ts';
import { leads } from '../../../contract/areas/leads.ts';
import { blockKey } from '../../../contract/checks/block-value.ts';
import { leadAt, nameOf, type Person } from './find-person.ts';

/** A person at an account, or why that cannot be known. */
export type PersonAt = { readonly profile: string | null; readonly address: string } & (
  | PlaceOfPerson
  | { readonly failure: Failure }
);

export interface PlaceOfPerson extends Connected {
  readonly settings: Settings;
  readonly address: string;
  /** Null where the service has no lead with this address, nor had one when forgetting began. */
  readonly lead: Person | null;
}

/** Whether the address was added to the blocklist, or there already. May be repeated. */
export async function block({ api, address }: PlaceOfPerson): Promise<'added' | 'already'> {
  const { created } = await api(blocklist.add, { body: { values: [blockKey(address)] } });
  if (created > 0) return 'added';
  // What is skipped is blocked already, or invalid (spec, Blocklist): only the list tells which.
  if (await isBlocked(api, address)) return 'already';
  throw new Failure(
    'not_all_forgotten',
    `The service did not block ${address}, and it is not on the blocklist; nothing was deleted`,
    { kind: 'conflict', hint: `outreach blocklist check ${address}` },
  );
}

async function isBlocked(api: Api, address: string): Promise<boolean> {
  for await (const { items } of whole(api.pages(blocklist.list, {})))
    if (items.some((entry) => blockKey(entry.emailAddress ?? '') === blockKey(address))) return true;
  return false;
}

/**
 * Whether the person is blocked and gone in spite of a failure: another profile of the same workspace may have done it,
 * or the answer to the deletion was lost.
 */
export async function isForgotten({ api, address }: PlaceOfPerson): Promise<boolean> {
  try {
    return (await isBlocked(api, address)) && (await leadAt(api, address)) === null;
  } catch (error) {
    if (error instanceof Failure && !isStop(error)) return false;
    throw error;
  }
}

/** Asks where no agreement is given. */
const approveDeletion = ({ approve }: PlaceOfPerson, lead: Person, agreed: Agreement | undefined) =>
  approve(
    leads.delete,
    { params: { id: lead.id } },
    () => ({ spend: {}, facts: [], deletes: { what: inline(nameOf(lead)) } }),
    { agreed },
  );

/** What the run would send; throws what keeps it from being done. In a dry run each call ends in its request. */
export async function requestsOf(place: PlaceOfPerson): Promise<DryRun[]> {
  const { api, lead, address, settings } = place;
  const refused = refusedHere(settings);
  if (refused) throw refused;
  const block = await dryRunOf(api(blocklist.add, { body: { values: [blockKey(address)] } }));
  return lead === null ? [block] : [block, await dryRunOf(approveDeletion(place, lead, undefined))];
}

/** Whether there was a lead to delete; true also where someone else has deleted it meanwhile. May be repeated. */
export async function deleteLead(place: PlaceOfPerson, agreed: Agreement | undefined): Promise<boolean> {
  const { lead } = place;
  if (lead === null) return false;
  const approval = await approveDeletion(place, lead, agreed);
  try {
    await place.api(leads.delete, { params: { id: lead.id } }, approval);
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'not-found' || (await isThere(place.api, lead)))
      throw error;
  }
  return true;
}

async function isThere(api: Api, { id }: Person): Promise<boolean> {
  try {
    await api(leads.get, { params: { id } });
    return true;
  } catch (error) {
    if (error instanceof Failure && error.kind === 'not-found') return false;
    throw error;
  }
}
