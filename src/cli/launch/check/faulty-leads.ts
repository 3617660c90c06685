import type { Page } from '../../../client/api/api.ts';
import { KnownVerdicts } from '../../../domain/address/known-verdicts.ts';
import { addressRules, asking, verdictRules } from '../../../domain/launch/address-rules.ts';
import type { LeadFault, LeadRules } from '../../../domain/launch/lead-faults.ts';
import type { RuleId } from '../../../domain/launch/rules.ts';
import { createKeyTally } from '../../../domain/launch/tag-rules.ts';
import { fieldTags } from '../../../domain/merge-tags.ts';
import { whyOf } from '../../answer/fact.ts';
import { storingPlace, withStoredLooks } from '../../answer/stored-looks.ts';
import type { Surroundings } from '../../declare/command.ts';
import { readCampaign } from '../read-campaign.ts';
import { learnVerdicts } from '../read-verdicts.ts';
import { judgedLeads, type Lead, leadsPage, unreadOf } from '../walk-leads.ts';
import { readCopy } from './check-campaign.ts';
import { type LeadRuleOptions, leadRulesOf } from './lead-rules.ts';
import { readOthers } from './other-campaigns.ts';

/** Every lead that breaks a rule, page by page, as the walk comes to it. */
export async function* faultyLeads(
  context: Surroundings,
  id: number,
  rule: RuleId,
  options: LeadRuleOptions,
): AsyncGenerator<Page<Lead>> {
  const reading = await readCampaign(context, id, ['detail', 'sequence']);
  const [others, copy] = await Promise.all([readOthers(context.service, id), readCopy(context, reading)]);
  const asked = new KnownVerdicts();
  const isOfAddresses = (addressRules as readonly RuleId[]).includes(rule);
  const verdicts = isOfAddresses ? verdictRules(asked) : undefined;
  const parts = { reading, wordings: copy.wordings, others, verdicts };
  const known = await withStoredLooks(storingPlace(context), (stored) =>
    leadRulesOf(context, stored, parts, options),
  );
  const { rules, jobs } = known;
  // To learn what jobs know of the leads takes a walk before.
  if (jobs && jobs.value?.ended.length !== 0)
    for await (const _ of judgedLeads(context.service, id, asking(asked)));
  const unread = jobs && (await learnVerdicts(context, asked, jobs));
  const gaps = [
    ...copy.findings.unknown,
    ...known.unknown,
    ...(unread ? [{ rule, why: whyOf(unread) }] : []),
  ];
  const gap = gaps.find((one) => one.rule === rule);
  if (gap) context.screen.warn(`The list may be incomplete: ${gap.why}`);
  const isMeant = await meaning(context, id, rule, rules);
  let left = context.screen.globals.limit ?? Number.POSITIVE_INFINITY;
  let listed = 0;
  let counted: number | null = null;
  for await (const { judged, total } of judgedLeads(context.service, id, rules)) {
    [listed, counted] = [listed + judged.length, total];
    const faulty: Lead[] = [];
    for (const [lead, faults] of judged) if (faults.some(isMeant)) faulty.push(lead);
    const items = faulty.slice(0, left);
    left -= items.length;
    // Behind the last one that was asked for, it walks on until it knows whether there is another.
    const hasMore = faulty.length > items.length;
    yield { items, total: null, page: 1, limit: leadsPage, hasMore };
    if (hasMore) return;
  }
  const missing = unreadOf(listed, counted);
  if (missing !== undefined) context.screen.warn(`The list is incomplete: ${missing}`);
}

/** Whether a fault is of this rule. For a tag without a value it takes a walk before: no lead may know it. */
async function meaning(
  context: Surroundings,
  id: number,
  rule: RuleId,
  rules: LeadRules,
): Promise<(fault: LeadFault) => boolean> {
  if (rule !== 'merge-tag-unknown' && rule !== 'merge-tag-empty') return (fault) => fault.rule === rule;
  const keys = createKeyTally();
  for await (const { judged } of judgedLeads(context.service, id, rules))
    for (const [lead] of judged) keys.add(lead);
  return ({ rule: broken, detail = '' }) => {
    const isKnown = fieldTags.has(detail) || keys.keys().has(detail);
    return broken === 'merge-tag-empty' && isKnown === (rule === 'merge-tag-empty');
  };
}
