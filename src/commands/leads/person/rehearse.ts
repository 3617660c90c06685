import { Failure } from '../../../base/errors.ts';
import { describeDryRun } from '../../../cli/answer/show-request.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { DryRun, DryRunOfAll } from '../../../cli/declare/early-end.ts';
import { refusedHere } from '../../../cli/profile/read-only-here.ts';
import { placeOfKey } from '../../../cli/stop/accounts.ts';
import { blocklist } from '../../../contract/areas/blocklist.ts';
import { blockKey } from '../../../contract/checks/block-value.ts';
import { isSameWorkspace } from '../../../domain/blocklist.ts';
import { approveDeletion, type PlaceOfPerson } from './forget-at.ts';
import { failed, type PersonAt, rowOf, type Tried } from './receipt-row.ts';

/** What the run would do at each account. As there, what one may not do is done where another of its workspace does it. */
export async function rehearseAll(context: Context, people: readonly PersonAt[]): Promise<Tried[]> {
  const tried = await Promise.all(people.map(rehearseAt));
  const planned = people.filter((_, at) => tried[at]?.row.outcome === 'planned');
  return Promise.all(
    tried.map(async (one, at): Promise<Tried> => {
      const person = people[at];
      if (one.failure?.kind !== 'forbidden' || !person || 'failure' in person) return one;
      const others = planned.flatMap((other) => ('failure' in other ? [] : [other]));
      return (await isDoneBy(context, others, person))
        ? { row: { ...rowOf(person), outcome: 'planned', error: null, requests: [] } }
        : one;
    }),
  );
}

async function isDoneBy(
  context: Context,
  others: readonly PlaceOfPerson[],
  person: PlaceOfPerson,
): Promise<boolean> {
  if (others.length === 0) return false;
  const placeOf = ({ api, settings: { baseUrl } }: PlaceOfPerson) =>
    placeOfKey({ api, baseUrl }, context.screen);
  const own = await placeOf(person);
  return (await Promise.all(others.map(placeOf))).some((place) => isSameWorkspace(place, own));
}

async function rehearseAt(person: PersonAt): Promise<Tried> {
  if ('failure' in person) return failed(person, person.failure);
  try {
    const requests = await Promise.all((await requestsOf(person)).map(describeDryRun));
    return { row: { ...rowOf(person), outcome: 'planned', error: null, requests } };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return failed(person, error);
  }
}

/** Throws what keeps it from being done. */
export async function rehearsed(person: PersonAt | undefined): Promise<DryRun | DryRunOfAll> {
  const requests = await requestsOf(person as PlaceOfPerson);
  const [first] = requests;
  return first && requests.length === 1 ? first : new DryRunOfAll(requests);
}

/** In a dry run each call ends in its request. */
async function requestsOf(place: PlaceOfPerson): Promise<DryRun[]> {
  const { api, lead, address, settings } = place;
  const refused = refusedHere(settings);
  if (refused) throw refused;
  const requestOf = (call: Promise<unknown>): Promise<DryRun> =>
    call.then(
      () => Promise.reject(new Error('a dry run made a call')),
      (ended) => (ended instanceof DryRun ? ended : Promise.reject(ended)),
    );
  const block = await requestOf(api(blocklist.add, { body: { values: [blockKey(address)] } }));
  return lead === null ? [block] : [block, await requestOf(approveDeletion(place, lead, undefined))];
}
