import { Failure } from '../../base/errors.ts';
import { isRecord } from '../../base/is-record.ts';
import type { Problem } from '../../contract/schema/schema.ts';
import { sentenceOf } from '../core/request.ts';
import { listOf, type Plain, worldProblems } from './problems.ts';
import type { SeedWorld, Whole } from './shape.ts';

/** How a list of the file is called where one line holds one thing. */
const single: Readonly<Record<string, string>> = {
  sender: 'senders',
  lead: 'leads',
  campaign: 'campaigns',
  savedSearch: 'savedSearches',
  verificationJob: 'verificationJobs',
  workspace: 'workspaces',
};

/**
 * Reads the description of a world: one JSON object, or NDJSON with one thing a line. Throws `usage` naming field,
 * value and reason of the first breach; all of them are in `extra.problems`.
 */
export function readSeedFile(name: string, content: string): SeedWorld {
  const { value, place } = parse(name, content.replace(/^\uFEFF/u, ''));
  const world = inOrder(value);
  const problems = worldProblems(world);
  if (problems.length > 0)
    throw refused(
      name,
      problems.slice(0, 50).map((problem) => ({ ...problem, field: place(problem.field) })),
    );
  const { workspaces = [], ...main } = world as SeedWorld;
  return { ...whole(main), workspaces: workspaces.map(whole) };
}

const noLists = { leads: [], campaigns: [], savedSearches: [], verificationJobs: [] };
const whole = <T extends object>(described: T) => ({ ...noLists, ...described }) as unknown as Whole<T>;

/** The order of a step is its place, unless it is said. */
function inOrder(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { campaigns, workspaces } = value;
  return {
    ...value,
    ...(Array.isArray(campaigns) && { campaigns: campaigns.map(withOrders) }),
    ...(Array.isArray(workspaces) && { workspaces: workspaces.map(inOrder) }),
  };
}

function withOrders(campaign: unknown): unknown {
  if (!isRecord(campaign) || !Array.isArray(campaign.sequence)) return campaign;
  const numbered = (step: unknown, at: number) => (isRecord(step) ? { order: at + 1, ...step } : step);
  return { ...campaign, sequence: campaign.sequence.map(numbered) };
}

function refused(name: string, problems: readonly Problem[]): Failure {
  const [first, ...rest] = problems.map((problem) => sentenceOf(problem, 'the file'));
  return new Failure('invalid_seed_file', `${name}: ${first}`, {
    ...(rest.length > 0 && { hint: `Also: ${rest.slice(0, 4).join('; ')}` }),
    extra: { problems },
  });
}

interface Parsed {
  readonly value: unknown;
  /** The field by its name in the file. */
  place(field: string): string;
}

function parse(name: string, content: string): Parsed {
  try {
    return { value: JSON.parse(content), place: (field) => field };
  } catch (error) {
    const lines = content.split('\n');
    if (!/^\s*\{.*\}\s*$/u.test(lines.find((line) => line.trim() !== '') ?? ''))
      throw new Failure('invalid_seed_file', `${name} is not JSON: ${(error as Error).message}`, {
        cause: error,
      });
    return fromLines(name, lines);
  }
}

/** `{"lead": {…}}`, one of the others of {@link single}, or `{"world": {…}}` with what there is once. */
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
    new Failure('invalid_seed_file', `${name}: line ${number} ${why}`, {
      hint: `A line holds one of ${['world', ...Object.keys(single)].map((kind) => `{"${kind}": {…}}`).join(', ')}.`,
    });
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch (error) {
    throw wrong(`is not JSON: ${(error as Error).message}`);
  }
  const [entry, ...more] = isRecord(read) ? Object.entries(read) : [];
  if (!entry || more.length > 0) throw wrong('must hold one thing under its name');
  const [kind, thing] = entry;
  if (kind !== 'world' && single[kind] === undefined) throw wrong(`holds a '${kind}', which is none of them`);
  if (!isRecord(thing)) throw wrong(`: ${kind} must be an object`);
  return [kind, thing];
}
