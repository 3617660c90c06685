import { Failure } from '../../base/errors.ts';
import { sentenceOf } from '../core/request.ts';
import { worldProblems } from './problems.ts';
import type { SeedWorld } from './shape.ts';

/**
 * Reads the description of a world, one JSON object. Throws `usage` naming field, value and reason of the first breach;
 * all of them are in `extra.problems`.
 */
export function readSeedFile(name: string, content: string): SeedWorld {
  const world = parse(name, content);
  const problems = worldProblems(world).slice(0, 50);
  const [first, ...rest] = problems.map((problem) => sentenceOf(problem, 'the file'));
  if (first !== undefined)
    throw new Failure('invalid_seed_file', `${name}: ${first}`, {
      ...(rest.length > 0 && { hint: `Also: ${rest.slice(0, 4).join('; ')}` }),
      extra: { problems },
    });
  return world as SeedWorld;
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
