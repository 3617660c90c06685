import { counted } from '../../base/counted.ts';
import { isRecord } from '../../base/is-record.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { leads, leadsPerCall } from '../../contract/areas/leads.ts';
import { addressKey, addressProblem } from '../../contract/checks/email-address.ts';
import { isKey, isSandboxKey } from '../../contract/keys.ts';
import {
  type Filters,
  filterProblems,
  normalFilters,
  filters as searchFilters,
} from '../../contract/schema/filters.ts';
import { problemsOf } from '../../contract/schema/problems-of.ts';
import type { Problem, Schema } from '../../contract/schema/schema.ts';
import { givenKeys } from '../seed.ts';
import { profileProblems } from '../world/answers/profile-file.ts';
import { filterLists } from '../world/contacts/filter-lists.ts';
import { campaignParts, campaignShape, child, savedSearch, sender, top, verificationJob } from './shape.ts';

/** Everything that is wrong with the description of a world, each with field, value and reason. */
export function worldProblems(value: unknown): Problem[] {
  const shape = problemsOf(top, value);
  return shape.length > 0 ? shape : [...problemsOfWorld(value as Plain)];
}

function* problemsOfWorld(world: Plain): Generator<Problem> {
  if (world.answers !== undefined) yield* below('answers', profileProblems(world.answers));
  yield* problemsOfWorkspace(world, world.senders !== undefined);
  const children = listOf(world.workspaces);
  for (const [at, workspace] of children.entries())
    yield* below(`workspaces.${at}`, problemsOfChild(workspace));
  yield* problemsOfKeys(children.map(({ key }) => key));
  const places = children.map((workspace, at) => ({ workspace, field: `workspaces.${at}` }));
  yield* twice(
    [{ workspace: world, field: '' }, ...places].flatMap(({ workspace, field }) =>
      listOf(workspace.senders).map((item, at): [string, unknown] => [
        `${field === '' ? '' : `${field}.`}senders.${at}.address`,
        item.address,
      ]),
    ),
    addressKey,
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

function* problemsOfChild(workspace: Plain): Generator<Problem> {
  const shape = problemsOf(child, workspace);
  yield* shape;
  if (shape.length > 0) return;
  yield* problemsOfWorkspace(workspace, true);
}

/** `senders` says whether the file names all of its mailboxes; else it has the usual ones. */
function* problemsOfWorkspace(workspace: Plain, senders: boolean): Generator<Problem> {
  const mailboxes = listOf(workspace.senders);
  yield* each('senders', mailboxes, sender);
  yield* malformed('senders', mailboxes, 'address');
  const people = listOf(workspace.leads);
  for (let from = 0; from < people.length; from += leadsPerCall)
    for (const problem of problemsOf(leads.upsert.body, { leads: people.slice(from, from + leadsPerCall) }))
      yield {
        ...problem,
        field: problem.field.replace(/^leads\.(\d+)/u, (_, at) => `leads.${from + Number(at)}`),
      };
  yield* malformed('leads', people, 'email');
  yield* twice(
    people.map(({ email }, at) => [`leads.${at}.email`, email]),
    addressKey,
  );
  const names = listOf(workspace.campaigns).map(({ name }) => name);
  for (const [at, campaign] of listOf(workspace.campaigns).entries())
    yield* below(`campaigns.${at}`, problemsOfCampaign(campaign, workspace, senders));
  for (const [at, search] of listOf(workspace.savedSearches).entries())
    yield* below(`savedSearches.${at}`, problemsOfSearch(search, names));
  const jobs = listOf(workspace.verificationJobs);
  yield* each('verificationJobs', jobs, verificationJob);
  for (const [at, job] of jobs.entries()) yield* below(`verificationJobs.${at}`, problemsOfJob(job, people));
}

function* problemsOfCampaign(campaign: Plain, workspace: Plain, senders: boolean): Generator<Problem> {
  const { own, create } = splitCampaign(campaign);
  yield* problemsOf(campaignShape, own);
  yield* problemsOf(campaigns.create.body as Schema, create);
  if (isRecord(own.schedule))
    yield* below('schedule', problemsOf(campaigns.schedule.body as Schema, own.schedule));
  if (Array.isArray(own.sequence))
    for (const problem of problemsOf(campaigns.replaceSequence.body, { steps: ordered(own.sequence) }))
      yield { ...problem, field: problem.field.replace(/^steps/u, 'sequence') };
  if (senders) yield* named('senders', own.senders, listOf(workspace.senders), 'address');
  yield* named('leads', own.leads, listOf(workspace.leads), 'email');
  const starts = own.status === 'running' || own.status === 'paused';
  if (starts && listOf(own.sequence).length === 0)
    yield { field: 'sequence', value: undefined, reason: `is required where status is ${own.status}` };
  if (starts && listOf(own.leads ?? workspace.leads).length === 0)
    yield {
      field: 'leads',
      value: undefined,
      reason: `must name at least one lead where status is ${own.status}`,
    };
}

function* problemsOfSearch(search: Plain, campaignNames: readonly unknown[]): Generator<Problem> {
  yield* problemsOf(savedSearch, search);
  const { filters, campaign } = search;
  if (isRecord(filters)) {
    const shape = problemsOf(searchFilters, filters);
    const problems =
      shape.length > 0 ? shape : filterProblems(normalFilters(filters as Filters), filterLists);
    yield* below('filters', problems);
  }
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

function* each(list: string, items: readonly Plain[], schema: Schema): Generator<Problem> {
  for (const [at, item] of items.entries()) yield* below(`${list}.${at}`, problemsOf(schema, item));
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

/** Texts that are in the file twice, as `keyOf` reads them. */
function* twice(
  fields: readonly (readonly [field: string, value: unknown])[],
  keyOf: (value: string) => string,
): Generator<Problem> {
  const seen = new Set<string>();
  for (const [field, value] of fields) {
    if (typeof value !== 'string') continue;
    if (seen.has(keyOf(value))) yield { field, value, reason: 'is in the list twice' };
    seen.add(keyOf(value));
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
export type Plain = Record<string, unknown>;

export const listOf = (value: unknown): Plain[] => (Array.isArray(value) ? (value as Plain[]) : []);

/** What the file says of a campaign by itself, and what goes to the call that creates it. */
export function splitCampaign(campaign: Plain): { own: Plain; create: Plain } {
  const entries = Object.entries(campaign);
  const isOwn = ([key]: [string, unknown]) => Object.hasOwn(campaignParts, key);
  return {
    own: Object.fromEntries(entries.filter(isOwn)),
    create: Object.fromEntries(entries.filter((entry) => !isOwn(entry))),
  };
}

/** The leads that a job of the past has verified. */
export const verifiedOf = <T>(leads: readonly T[], share = 1): T[] =>
  leads.slice(0, Math.round(leads.length * share));

/** The order of a step is its place, unless it is said. */
export const ordered = (steps: readonly unknown[]): unknown[] =>
  steps.map((step, at) => (isRecord(step) ? { order: at + 1, ...step } : step));
