import { blocklist } from '../../contract/areas/blocklist.ts';
import { domainOf } from '../../contract/checks/personal-mailbox.ts';
import { KnownVerdicts } from '../../domain/address/known-verdicts.ts';
import { addressRules, verdictRules } from '../../domain/launch/address-rules.ts';
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
import { readOr, whyOf } from '../answer/fact.ts';
import type { Surroundings } from '../declare/command.ts';
import { readBlocklist } from './read-blocklist.ts';
import { readJoined, settingsIn } from './read-campaign.ts';
import { learnVerdicts, readJobs } from './read-verdicts.ts';
import { readWordings } from './read-wordings.ts';

/** The rules for people who join a campaign. What they need is read once, whatever the number of people. */
export type LeadGate = Awaited<ReturnType<typeof leadGateOf>>;

/** For fewer people than this no more calls are made. */
const few = { people: 50, calls: 50 };

/** Reads the emails of a campaign, its settings, its mailboxes and the blocklist. `answered`: what earlier replies show. */
export async function leadGateOf(
  context: Surroundings,
  campaignId: number,
  waivers: readonly Waiver[],
  answered?: RecipientFacts['answered'],
) {
  const [reading, blocked, jobs] = await Promise.all([
    readJoined(context, campaignId),
    readOr(blocklist.list, () => readBlocklist(context.service)),
    readJobs(context.service),
  ]);
  const { wordings = [], unread } = await readWordings(context.service, reading);
  // Who joins a campaign that has started may be scheduled before its verifier looks.
  const settings = recipientSettings(settingsIn(reading), true);
  const ownDomains = new Set(reading.senders?.map(({ address }) => domainOf(address)));
  const asked = new KnownVerdicts();
  const rules = await recipientRules(
    { ...settings, ownDomains, answered, ...(blocked.value && { isBlocked: blocked.value }) },
    tagRules(wordings),
    verdictRules(asked),
  );
  const whyNot: Readonly<Partial<Record<RuleId, string | undefined>>> = {
    'merge-tag-empty': unread,
    'own-domain': reading.why.senders,
    blocklisted: blocked.failure && whyOf(blocked.failure),
  };
  const unknown: Unknown[] = [];
  for (const rule of ruleIds) if (whyNot[rule]) unknown.push({ rule, why: whyNot[rule] });
  let invalid = 0;
  return {
    /** Reads what verification jobs know of these people, before any is judged. */
    async learn(
      addresses: () => AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
    ): Promise<void> {
      if (jobs.value?.ended.length === 0) return;
      for await (const some of addresses()) for (const email of some) asked.ask(email, undefined);
      const mostCalls = asked.open < few.people ? few.calls : undefined;
      const failure = await learnVerdicts(context, asked, jobs, mostCalls);
      invalid = 0;
      for (const { known, count } of asked.counts()) if (known?.verdict === 'invalid') invalid += count;
      if (failure === undefined) return;
      for (const rule of addressRules) unknown.push({ rule, why: whyOf(failure) });
    },
    faultsOf: (lead: CheckedLead): readonly LeadFault[] => [...rules(lead)],
    /** Whether a fault keeps a lead out, after the settings of the campaign and the waivers. */
    blocks: ({ rule }: LeadFault): boolean =>
      leadSeverity(rule, settings, invalid) === 'block' && !waivers.some((waiver) => waiver.rule === rule),
    /** What the faults that were counted come to, also of rules that are waived; so many the finder has verified. */
    problemsOf: (tally: FaultTally, verified?: number): Finding[] => {
      const counts = tally.counts();
      // Of these leads alone it cannot be said that no lead of the campaign has a value.
      const keys = new Map(counts.map(({ fault }) => [fault.detail ?? '', 0]));
      const leads = tally.leads();
      const ofLeads = recipientProblems(counts, settings, { leads, verified }).filter(
        ({ rule }) => rule !== 'not-verified' || unknown.every((one) => one.rule !== rule),
      );
      return [...tagProblems(counts, { wordings, leads, keys }), ...ofLeads];
    },
    /** Rules that could not be checked: they keep no lead out. */
    unknown: unknown as readonly Unknown[],
  };
}
