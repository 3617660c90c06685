import { counted } from '../../../base/counted.ts';
import { duration } from '../../../base/duration.ts';
import type { Failure } from '../../../base/errors.ts';
import type { Refused } from '../../../base/failure-subject.ts';
import { type Hint, say } from '../../../base/text/advice.ts';
import { creditsToBuy } from '../../../contract/credit-fields.ts';
import { advise } from '../../advice/advise.ts';
import { hintOfCall } from './call-hints.ts';
import { listFor } from './lists.ts';
import { pathHint } from './route-hint.ts';

/** What to do about a refusal in the service's own words. */
export const refusedHint = (failure: Failure, refused: Refused): Hint | undefined =>
  hintOfCode(failure) ?? hintOfCall(refused, failure.status) ?? hintOfStatus(failure, refused);

function hintOfCode({ code, extra: body }: Failure): Hint | undefined {
  if (code === 'insufficient_credits')
    return say`Buy more: ${advise('credits buy', { amount: missingCredits(body) })}`;
  if (code === 'billing_required') return 'Start a subscription and save a default card in the app first';
  if (code === 'payment_failed') return 'No money moved. Check the saved card in the app, then try again';
  if (code === 'purchase_incomplete')
    return 'The card was charged, but the credits are missing; support has been notified. Do not buy again: outreach credits transactions shows when they arrive';
  if (code === 'campaign_not_found') return 'See: outreach campaigns list';
  if (code === 'import_running') return runningImportHint(body.importId ?? body.runningImportId);
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

function runningImportHint(id: unknown): string {
  const wait = isId(id) ? `outreach finder imports wait ${id}` : 'outreach finder imports list';
  return `An import of the same filters is running; wait for it: ${wait}`;
}

function hintOfStatus(
  { status, code, retryAfterSeconds }: Failure,
  { operation, answer }: Refused,
): Hint | undefined {
  if (status === 401) return say`Save a valid key: ${advise('login')}`;
  if (status === 403) {
    if (/main[- ]workspace/i.test(answer))
      return 'Use a key of the main workspace; the profiles on this machine: outreach profiles list';
    return /read-only/i.test(answer)
      ? say`This call needs a read-and-write key: ${advise('login')}`
      : "The key's workspace, or its plan, does not allow this";
  }
  if (status === 404) {
    // A list names no item that could be missing.
    if (operation.endsWith('.list')) return pathHint({ is: 'unknown-path', operation, guessed: false });
    const list = listFor(/campaign/i.test(answer) ? 'campaigns' : operation);
    return list === undefined ? undefined : `See: ${list}`;
  }
  if (status === 429)
    return `Run it again in ${retryAfterSeconds === undefined ? 'a minute' : duration(retryAfterSeconds)}`;
  if (status === 502 && code !== 'not_the_service')
    return 'Something the service depends on failed; try later';
  return undefined;
}

function missingCredits(body: Readonly<Record<string, unknown>>): number {
  const needed = numberOf(body.needed ?? body.need);
  const available = numberOf(body.available ?? body.have);
  return creditsToBuy(needed === undefined ? 0 : needed - (available ?? 0));
}

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

const isId = (value: unknown): value is number | bigint | string =>
  (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string') &&
  /^\d{1,20}$/.test(String(value));
