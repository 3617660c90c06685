import { counted } from '../../../base/counted.ts';
import { blocklist } from '../../../contract/areas/blocklist.ts';
import { leads } from '../../../contract/areas/leads.ts';
import { replies } from '../../../contract/areas/replies.ts';
import { placeOf } from '../../../domain/events/event-identity.ts';
import { senderDomain } from '../../../domain/launch/dns-rules.ts';
import type { LeadRules } from '../../../domain/launch/lead-faults.ts';
import type { Unknown } from '../../../domain/launch/problem.ts';
import { recipientRules, recipientSettings } from '../../../domain/launch/recipient-rules.ts';
import type { RuleId } from '../../../domain/launch/rules.ts';
import { tagRules } from '../../../domain/launch/tag-rules.ts';
import type { Wording } from '../../../domain/launch/wordings.ts';
import type { OptOuts } from '../../../domain/lead-file/opt-outs.ts';
import { type Read, readOr, whyOf } from '../../answer/fact.ts';
import type { StoredLooks } from '../../answer/stored-looks.ts';
import type { Surroundings } from '../../declare/command.ts';
import { readBlocklist } from '../read-blocklist.ts';
import { type CampaignReading, hasStarted, settingsIn } from '../read-campaign.ts';
import { readJobs, verdictReads } from '../read-verdicts.ts';
import { type Duplicates, isRunning, readMemberships, type readOthers } from './other-campaigns.ts';
import { readReplies, readUnsubscribed, type Unsubscribed } from './read-history.ts';

/** The operations that {@link leadRulesOf} may call, for `uses`. */
export const leadRuleReads = [blocklist.list, replies.list, ...verdictReads] as const;

export interface LeadRuleOptions {
  /** Of which other campaigns a lead may not be in one. */
  readonly duplicates: Duplicates;
  /** Lists the leads of other campaigns anew. */
  readonly fresh: boolean;
  /** Files of saved events, which tell who unsubscribed. */
  readonly events: readonly string[];
  /** Of the files of leads that are imported before the start. */
  readonly optOuts?: OptOuts | undefined;
}

/** Reads all that is known beside the leads themselves: blocklist, replies, other campaigns, events, verification jobs. */
export async function leadRulesOf(
  context: Surroundings,
  stored: StoredLooks,
  { reading, wordings, others, verdicts }: LeadRuleParts,
  { duplicates, fresh, events, optOuts }: LeadRuleOptions,
) {
  const settings = settingsIn(reading);
  const listed = others.value ?? [];
  const rivals = duplicates === 'off' ? [] : duplicates === 'all' ? listed : listed.filter(isRunning);
  const [blocked, replied, memberships, unsubscribed, jobs] = await Promise.all([
    readOr(blocklist.list, () => readBlocklist(context.service)),
    readOr(replies.list, () => readReplies(context.service, reading.id)),
    readOr(leads.list, () => readMemberships(context, stored, rivals, { fresh })),
    events.length > 0 ? readUnsubscribed(context.files, events) : undefined,
    verdicts && readJobs(context.service),
  ]);
  const more: LeadRules = function* more({ id }) {
    const rival = memberships.value?.get(String(id));
    if (rival !== undefined) yield { rule: 'already-running', detail: rival };
  };
  const all = await recipientRules(
    {
      ...recipientSettings(settings),
      hasStarted: hasStarted(reading),
      ownDomains: new Set(reading.senders?.map(senderDomain)),
      ...(blocked.value && { isBlocked: blocked.value }),
      answered: (lead) => replied.value?.answeredBy(lead)?.earlier,
      hasUnsubscribed: unsubscribed?.hasUnsubscribed,
      ...(optOuts && { optedOutBy: (address) => optOuts.fileOf(address) }),
    },
    more,
    ...(verdicts ? [verdicts] : []),
    ...(wordings ? [tagRules(wordings)] : []),
  );
  const stopsOnReply = settings.isEnabledStopFollowUpsOnReply === true;
  const rules: LeadRules = function* rules(lead) {
    const answered = stopsOnReply ? replied.value?.answeredBy(lead) : undefined;
    // Who said no to this very campaign gets no more of its emails, whatever the category says.
    for (const fault of all(lead))
      if (!(fault.rule === 'said-no' && answered?.ownNo && answered.earlier !== 'said-no')) yield fault;
  };
  return {
    rules,
    unknown: [
      ...unread(blocked, ['blocklisted']),
      ...unread(replied, ['said-no', 'replied-before']),
      ...notTold(unsubscribed),
      ...(reading.senders ? [] : [{ rule: 'own-domain', why: reading.why.senders ?? 'not read' } as const]),
      ...(duplicates === 'off'
        ? [{ rule: 'already-running', why: 'not looked at: --duplicates off' } as const]
        : unread(others.failure ? others : memberships, ['already-running'])),
    ],
    /** Where `verdicts` ask for them. */
    jobs,
    heads: { blocklist: blocked.value?.head, replies: replied.value?.head, jobs: jobs?.value?.head },
  };
}

const unread = ({ failure }: Read<unknown>, rules: readonly RuleId[]): Unknown[] =>
  failure ? rules.map((rule) => ({ rule, why: whyOf(failure) })) : [];

interface LeadRuleParts {
  readonly reading: CampaignReading;
  /** Undefined where the copy cannot be read. */
  readonly wordings: readonly Wording[] | undefined;
  readonly others: Awaited<ReturnType<typeof readOthers>>;
  /** About what verification found out. */
  readonly verdicts?: LeadRules | undefined;
}

/** Also where some of the events cannot be understood: they may tell of others. */
function notTold(known: Unsubscribed | undefined): Unknown[] {
  if (known === undefined)
    return [
      {
        rule: 'unsubscribed',
        why: "can't be checked here: add --events <file> to check them by saved events",
      },
    ];
  const [first] = known.unread;
  if (first === undefined) return [];
  const others = known.unread.length - 1;
  const more = others === 0 ? '' : `; so do ${counted(others, 'other event')}`;
  return [{ rule: 'unsubscribed', why: `${placeOf(first)} tells nothing: ${first.reason}${more}` }];
}
