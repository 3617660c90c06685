import { Failure } from '../../base/errors.ts';
import { isRecord } from '../../base/is-record.ts';
import type { Problem } from '../../contract/schema/schema.ts';
import { sentenceOf } from '../core/request.ts';
import { worldProblems } from './problems.ts';
import type { SeedWorld, Whole } from './shape.ts';

/**
 * Reads the description of a world, one JSON object. Throws `usage` naming field, value and reason of the first breach;
 * all of them are in `extra.problems`.
 */
export function readSeedFile(name: string, content: string): SeedWorld {
  const world = inOrder(parse(name, content));
  const problems = worldProblems(world);
  if (problems.length > 0) throw refused(name, problems.slice(0, 50));
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

function parse(name: string, content: string): unknown {
  try {
    return JSON.parse(content.replace(/^\uFEFF/u, ''));
  } catch (error) {
    throw new Failure('invalid_seed_file', `${name} is not JSON: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
