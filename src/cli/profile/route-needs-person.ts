import { operations } from '../../contract/index.ts';
import type { AnyOperation } from '../../contract/operation.ts';

/** What services call things that spend, buy or send, beside the words of the contract. */
const others =
  /^(?:re|un|auto|bulk|force)?(?:activat|approv|book|buy|charg|checkout|confirm|continu|deliver|deploy|enabl|execut|import|invoice|launch|order|pay|publish|purchas|releas|repl(?:y|ies)|resum|send(?!er)|sourc|start|submit|topup|trigger|verif|(?:e?mail|go|live|play|run|runs|top)$)/;

/** The end of a path that has an effect: `resume`, `purchase`, `orders`. */
const endings = new Set(
  operations
    .filter(({ effect, mails }) => effect !== 'none' || mails === 'always')
    .map(({ route }) => literalsOf(route.path).at(-1) ?? ''),
);

/**
 * Whether a person has to agree to this route: it leads out of the collection of the operation, or names something that
 * may spend, buy or send. A call that only reads goes anywhere.
 */
export function routeNeedsPerson({ route }: AnyOperation, method: string, path: string): boolean {
  if (method === 'GET') return false;
  const [builtIn, given] = [literalsOf(route.path), literalsOf(path)];
  if (path.split('/')[1]?.toLowerCase() !== builtIn[0]) return true;
  return given.filter((word) => !builtIn.includes(word)).some(namesAnEffect);
}

const namesAnEffect = (segment: string): boolean =>
  endings.has(segment) || segment.split(/[^a-z0-9]+/).some((word) => endings.has(word) || others.test(word));

function literalsOf(path: string): string[] {
  return path
    .toLowerCase()
    .split('/')
    .filter((segment) => segment !== '' && !segment.startsWith(':'));
}
