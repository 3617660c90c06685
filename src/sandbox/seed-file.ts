import { campaigns } from '../contract/areas/campaigns.ts';
import { leads, leadsPerCall } from '../contract/areas/leads.ts';
import { Failure } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import {
  array,
  boolean,
  type Infer,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  type Problem,
  problemsOf,
  record,
  type Schema,
  string,
  unknown,
} from '../contract/schema.ts';
import { addressKey, addressProblem } from '../domain/email-address.ts';
import { profileProblems } from './world/answers/profile-file.ts';

const sender = object({
  address: string(1),
  givenName: optional(string(1, 255)),
  familyName: optional(string(0, 255)),
  provider: optional(oneOf(['google', 'microsoft', 'smtp'])),
  signature: optional(string()),
  /** Null has no warm-up, and so no score. */
  healthScore: optional(nullable(integer(0, 100))),
  connectedWeeks: optional(integer(0, 520)),
  isConnected: optional(boolean()),
  toggleGradualBuildUp: optional(boolean()),
  currentDailyLimit: optional(integer(...limits.senderDailyLimit)),
  maximumSendingsLimitPerDay: optional(integer(...limits.senderLimitRange)),
});

/** What the world says of a campaign beside the fields of the call that creates it. */
const campaignParts = {
  status: optional(oneOf(['draft', 'running', 'paused'])),
  schedule: optional(
    object({
      daysSchedule: optional(unknown()),
      startSchedule: optional(unknown()),
      endSchedule: optional(unknown()),
      minimumTimeBetweenEmails: optional(unknown()),
      maximumTimeBetweenEmails: optional(unknown()),
    }),
  ),
  sequence: optional(array(record({}))),
  signature: optional(string()),
  /** Addresses; all connected ones unless said. */
  senders: optional(array(string(1))),
  /** Addresses; all leads of the file unless said. */
  leads: optional(array(string(1))),
};

const top = object({
  seed: optional(string(1, 200)),
  credits: optional(integer(0, 100_000_000)),
  answers: optional(unknown()),
  senders: optional(array(record({}), 0, 500)),
  leads: optional(array(record({}), 0, 1_000_000)),
  campaigns: optional(array(record({}), 0, 1000)),
});

export type SeedSender = Infer<typeof sender>;
export type SeedLead = Infer<typeof leads.upsert.body>['leads'][number];
export type SeedCampaign = Infer<ReturnType<typeof partsOf>> & {
  /** For POST /campaigns. */
  readonly create: Infer<typeof campaigns.create.body>;
  /** For the call that replaces a sequence, with orders. */
  readonly steps: Infer<typeof campaigns.replaceSequence.body>['steps'];
};

/** A world as a file describes it, checked. */
export interface SeedWorld {
  readonly seed?: string | undefined;
  readonly credits?: number | undefined;
  readonly answers?: Record<string, unknown> | undefined;
  readonly senders?: readonly SeedSender[] | undefined;
  readonly leads: readonly SeedLead[];
  readonly campaigns: readonly SeedCampaign[];
}

const partsOf = () => object(campaignParts);
const parts = partsOf();
type Plain = Record<string, unknown>;
/** How a list of the file is called where one line holds one thing. */
const single: Readonly<Record<string, string>> = { sender: 'senders', lead: 'leads', campaign: 'campaigns' };

/**
 * Reads the description of a world: one JSON object, or NDJSON with one thing a line. Throws `usage` naming field,
 * value and reason of the first breach; all of them are in `extra.problems`.
 */
export function readSeedFile(name: string, content: string): SeedWorld {
  const { value, place } = parse(name, content.replace(/^\uFEFF/u, ''));
  const shape = problemsOf(top, value);
  const world = value as Plain;
  const problems = shape.length > 0 ? shape : [...problemsOfParts(world)];
  const [first] = problems;
  if (first)
    throw refused(
      name,
      problems.slice(0, 50).map((problem) => ({ ...problem, field: place(problem.field) })),
    );
  return {
    ...(world as Omit<SeedWorld, 'leads' | 'campaigns'>),
    leads: listOf(world.leads) as unknown as SeedLead[],
    campaigns: listOf(world.campaigns).map(campaignOf),
  };
}

function refused(name: string, problems: readonly Problem[]): Failure {
  const [first, ...rest] = problems.map(
    ({ field, value, reason }) => `${field === '' ? 'the file' : field} ${reason}${shown(value)}`,
  );
  return new Failure('usage', `${name}: ${first}`, {
    code: 'invalid_seed_file',
    hint:
      rest.length > 0
        ? `Also: ${rest.slice(0, 4).join('; ')}`
        : 'For how it is written: outreach help sandbox',
    extra: { problems },
  });
}

function shown(value: unknown): string {
  const text = value === undefined ? '' : (JSON.stringify(value) ?? '');
  return text === '' ? '' : `, not ${text.length > 80 ? `${text.slice(0, 80)}…` : text}`;
}

interface Parsed {
  readonly value: unknown;
  /** The field as somebody who looks at the file would call it. */
  place(field: string): string;
}

function parse(name: string, content: string): Parsed {
  try {
    return { value: JSON.parse(content), place: (field) => field };
  } catch (error) {
    const lines = content.split('\n');
    if (!/^\s*\{.*\}\s*$/u.test(lines.find((line) => line.trim() !== '') ?? ''))
      throw new Failure('usage', `${name} is not JSON: ${(error as Error).message}`, {
        code: 'invalid_seed_file',
        cause: error,
      });
    return fromLines(name, lines);
  }
}

