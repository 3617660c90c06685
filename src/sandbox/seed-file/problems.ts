import { counted } from '../../base/counted.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { addressKey } from '../../contract/checks/email-address.ts';
import { filterProblems, normalFilters, filters as searchFilters } from '../../contract/schema/filters.ts';
import { problemsOf } from '../../contract/schema/problems-of.ts';
import { type Problem, ruled } from '../../contract/schema/schema.ts';
import { minutesOpen } from '../../domain/window.ts';
import { givenKeys } from '../seed.ts';
import { defaultSchedule, windowOf } from '../world/campaign/campaigns.ts';
import { filterLists } from '../world/contacts/filter-lists.ts';
import { usualSenders } from '../world/mailboxes/seed-senders.ts';
import {
  type SeedCampaign,
  type SeedSavedSearch,
  type SeedSender,
  type SeedVerificationJob,
  type SeedWorkspace,
  type SeedWorld,
  world,
} from './shape.ts';

/** Everything that is wrong with the description of a world: with its fields, else with how they go together. */
export const worldProblems = (value: unknown): Problem[] => problemsOf(wholeWorld, value);

const wholeWorld = ruled(world, (given) => [...problemsOfWorld(given)]);

function* problemsOfWorld(world: SeedWorld): Generator<Problem> {
  yield* problemsOfWorkspace('', world, usualSenders);
  const children = (world.workspaces ?? []).map((child, at) => ({ at: `workspaces.${at}.`, ...child }));
  for (const { at, ...child } of children) yield* problemsOfWorkspace(at, child, []);
  const given = givenKeys(children.length);
  const keys = children.map(({ key }) => key);
  for (const [index, key] of keys.entries()) {
    if (key === undefined || (!given.includes(key) && keys.indexOf(key) === index)) continue;
    const reason = given.includes(key) ? 'is a key that the sandbox has already' : inListTwice;
    yield { field: `workspaces.${index}.key`, value: undefined, reason };
  }
  const mailboxes: [field: string, address: string][] = [];
  for (const { at, senders = [] } of [{ at: '', senders: world.senders }, ...children])
    for (const [index, { address }] of senders.entries())
      mailboxes.push([`${at}senders.${index}.address`, address]);
  yield* twice(mailboxes);
}

type Mailboxes = readonly Pick<SeedSender, 'address' | 'isConnected'>[];

/** `usual` are its mailboxes where the file names none. */
function* problemsOfWorkspace(at: string, workspace: SeedWorkspace, usual: Mailboxes): Generator<Problem> {
  const { campaigns = [], savedSearches = [], verificationJobs = [], senders = usual } = workspace;
  const leads = (workspace.leads ?? []).map(({ email }) => email);
  yield* twice(leads.map((email, index) => [`${at}leads.${index}.email`, email]));
  for (const [index, campaign] of campaigns.entries())
    yield* problemsOfCampaign(`${at}campaigns.${index}`, campaign, leads, senders);
  for (const [index, search] of savedSearches.entries())
    yield* problemsOfSearch(`${at}savedSearches.${index}`, search, campaigns);
  for (const [index, job] of verificationJobs.entries())
    yield* problemsOfJob(`${at}verificationJobs.${index}`, job, leads);
}

function* problemsOfCampaign(
  at: string,
  { status = 'draft', sequence = [], schedule, senders, leads }: SeedCampaign,
  people: readonly string[],
  mailboxes: Mailboxes,
): Generator<Problem> {
  const addresses = mailboxes.map(({ address }) => address);
  yield* unknown(at, 'senders', senders, addresses);
  yield* unknown(at, 'leads', leads, people);
  const window = windowOf({ ...defaultSchedule, ...omitUndefined(schedule ?? {}) });
  if (minutesOpen(window) === 0) {
    const reason = 'must be later in the day than startSchedule';
    yield { field: `${at}.schedule.endSchedule`, value: schedule?.endSchedule, reason };
  }
  if (status === 'draft') return;
  const lacks = (field: string, what: string): Problem => ({
    field: `${at}.${field}`,
    value: undefined,
    reason: `${what} where status is ${status}`,
  });
  if (sequence.length === 0) yield lacks('sequence', 'is required');
  if (window.days.length === 0) yield lacks('schedule.daysSchedule', 'must name at least one day');
  const named = new Set(senders?.map(addressKey));
  const sends = ({ address, isConnected = true }: Mailboxes[number]) =>
    isConnected && (senders === undefined || named.has(addressKey(address)));
  if (!mailboxes.some(sends)) yield lacks('senders', 'must name at least one connected mailbox');
  if ((leads ?? people).length === 0) yield lacks('leads', 'must name at least one lead');
}

function* problemsOfSearch(
  at: string,
  { filters, campaign }: SeedSavedSearch,
  campaigns: readonly SeedCampaign[],
): Generator<Problem> {
  if (problemsOf(searchFilters, filters).length === 0)
    for (const { field, ...problem } of filterProblems(normalFilters(filters), filterLists))
      yield { ...problem, field: `${at}.filters.${field}` };
  const found = campaigns.filter(({ name }) => name === campaign).length;
  const reason =
    found === 0 ? 'must be the name of a campaign of the file' : 'is the name of several campaigns';
  if (found !== 1) yield { field: `${at}.campaign`, value: campaign, reason };
}

function* problemsOfJob(
  at: string,
  { leads, share }: SeedVerificationJob,
  people: readonly string[],
): Generator<Problem> {
  yield* unknown(at, 'leads', leads, people);
  const all = leads ?? people;
  if (all.length === 0)
    yield { field: `${at}.leads`, value: undefined, reason: 'must name at least one lead' };
  else if (verifiedOf(all, share).length === 0)
    yield { field: `${at}.share`, value: share, reason: `is none of ${counted(all.length, 'lead')}` };
}

const inListTwice = 'is in the list twice';

/** Addresses that are in the file twice. */
function* twice(fields: readonly (readonly [field: string, value: string])[]): Generator<Problem> {
  const seen = new Set<string>();
  for (const [field, value] of fields) {
    if (seen.has(addressKey(value))) yield { field, value, reason: inListTwice };
    seen.add(addressKey(value));
  }
}

function* unknown(
  at: string,
  list: string,
  names: readonly string[] = [],
  known: readonly string[] = [],
): Generator<Problem> {
  const keys = new Set(known.map(addressKey));
  for (const [index, name] of names.entries())
    if (!keys.has(addressKey(name)))
      yield {
        field: `${at}.${list}.${index}`,
        value: name,
        reason: `must be one of the ${list} of the ${list === 'leads' ? 'file' : 'world'}`,
      };
}

/** The leads that a job of the past has verified. */
export const verifiedOf = <T>(leads: readonly T[], share = 1): T[] =>
  leads.slice(0, Math.round(leads.length * share));
