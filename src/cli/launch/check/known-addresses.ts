import { sum } from '../../../base/counted.ts';
import type { KnownVerdicts } from '../../../domain/address/known-verdicts.ts';
import { addressRules, verdictCounts } from '../../../domain/launch/address-rules.ts';
import type { FaultCount } from '../../../domain/launch/lead-faults.ts';
import type { Finding, Unknown } from '../../../domain/launch/problem.ts';
import { recipientProblems, recipientSettings } from '../../../domain/launch/recipient-rules.ts';
import { type Read, whyOf } from '../../answer/fact.ts';
import type { Surroundings } from '../../declare/command.ts';
import { type CampaignReading, hasStarted, settingsIn } from '../read-campaign.ts';
import {
  learnVerdicts,
  type VerificationJobs,
  verifiedIn,
  verifyingCost,
  verifyingImports,
} from '../read-verdicts.ts';
import type { Walk } from '../walk-leads.ts';

/** What verification found out about the leads of a walk. */
interface KnownAddresses {
  readonly counts: readonly FaultCount[];
  /** By imports of the finder, which do not say whom. */
  readonly verified: number;
  readonly unknown: readonly Unknown[];
  /** What verifying those costs of whom nothing is known; undefined where they are few. */
  readonly cost?: string;
}

/** Reads the records of jobs for the leads that a walk asked about, and where too few are known what the others cost. */
export async function knownAddresses(
  context: Surroundings,
  reading: CampaignReading,
  walk: Walk,
  { jobs, asked }: { readonly jobs: Read<VerificationJobs>; readonly asked: KnownVerdicts },
): Promise<KnownAddresses> {
  const failure = walk.leads === 0 ? undefined : await learnVerdicts(context, asked, jobs);
  const found = verdictCounts(asked);
  if (failure)
    return {
      // Nothing is known of a verdict that could not be read.
      counts: found.filter(({ fault }) => fault.rule !== 'not-verified'),
      verified: 0,
      unknown: addressRules.map((rule) => ({ rule, why: whyOf(failure) })),
    };
  const unverified = (verified: number): Finding | undefined =>
    recipientProblems(
      [...walk.counts, ...found],
      recipientSettings(settingsIn(reading), hasStarted(reading)),
      {
        leads: walk.leads,
        hasStarted: hasStarted(reading),
        verified,
      },
    ).find(({ rule }) => rule === 'not-verified');
  const known = { counts: found, unknown: [] };
  if (!unverified(0)) return { ...known, verified: 0 };
  const verified = sum((await verifyingImports(context.service, reading.id)).map(verifiedIn));
  const left = unverified(verified);
  return { ...known, verified, ...(left && { cost: await verifyingCost(context.service, left.count) }) };
}