/** `{"lead": {…}}`, `{"sender": {…}}`, `{"campaign": {…}}`, or `{"world": {…}}` with what there is once. */
function fromLines(name: string, lines: readonly string[]): Parsed {
  const value: Plain = {};
  const numbers = new Map<string, number>();
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const [kind, thing] = onlyEntry(name, line, at + 1);
    const list = single[kind];
    if (list === undefined) Object.assign(value, thing);
    else {
      const items = listOf(value[list]);
      numbers.set(`${list}.${items.length}`, at + 1);
      items.push(thing);
      value[list] = items;
    }
  }
  const place = (field: string) => {
    const [, item = '', rest = ''] = /^(\w+\.\d+)\.?(.*)$/u.exec(field) ?? [];
    const line = numbers.get(item);
    return line === undefined ? field : `line ${line}, ${rest === '' ? 'the whole' : rest}`;
  };
  return { value, place };
}

function onlyEntry(name: string, line: string, number: number): [string, Plain] {
  const wrong = (why: string) =>
    new Failure('usage', `${name}: line ${number} ${why}`, {
      code: 'invalid_seed_file',
      hint: 'A line holds one of {"world": {…}}, {"sender": {…}}, {"lead": {…}}, {"campaign": {…}}.',
    });
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch (error) {
    throw wrong(`is not JSON: ${(error as Error).message}`);
  }
  const [entry, ...more] = isPlain(read) ? Object.entries(read) : [];
  if (!entry || more.length > 0) throw wrong('must hold one thing under its name');
  const [kind, thing] = entry;
  if (kind !== 'world' && single[kind] === undefined)
    throw wrong(`holds a '${kind}', which is none of the four`);
  if (!isPlain(thing)) throw wrong(`: ${kind} must be an object`);
  return [kind, thing];
}

function* problemsOfParts(world: Plain): Generator<Problem> {
  if (world.answers !== undefined) yield* below('answers', profileProblems(world.answers));
  const senders = listOf(world.senders);
  yield* each('senders', senders, sender);
  yield* addresses('senders', senders, 'address');
  const people = listOf(world.leads);
  for (let from = 0; from < people.length; from += leadsPerCall)
    for (const problem of problemsOf(leads.upsert.body, { leads: people.slice(from, from + leadsPerCall) }))
      yield {
        ...problem,
        field: problem.field.replace(/^leads\.(\d+)/u, (_, at) => `leads.${from + Number(at)}`),
      };
  yield* addresses('leads', people, 'email');
  for (const [at, campaign] of listOf(world.campaigns).entries())
    yield* below(`campaigns.${at}`, problemsOfCampaign(campaign, world));
}

function* problemsOfCampaign(campaign: Plain, world: Plain): Generator<Problem> {
  const { own, create } = split(campaign);
  yield* problemsOf(parts, own);
  yield* problemsOf(campaigns.create.body as Schema, create);
  if (isPlain(own.schedule))
    yield* below('schedule', problemsOf(campaigns.schedule.body as Schema, own.schedule));
  if (Array.isArray(own.sequence))
    for (const problem of problemsOf(campaigns.replaceSequence.body, { steps: ordered(own.sequence) }))
      yield { ...problem, field: problem.field.replace(/^steps/u, 'sequence') };
  if (world.senders !== undefined) yield* named('senders', own.senders, listOf(world.senders), 'address');
  yield* named('leads', own.leads, listOf(world.leads), 'email');
  const starts = own.status === 'running' || own.status === 'paused';
  if (starts && listOf(own.sequence).length === 0)
    yield { field: 'sequence', value: undefined, reason: `is required where status is ${own.status}` };
  if (starts && listOf(own.leads ?? world.leads).length === 0)
    yield { field: 'leads', value: undefined, reason: `must name somebody where status is ${own.status}` };
}

function* each(list: string, items: readonly Plain[], schema: Schema): Generator<Problem> {
  for (const [at, item] of items.entries()) yield* below(`${list}.${at}`, problemsOf(schema, item));
}

function* below(field: string, problems: Iterable<Problem>): Generator<Problem> {
  for (const problem of problems)
    yield { ...problem, field: problem.field === '' ? field : `${field}.${problem.field}` };
}

/** Addresses that are none, and those that stand in the list twice. */
function* addresses(list: string, items: readonly Plain[], field: string): Generator<Problem> {
  const seen = new Set<string>();
  for (const [at, item] of items.entries()) {
    const value = item[field];
    if (typeof value !== 'string' || value === '') continue;
    const problem = (reason: string): Problem => ({ field: `${list}.${at}.${field}`, value, reason });
    const malformed = addressProblem(value.trim());
    if (malformed !== undefined) yield problem(`cannot be an email address: ${malformed}`);
    else if (seen.has(addressKey(value))) yield problem('stands in the list twice');
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

function campaignOf(campaign: Plain): SeedCampaign {
  const { own, create } = split(campaign);
  return { ...own, create, steps: ordered(listOf(own.sequence)) } as unknown as SeedCampaign;
}

function split(campaign: Plain): { own: Plain; create: Plain } {
  const entries = Object.entries(campaign);
  const isOwn = ([key]: [string, unknown]) => Object.hasOwn(campaignParts, key);
  return {
    own: Object.fromEntries(entries.filter(isOwn)),
    create: Object.fromEntries(entries.filter((entry) => !isOwn(entry))),
  };
}

/** The order of a step is its place, unless it is said. */
const ordered = (steps: readonly unknown[]): unknown[] =>
  steps.map((step, at) => (isPlain(step) ? { order: at + 1, ...step } : step));

const listOf = (value: unknown): Plain[] => (Array.isArray(value) ? (value as Plain[]) : []);

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
