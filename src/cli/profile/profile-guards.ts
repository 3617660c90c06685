import { grouped } from '../../base/counted.ts';
import { parseUrl } from '../../base/parse-url.ts';
import { sameService } from '../../contract/checks/same-service.ts';
import { operations } from '../../contract/index.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import { isGuarding } from '../../local/profile.ts';
import type { Files } from '../declare/command.ts';
import { parseRoute } from './route-override.ts';
import type { existing } from './settings.ts';

export type Profile = ReturnType<typeof existing>;
/** Undefined where the profile has none. */
export type SavedKey = ReturnType<Files['profiles']['key']>;

/**
 * What in a profile holds calls back: what a change takes from it, a line each; none where it stays as it is or gets stricter.
 * Raising it is free; lowering it takes a person at a terminal.
 */
type ProfileGuard = (before: Profile, after: Profile, key: SavedKey) => string[];

const readOnly: ProfileGuard = (before, after) =>
  before.readOnly && !after.readOnly ? ['read-only is switched off'] : [];

const consent: ProfileGuard = (before, after) =>
  before.consent === 'person' && after.consent !== 'person'
    ? ['--yes is consent again, without a person (consent)']
    : [];

const dailyCeiling =
  (setting: 'maxCreditsPerDay' | 'maxUsdPerDay', unit: string): ProfileGuard =>
  ({ [setting]: before }, { [setting]: after }) => {
    if (before === undefined || (after !== undefined && after <= before)) return [];
    return [`${unit} a day: ${grouped(before)} -> ${after === undefined ? 'no ceiling' : grouped(after)}`];
  };

/**
 * Where an operation with an effect goes decides what is paid and who gets mail: no change of it is a stricter one. Any
 * other that changes something may move within its collection, away from what could have an effect.
 */
const routes: ProfileGuard = ({ routes: before = {} }, { routes: after = {} }) =>
  operations.flatMap((operation) => {
    const { id, effect } = operation;
    if (before[id] === after[id] || (effect === 'none' && !isRisky(operation, after[id]))) return [];
    return [`route of ${id}: ${before[id] ?? 'built in'} -> ${after[id] ?? 'built in'}`];
  });

function isRisky(operation: AnyOperation, text: string | undefined): boolean {
  if (text === undefined) return false;
  const { method, path } = parseRoute(text);
  return routeNeedsPerson(operation, method, path);
}

/** A waiver loosens: giving one, or another reason or a later end for it, needs a person; taking it back is free. */
const waivers: ProfileGuard = ({ accept: before = [] }, { accept: after = [] }) =>
  after.flatMap((one) => {
    if (before.some((other) => JSON.stringify(other) === JSON.stringify(one))) return [];
    const { rule, reason, until } = one;
    return [`campaigns may break the rule ${rule}${until === undefined ? '' : ` until ${until}`}: ${reason}`];
  });

/** A saved key is bound to the service it was tried against; to send it to another address needs a person's agreement. */
const keyAddress: ProfileGuard = ({ mcpUrl: before }, { mcpUrl: after }, key) => {
  if (key === undefined || after === undefined || after === before) return [];
  const known = [key.origin, originOf(before ?? '')];
  return known.includes(originOf(after)) ? [] : [`the key also goes to ${after} (mcp-url)`];
};

/** Guards are of the service as it was: at another address they would hold back nothing of it. */
const place: ProfileGuard = (before, after) => {
  if (!isGuarding(before) || before.baseUrl === undefined) return [];
  if (after.baseUrl !== undefined && sameService(before.baseUrl, after.baseUrl)) return [];
  return [`its guards no longer hold at ${before.baseUrl}: base-url -> ${after.baseUrl ?? 'none'}`];
};

const originOf = (address: string): string | undefined => parseUrl(address)?.origin;

/** Which guards a change of a profile with this key would lower, a line each. A new guard is one entry here. */
export const loweredGuards: ProfileGuard = (...change) =>
  [
    ...[
      readOnly,
      consent,
      dailyCeiling('maxCreditsPerDay', 'credits'),
      dailyCeiling('maxUsdPerDay', 'dollars'),
    ],
    ...[routes, waivers, keyAddress, place],
  ].flatMap((lowered) => lowered(...change));

/** What services call things that spend, buy or send, beside the words of the contract. */
const others =
  /^(?:re|un|auto|bulk|force)?(?:activat|approv|book|buy|charg|checkout|confirm|continu|deliver|deploy|enabl|execut|import|invoice|launch|order|pay|publish|purchas|releas|repl(?:y|ies)|resum|send(?!er)|sourc|start|submit|topup|trigger|verif|(?:e?mail|go|live|play|run|runs|top)$)/;

/** The end of a path that has an effect: `resume`, `purchase`, `orders`. */
const endings = new Set(
  operations.flatMap(({ effect, mails, route }) =>
    effect !== 'none' || mails === 'always' ? (literalsOf(route.path).at(-1) ?? '') : [],
  ),
);

/** Whether a person has to agree to this route: it leaves its collection, or may spend, buy or send. No read does. */
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
