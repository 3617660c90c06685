import { counted, plural } from '../../../base/counted.ts';
import { limits } from '../../../contract/limits.ts';
import { Refusal } from '../../core/handler.ts';
import type { Sandbox } from '../../core/state.ts';
import { count } from '../account/counters.ts';
import { prices } from '../account/prices.ts';
import { workspaceOf } from '../account/workspaces.ts';
import type { Verdict } from '../leads/addresses.ts';

const jobAddresses = 'verification_job_addresses';
const ever = 'ever';
const onTrial = limits.verifiedOnTrial;

/** What a trial may still verify, in all until it converts, imports included (spec, Limits); null without a trial. */
export function trialAllowance(
  sandbox: Sandbox,
  workspaceId: number,
): { allowance: number; remaining: number } | null {
  if (workspaceOf(sandbox, workspaceId).plan !== 'trial') return null;
  const row = sandbox.db
    .prepare(
      `SELECT coalesce(sum(value), 0) AS used FROM counter
       WHERE workspace_id = ? AND name IN ('${jobAddresses}', 'verified_addresses')`,
    )
    .get<{ used: number }>(workspaceId);
  return { allowance: onTrial, remaining: Math.max(0, onTrial - (row?.used ?? 0)) };
}

/** Takes `wanted` addresses out of the allowance, all or none. */
export function takeAllowance(sandbox: Sandbox, workspaceId: number, wanted: number): void {
  const left = trialAllowance(sandbox, workspaceId);
  if (left && wanted > left.remaining)
    // The code is in `error` here and the words in `message`: the spec lists message and no code among the extras.
    throw new Refusal(402, 'trial_allowance_exceeded', {
      message: `A trial verifies ${counted(left.allowance, 'address', 'addresses')} in all; ${left.remaining} ${plural(left.remaining, 'is', 'are')} left, ${wanted} ${plural(wanted, 'was', 'were')} sent`,
      needed_usd: atMostUsd(wanted),
      available_usd: atMostUsd(left.remaining),
      ...left,
    });
  count(sandbox, workspaceId, jobAddresses, ever, wanted);
}

/** Addresses that a canceled job did not look at. */
export const returnAllowance = (sandbox: Sandbox, workspaceId: number, unused: number): void =>
  count(sandbox, workspaceId, jobAddresses, ever, -unused);

/** An address takes two checks at most. */
export const checksPerAddress = { rejected: 1, otherwise: 2 } as const;

/** How many an address took that was found to be so. */
export const checksOf = (verdict: Verdict): number =>
  checksPerAddress[verdict === 'invalid' ? 'rejected' : 'otherwise'];

const atMostUsd = (addresses: number): number =>
  Math.round(addresses * checksPerAddress.otherwise * prices.usdPerVerificationCheck * 10_000) / 10_000;
