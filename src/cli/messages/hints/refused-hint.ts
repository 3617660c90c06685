import { counted } from '../../../base/counted.ts';
import { duration } from '../../../base/duration.ts';
import type { Failure } from '../../../base/errors.ts';
import type { Refused } from '../../../base/failure-subject.ts';
import { type Hint, say } from '../../../base/text/advice.ts';
import { creditsToBuy } from '../../../contract/credit-fields.ts';
import type { OperationId } from '../../../contract/index.ts';
import { advise } from '../../advice/advise.ts';
import { pattern } from '../../advice/line-of.ts';
import { listFor } from './lists.ts';
import { pathHint } from './route-hint.ts';

/** What to do about a refusal in the service's own words. */
export const refusedHint = (failure: Failure, refused: Refused): Hint | undefined =>
  hintOfCode(failure) ?? hintOfCall(refused, failure.status) ?? hintOfStatus(failure, refused);

function hintOfCode({ code, extra: body }: Failure): Hint | undefined {
  if (code === 'insufficient_credits') {
    const needed = numberOf(body.needed ?? body.need);
    const available = numberOf(body.available ?? body.have) ?? 0;
    const amount = creditsToBuy(needed === undefined ? 0 : needed - available);
    return say`Buy more: ${advise('credits buy', { amount })}`;
  }
  if (code === 'billing_required') return 'Start a subscription and save a default card in the app first';
  if (code === 'payment_failed') return 'No money moved. Check the saved card in the app, then try again';
  if (code === 'purchase_incomplete')
    return 'The card was charged, but the credits are missing; support has been notified. Do not buy again: outreach credits transactions shows when they arrive';
  if (code === 'campaign_not_found') return 'See: outreach campaigns list';
  if (code === 'import_running') {
    const id = body.importId ?? body.runningImportId;
    const wait = isId(id) ? `outreach finder imports wait ${id}` : 'outreach finder imports list';
    return `An import of the same filters is running; wait for it: ${wait}`;
  }
  if (body.reason === 'running_imports') return 'Wait for one of them: outreach finder imports list';
  if (code === 'results_expired')
    return 'Search again and import from the new results: outreach finder search';
  if (code === 'contact_cap_reached')
    return 'Delete leads that you no longer need, or raise the contact limit of the plan';
  if (code === 'trial_allowance_exceeded')
    return `Send ${typeof body.remaining === 'number' ? `${counted(body.remaining, 'address', 'addresses')} or fewer` : 'fewer addresses'}, or end the trial in the app; what is left: outreach verification rates`;
  if (code === 'inbox_placement_required') return 'Add inbox placement to the plan in the app';
  if (code === 'inbox_placement_hypergrowth_required')
    return 'Needs the Hypergrowth tier of inbox placement: change the plan in the app';
  if (isId(body.existingOrderId)) return `See that order: outreach dfy orders get ${body.existingOrderId}`;
  return undefined;
}

export const validKey = say`Save a valid key: ${advise('login')}`;

/** At the address that refused the old one, whatever the environment names. */
function newKey(what: string, { owner }: Refused): Hint {
  if (owner?.inEnvironment)
    return 'The key is that of OUTREACH_API_KEY. Correct it, or use a saved one: unset OUTREACH_API_KEY';
  return say`${what}: ${advise('login', owner && { profile: owner.profile, baseUrl: owner.baseUrl })}`;
}

function hintOfStatus({ status, code, retryAfterSeconds }: Failure, refused: Refused): Hint | undefined {
  const { operation, answer } = refused;
  if (status === 401) return newKey('Save a valid key', refused);
  if (status === 403) {
    if (/main[- ]workspace/i.test(answer))
      return 'Use a key for the main workspace; the profiles on this machine: outreach profiles list';
    return /read-only/i.test(answer)
      ? newKey('This request needs a read-and-write key', refused)
      : "The key's workspace, or its plan, does not allow this";
  }
  if (status === 404) {
    // A list names no item that could be missing.
    if (operation.endsWith('.list')) return pathHint({ is: 'unknown-path', operation, guessed: false });
    const list = listFor(/campaign/i.test(answer) ? 'campaigns' : operation);
    return list === undefined ? undefined : `See: ${list}`;
  }
  if (status === 429)
    return retryAfterSeconds === 0
      ? 'Run it again'
      : `Run it again in ${retryAfterSeconds === undefined ? 'a minute' : duration(retryAfterSeconds)}`;
  if (status === 502 && code !== 'not_the_service')
    return 'Something the service depends on failed; try later';
  return undefined;
}

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

const isId = (value: unknown): value is number | bigint | string =>
  (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string') &&
  /^\d{1,20}$/.test(String(value));

/** What to do about a status that means something of its own for one call, by `operation status`. */
const hints: Readonly<Record<string, Hint>> = {
  'autopilot.start 403': 'Start a subscription in the app first: Autopilot needs an active one on every plan',
  'autopilot.start 429':
    'One run can await approval at a time, and five can be started a UTC day: outreach autopilot list shows which to approve or kill',
  'autopilot.approve 409': 'Only a run that awaits approval can be approved: outreach autopilot list',
  'copilot.plan 422': 'Describe the company yourself: --description "…"; the website is then not read',
  'copilot.plan 502': 'The website could not be read. Describe the company yourself: --description "…"',
  'senders.connect 402':
    'Every seat of the plan is taken. Disconnect a mailbox or add seats in the app; those in use: outreach senders list',
  'senders.connect 409': `Another workspace has this mailbox. Disconnect it there first, or save a key of that workspace: ${pattern('login', { profile: '<name>' })}`,
  'senders.connect 502':
    'The mail server refused the login. Check hosts, ports, login and password; many providers need an app password and IMAP switched on',
} satisfies Partial<Record<`${OperationId} ${number}`, Hint>>;

const otherTool =
  'Instantly refused its own key, not yours: copy it again from the settings there, with all its scopes';

/** Undefined where the status says no more here than everywhere. */
function hintOfCall({ operation, json }: Refused, status: number | undefined): Hint | undefined {
  // An answer about our own key comes as text/plain (spec, Authentication 7).
  if (operation.startsWith('imports.') && status === 401 && json) return otherTool;
  return hints[`${operation} ${status}`];
}
