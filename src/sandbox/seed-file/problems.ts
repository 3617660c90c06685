import { counted } from '../../base/counted.ts';
import { isRecord } from '../../base/is-record.ts';
import { addressKey, addressProblem } from '../../contract/checks/email-address.ts';
import { isKey, isSandboxKey } from '../../contract/keys.ts';
import {
  type Filters,
  filterProblems,
  normalFilters,
  filters as searchFilters,
} from '../../contract/schema/filters.ts';
import { problemsOf } from '../../contract/schema/problems-of.ts';
import type { Problem } from '../../contract/schema/schema.ts';
import { givenKeys } from '../seed.ts';
import { profileProblems } from '../world/answers/profile-file.ts';
import { filterLists } from '../world/contacts/filter-lists.ts';
import { world as worldShape } from './shape.ts';

/** Everything that is wrong with the description of a world, each with field, value and reason. */
export function worldProblems(value: unknown): Problem[] {
  const shape = problemsOf(worldShape, value);
  return isRecord(value) ? [...shape, ...problemsOfWorld(value)] : shape;
}

function* problemsOfWorld(world: Plain): Generator<Problem> {
  if (world.answers !== undefined) yield* below('answers', profileProblems(world.answers));
  yield* problemsOfWorkspace(world, world.senders !== undefined);
  const children = listOf(world.workspaces);
  for (const [at, workspace] of children.entries())
    yield* below(`workspaces.${at}`, problemsOfWorkspace(workspace, true));
  yield* problemsOfKeys(children.map(({ key }) => key));
  const places = children.map((workspace, at) => ({ workspace, field: `workspaces.${at}.` }));
  yield* twice(
    [{ workspace: world, field: '' }, ...places].flatMap(({ workspace, field }) =>
      listOf(workspace.senders).map((item, at): [string, unknown] => [
        `${field}senders.${at}.address`,
        item.address,
      ]),
    ),
  );
}

/** None of them is repeated: it may be of the service. */
function* problemsOfKeys(keys: readonly unknown[]): Generator<Problem> {
  const given = givenKeys(keys.length);
  for (const [at, key] of keys.entries()) {
    if (typeof key !== 'string') continue;
    const problem = (reason: string): Problem => ({
      field: `workspaces.${at}.key`,
      value: undefined,
      reason,
    });
    if (!isKey(key) || !isSandboxKey(key)) yield problem('must be run_SANDBOX0_ and 40 letters or digits');
    else if (given.includes(key)) yield problem('is a key that the sandbox has already');
    else if (keys.indexOf(key) < at) yield problem('is in the list twice');
  }
}

/** `senders` says whether the file names all of its mailboxes; else it has the usual ones. */
function* problemsOfWorkspace(workspace: Plain, senders: boolean): Generator<Problem> {
  const people = listOf(workspace.leads);
  yield* malformed('senders', listOf(workspace.senders), 'address');
  yield* malformed('leads', people, 'email');
  yield* twice(people.map(({ email }, at) => [`leads.${at}.email`, email]));
  const campaigns = listOf(workspace.campaigns);
  const names = campaigns.map(({ name }) => name);
  for (const [at, campaign] of campaigns.entries())
    yield* below(`campaigns.${at}`, problemsOfCampaign(campaign, workspace, senders));
  for (const [at, search] of listOf(workspace.savedSearches).entries())
    yield* below(`savedSearches.${at}`, problemsOfSearch(search, names));
  for (const [at, job] of listOf(workspace.verificationJobs).entries())
    yield* below(`verificationJobs.${at}`, problemsOfJob(job, people));
}

function* problemsOfCampaign(campaign: Plain, workspace: Plain, senders: boolean): Generator<Problem> {
  const { status, sequence, leads = workspace.leads } = campaign;
  if (senders) yield* named('senders', campaign.senders, listOf(workspace.senders), 'address');
  yield* named('leads', campaign.leads, listOf(workspace.leads), 'email');
  if (status !== 'running' && status !== 'paused') return;
  const lacks = (field: string, what: string): Problem => ({
    field,
    value: undefined,
    reason: `${what} where status is ${status}`,
  });
  if (listOf(sequence).length === 0) yield lacks('sequence', 'is required');
  if (listOf(leads).length === 0) yield lacks('leads', 'must name at least one lead');
}

function* problemsOfSearch(
  { filters, campaign }: Plain,
  campaignNames: readonly unknown[],
): Generator<Problem> {
  if (problemsOf(searchFilters, filters).length === 0)
    yield* below('filters', filterProblems(normalFilters(filters as Filters), filterLists));
  const found = campaignNames.filter((name) => name === campaign).length;
  if (typeof campaign === 'string' && found !== 1)
    yield {
      field: 'campaign',
      value: campaign,
      reason: found === 0 ? 'must be the name of a campaign of the file' : 'is the name of several campaigns',
    };
}

function* problemsOfJob({ leads, share }: Plain, people: readonly Plain[]): Generator<Problem> {
  yield* named('leads', leads, people, 'email');
  const all = Array.isArray(leads) ? leads : people;
  if (verifiedOf(all, typeof share === 'number' ? share : undefined).length === 0)
    yield all.length === 0
      ? { field: 'leads', value: undefined, reason: 'must name at least one lead' }
      : { field: 'share', value: share, reason: `is none of ${counted(all.length, 'lead')}` };
}

function* below(field: string, problems: Iterable<Problem>): Generator<Problem> {
  for (const problem of problems)
    yield { ...problem, field: problem.field === '' ? field : `${field}.${problem.field}` };
}

function* malformed(list: string, items: readonly Plain[], field: string): Generator<Problem> {
  for (const [at, item] of items.entries()) {
    const value = item[field];
    const problem = typeof value === 'string' && value !== '' ? addressProblem(value.trim()) : undefined;
    if (problem !== undefined)
      yield { field: `${list}.${at}.${field}`, value, reason: `cannot be an email address: ${problem}` };
  }
}

/** Addresses that are in the file twice. */
function* twice(fields: readonly (readonly [field: string, value: unknown])[]): Generator<Problem> {
  const seen = new Set<string>();
  for (const [field, value] of fields) {
    if (typeof value !== 'string') continue;
    if (seen.has(addressKey(value))) yield { field, value, reason: 'is in the list twice' };
    seen.add(addressKey(value));
  }
}

function* named(list: string, value: unknown, items: readonly Plain[], field: string): Generator<Problem> {
  if (!Array.isArray(value)) return;
  const known = new Set(items.map((item) => addressKey(String(item[field]))));
  for (const [at, name] of value.entries())
    if (typeof name === 'string' && !known.has(addressKey(name)))
      yield { field: `${list}.${at}`, value: name, reason: `must be one of the ${list} of the file` };
}

/** What JSON gives, before anything is known of it. */
type Plain = Record<string, unknown>;

/** What is no list is an empty one here, and what is no object has no fields: the shape says so. */
const listOf = (value: unknown): Plain[] =>
  Array.isArray(value) ? value.map((item) => (isRecord(item) ? item : {})) : [];

/** The leads that a job of the past has verified. */
export const verifiedOf = <T>(leads: readonly T[], share = 1): T[] =>
  leads.slice(0, Math.round(leads.length * share));
