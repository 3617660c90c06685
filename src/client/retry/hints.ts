import { counted } from '../../base/counted.ts';
import { duration } from '../../base/duration.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import type { WireAnswer } from '../../contract/wire.ts';
import { witnessCommand } from '../../contract/witnesses.ts';
import { hintOfCall } from './call-hints.ts';
import { routeCommand } from './route-hint.ts';

/** What to do next, per kind of trouble; where it is a command, one that works when pasted. */

/** The command that lists an area's items, for an id that leads nowhere. */
const listOfArea: Readonly<Record<string, string>> = {
  leads: 'outreach leads list',
  senders: 'outreach senders list',
  campaigns: 'outreach campaigns list',
  finder: 'outreach finder imports list',
  dfy: 'outreach dfy orders list',
  autopilot: 'outreach autopilot list',
  icps: 'outreach icps list',
  replies: 'outreach replies list',
  drafts: 'outreach drafts list',
  webhooks: 'outreach webhooks list',
  blocklist: 'outreach blocklist list',
  workspaces: 'outreach workspaces list',
  verification: 'outreach verification jobs list',
  placement: 'outreach senders list',
};

/** The smallest and largest purchase of credits. */
const purchase = { min: 1000, max: 10_000 };

/** How to see whether a call of unknown outcome worked. */
export function checkHint(operation: AnyOperation, input: AnyInput): string {
  if (operation.retry.kind === 'idempotencyKey' && input.idempotencyKey !== undefined)
    return keyHint(operation, input);
  if (operation.retry.kind === 'safe') return 'It may have happened; running it again does no harm';
  if (operation.retry.kind !== 'checkFirst')
    return 'It may have happened: look before you repeat it; repeating does it again';
  const { witness } = operation.retry;
  const id = /\.(get|run)$/.test(witness) ? input.params?.id : undefined;
  const command = [witnessCommand(witness), id].filter((part) => part !== undefined);
  return `Do not repeat it before you know: ${command.join(' ')} shows whether it happened`;
}

/** With its key it can be asked for again: what was done once is given again. */
function keyHint({ id }: AnyOperation, { idempotencyKey: key }: AnyInput): string {
  const list = listOfArea[id.split('.')[0] ?? ''];
  const look = list === undefined ? '' : `: ${list} shows whether it happened`;
  return `Do not repeat it with another key${look}. With --idempotency-key ${key} it never happens twice`;
}

export interface Refused {
  readonly operation: AnyOperation;
  readonly answer: WireAnswer;
  readonly code: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;
}

/** What to do about a refusal in the service's own words. */
export function refusalHint(refused: Refused): string | undefined {
  const { operation, answer } = refused;
  return hintOfCode(refused) ?? hintOfCall(operation, answer) ?? hintOfStatus(refused);
}

function hintOfCode({ code, body }: Refused): string | undefined {
  if (code === 'insufficient_credits') return `Buy more: outreach credits buy ${missingCredits(body)}`;
  if (code === 'billing_required') return 'Start a subscription and save a default card in the app first';
  if (code === 'payment_failed') return 'No money moved. Check the saved card in the app, then try again';
  if (code === 'purchase_incomplete')
    return 'The card was charged but the credits are missing; support has been told. Do not buy again: outreach credits transactions shows when they arrive';
  if (code === 'campaign_not_found') return 'See which there are: outreach campaigns list';
  if (code === 'import_running') return runningImportHint(body.importId ?? body.runningImportId);
  if (code === 'results_expired')
    return 'Search again and import from the new results: outreach finder search';
  if (code === 'contact_cap_reached')
    return 'Delete leads that are done with, or raise the contact limit of the plan';
  if (code === 'trial_allowance_exceeded')
    return `Send ${typeof body.remaining === 'number' ? `${counted(body.remaining, 'address', 'addresses')} or fewer` : 'fewer addresses'}, or end the trial in the app; what is left: outreach verification rates`;
  if (code === 'inbox_placement_required') return 'Add inbox placement to the plan in the app';
  if (code === 'inbox_placement_hypergrowth_required')
    return 'Needs the Hypergrowth tier of inbox placement: change the plan in the app';
  if (isId(body.existingOrderId)) return `See that order: outreach dfy orders get ${body.existingOrderId}`;
  return undefined;
}

function runningImportHint(id: unknown): string {
  const wait = isId(id) ? `outreach finder imports wait ${id}` : 'outreach finder imports list';
  return `An import of the same filters is running; wait for it: ${wait}`;
}

function hintOfStatus({ operation, answer, code, retryAfterSeconds }: Refused): string | undefined {
  if (answer.status === 401) return 'Save a valid key: outreach login';
  if (answer.status === 403) {
    if (/main[- ]workspace/i.test(answer.body))
      return 'Use a key of the main workspace; the profiles on this machine: outreach profiles list';
    return /read-only/i.test(answer.body)
      ? 'This call needs a read-and-write key: outreach login'
      : "The key's workspace, or its plan, does not allow this";
  }
  if (answer.status === 404) {
    const area = /campaign/i.test(answer.body) ? 'campaigns' : operation.id.split('.')[0];
    const list = listOfArea[area ?? ''];
    return list === undefined ? undefined : `See which there are: ${list}`;
  }
  if (answer.status === 429)
    return `Run it again in ${retryAfterSeconds === undefined ? 'a minute' : duration(retryAfterSeconds)}`;
  if (answer.status === 502 && code !== 'not_the_service')
    return 'Something the service depends on failed; try later';
  return undefined;
}

/** Rounded up to what one purchase takes; the smallest purchase where the answer does not tell the amounts. */
function missingCredits(body: Readonly<Record<string, unknown>>): number {
  const needed = numberOf(body.needed ?? body.need);
  const available = numberOf(body.available ?? body.have);
  const missing = needed === undefined ? purchase.min : Math.ceil(needed - (available ?? 0));
  return Math.min(Math.max(missing, purchase.min), purchase.max);
}

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

const isId = (value: unknown): value is number | bigint | string =>
  (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string') &&
  /^\d{1,20}$/.test(String(value));

/** A 404 that names no item but the whole path. */
export function noSuchPathHint(operation: AnyOperation, overridden: boolean): string {
  if (overridden || operation.route.source === 'inferred') {
    return `This path is not documented: outreach guesses it. Ask the support of the service for the right one, and set it: ${routeCommand(operation)}`;
  }
  return 'Check that the base URL ends in /r: outreach profiles show';
}
