import { blocklist } from '../../contract/areas/blocklist.ts';
import { domainOf } from '../../contract/checks/personal-mailbox.ts';
import type { CheckedLead, FaultTally, LeadFault } from '../../domain/launch/lead-faults.ts';
import type { Finding, Unknown, Waiver } from '../../domain/launch/problem.ts';
import {
  leadSeverity,
  type RecipientFacts,
  recipientProblems,
  recipientRules,
  recipientSettings,
} from '../../domain/launch/recipient-rules.ts';
import { type RuleId, ruleIds } from '../../domain/launch/rules.ts';
import { tagProblems, tagRules } from '../../domain/launch/tag-rules.ts';
import { wordingsIn } from '../../domain/launch/wordings.ts';
import { type Read, readOr, whyOf } from '../answer/fact.ts';
import type { Surroundings } from '../declare/command.ts';
import { readBlocklist } from './read-blocklist.ts';
import { settingsIn } from './read-campaign.ts';
import { type ReadSignatures, readJoined, readSignatures } from './read-joined.ts';

/** The rules for people who join a campaign. What they need is read once, whatever the number of people. */
export interface LeadGate {
  /** What a lead breaks. */
  faultsOf(lead: CheckedLead): readonly LeadFault[];
  /** Whether a fault keeps a lead out, after the settings of the campaign and the waivers. */
  blocks(fault: LeadFault): boolean;
  /** What the faults that were counted come to, also of rules that are waived. */
  problemsOf(tally: FaultTally): Finding[];
  /** Rules that could not be checked: they keep no lead out. */
  readonly unknown: readonly Unknown[];
}

/**
 * Reads the emails of a campaign, its settings, its mailboxes and the blocklist. One line on stderr says what is not
 * checked because it cannot be read, and why. `answered` is what is known of earlier replies.
 */
export async function leadGateOf(
  context: Surroundings,
  campaignId: number,
  waivers: readonly Waiver[],
  answered?: RecipientFacts['answered'],
): Promise<LeadGate> {
  const { wordings, blocked, settings, ownDomains, why } = await readFor(context, campaignId);
  const rules = await recipientRules(
    { ...settings, ownDomains, answered, ...(blocked.value && { isBlocked: blocked.value }) },
    tagRules(wordings),
  );
  const unknown = ruleIds.flatMap((rule) => {
    const reason = why[rule];
    return reason === undefined ? [] : [{ rule, why: reason }];
  });
  if (unknown.length > 0) context.screen.warn(notChecked(campaignId, unknown));
  return {
    faultsOf: (lead) => [...rules(lead)],
    blocks: ({ rule }) =>
      leadSeverity(rule, settings) === 'block' && !waivers.some((waiver) => waiver.rule === rule),
    problemsOf: (tally) => {
      const counts = tally.counts();
      // Of these leads alone it cannot be said that no lead of the campaign has a value.
      const keys = new Map(counts.map(({ fault }) => [fault.detail ?? '', 0]));
      const known = { wordings, leads: tally.leads(), keys };
      return [...tagProblems(counts, known), ...recipientProblems(counts, settings)];
    },
    unknown,
  };
}

async function readFor(context: Surroundings, campaignId: number) {
  const [{ detail, sequence, attached }, blocked] = await Promise.all([
    readJoined(context, campaignId),
    readOr(blocklist.list, () => readBlocklist(context.service)),
  ]);
  const signature = sequence.value?.signature || detail?.signature;
  const whyOfRead = ({ failure }: Read<unknown>) => failure && whyOf(failure);
  const signatures: ReadSignatures = sequence.value
    ? await readSignatures(context.service, signature, attached.value, whyOfRead(attached))
    : { mailboxes: [] };
  const why: Readonly<Partial<Record<RuleId, string | undefined>>> = {
    'merge-tag-empty': whyOfRead(sequence) ?? signatures.unread,
    'own-domain': whyOfRead(attached),
    blocklisted: whyOfRead(blocked),
  };
  return {
    wordings: sequence.value ? wordingsIn(sequence.value, signatures) : [],
    blocked,
    settings: recipientSettings(settingsIn({ detail })),
    ownDomains: new Set(attached.value?.map(({ address }) => domainOf(address))),
    why,
  };
}

export const notChecked = (campaign: number, unknown: readonly Unknown[]): string =>
  `Not checked of the people who join campaign ${campaign}: ${unknown.map(({ rule, why }) => `${rule} (${why})`).join('; ')}`;
