import { counted, firstOf } from '../../base/counted.ts';
import { Failure, isStop } from '../../base/errors.ts';
import type { Api } from '../../client/api/api.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { leads } from '../../contract/areas/leads.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import type { Screen } from '../declare/command.ts';
import { inline } from '../output/text/inline.ts';

type Id = number | bigint | null | undefined;

/** `12 Autumn`; the id alone where no name is known. */
export const named = (id: Id, name: string | undefined): string | undefined =>
  id === null || id === undefined ? undefined : [id, name].filter(Boolean).join(' ');

/** The service gives leads one at a time: as many as a usual page holds. */
const mostPeople = 20;
const atOnce = 5;

/** Names for people to read beside ids. What cannot be read, or would take too many calls, has none. */
export function createNames(api: Api, note: Screen['note']) {
  const known = new Map<string, string>();
  const asked = new Set<string>();
  let isCutShort = false;
  let listed: Promise<ReadonlyMap<string, string>> | undefined;
  return {
    /** Of one of the newest 200. */
    async campaign(id: Id): Promise<string | undefined> {
      listed ??= campaignNames(api);
      return (await listed).get(String(id));
    },
    /** `Søren Garcia, Globex`, of each of these leads that has a name. */
    async people(leadIds: readonly Id[]): Promise<ReadonlyMap<string, string>> {
      const wanted = new Set(leadIds.flatMap((id) => (id === null || id === undefined ? [] : String(id))));
      const open = [...wanted].filter((id) => !asked.has(id));
      const unknown = open.slice(0, mostPeople - asked.size);
      if (open.length > unknown.length && !isCutShort)
        note(
          `Names are looked up for ${counted(mostPeople, 'person', 'people')}; the others are shown by their address.`,
        );
      isCutShort ||= open.length > unknown.length;
      for (let at = 0; at < unknown.length; at += atOnce)
        await Promise.all(
          unknown.slice(at, at + atOnce).map(async (id) => {
            asked.add(id);
            const answer = await ifReadable(api(once(leads.get), { params: { id: Number(id) } }));
            const { firstName, lastName, company } = answer?.lead ?? {};
            const person = [firstName, lastName].filter(Boolean).join(' ');
            const name = [person, company].filter(Boolean).join(', ');
            if (name) known.set(id, name);
          }),
        );
      return known;
    },
  };
}

async function campaignNames(api: Api): Promise<ReadonlyMap<string, string>> {
  const page = await ifReadable(api.page(once(campaigns.list), {}, { pageSize: 200 }));
  return new Map(page?.items.map(({ id, name }) => [String(id), name]));
}

type Mailbox = Readonly<Partial<Record<'address' | 'givenName' | 'familyName', string | null | undefined>>>;

/** Mailboxes as the people who get their emails see them. */
export const fromFact = (mailboxes: readonly Mailbox[]): string =>
  `From: ${firstOf(
    mailboxes.map(({ address, givenName, familyName }) => {
      const name = [givenName, familyName].filter(Boolean).join(' ');
      return inline(name === '' ? (address ?? 'not known') : `${name} <${address}>`, 200);
    }),
    3,
  )}`;

/** What is only mentioned is not worth a wait. */
export const once = <const O extends AnyOperation>(operation: O): O => ({ ...operation, tries: 1 });

/** What is only mentioned may fail: the ids are there. */
export async function ifReadable<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof Failure) || isStop(error)) throw error;
    return undefined;
  }
}
