import { Failure } from '../../../base/errors.ts';
import { recordOf } from '../../../cli/declare/answer.ts';
import { command } from '../../../cli/declare/command.ts';
import { StreamedListing } from '../../../cli/declare/listing.ts';
import { arg, opt, under } from '../../../cli/declare/params.ts';
import { acceptOption } from '../../../cli/declare/shared-options.ts';
import { text } from '../../../cli/declare/view.ts';
import { activeWaivers, notChecked } from '../../../cli/launch/blocking-rules.ts';
import { checkCampaign, checkReads } from '../../../cli/launch/check/check-campaign.ts';
import { faultyLeads } from '../../../cli/launch/check/faulty-leads.ts';
import { checksFailed, unknownBlocking } from '../../../cli/launch/check/gate.ts';
import { duplicateChoices } from '../../../cli/launch/check/other-campaigns.ts';
import { findingFields } from '../../../cli/launch/finding-fields.ts';
import { leads } from '../../../contract/areas/leads.ts';
import * as s from '../../../contract/schema/schema.ts';
import { type RuleId, ruleAreas } from '../../../domain/launch/rules.ts';
import { rulesOfLeads } from '../../../domain/launch/verdict.ts';
import { checkView, sampleText, shownOf } from './check-view.ts';

export const checkFields = s.object({
  campaignId: s.id(),
  passed: s.boolean(),
  problems: s.array(s.object({ ...findingFields, fix: s.string() })),
  unknown: s.array(s.object({ rule: s.string(), why: s.string() })),
  waived: s.array(
    s.object({
      ...s.each(['rule', 'reason', 'by', 'until'], s.string()),
      count: s.integer(),
      message: s.string(),
    }),
  ),
  looked: s.object({
    leads: s.integer(),
    ofLeads: s.integer(),
    sampled: s.boolean(),
    calls: s.integer(),
    moved: s.boolean(),
  }),
  digest: s.string(),
  checkedAt: s.timestamp(),
});

export const check = command({
  name: 'check',
  summary: 'Check a campaign before it sends: copy, leads, mailboxes, schedule',
  about: `Reads all leads, 200 per request, and checks every rule. If a blocking rule is broken, it exits with code 16, and \`campaigns resume\` would refuse. A rule that cannot be checked is unknown; with --strict, that is exit 16 too.

Addresses are judged by the newest verification job of the last 180 days, or else by a verifier column of your lead file. Leads of other campaigns are saved here for the next check. With --only, \`passed\` in the JSON covers only those areas.`,
  uses: checkReads,
  tool: 'read',
  core: true,
  answer: ({ leads: isList }) => (isList ? s.array(recordOf(leads.get)) : checkFields),
  fails: ['ended-badly'],
  whole: true,
  rows: 'problems',
  args: {
    campaign: arg.text('id or exact name', { asked: 'campaign' }),
    ...acceptOption,
    ...under('WHAT TO CHECK', {
      only: opt.choices('only the rules of these areas', ruleAreas),
      sample: opt.int('check only the newest n leads (a launch checks all)', { min: 1, hint: 'n' }),
      duplicates: opt.choice(
        'other campaigns to search for the same leads (default running)',
        duplicateChoices,
      ),
      events: opt.files('file of saved events, to find people who unsubscribed', 'document'),
      fresh: opt.flag('read the leads of other campaigns again instead of the saved copy'),
    }),
    ...under('WHAT TO SHOW', {
      all: opt.flag('also show the rules that passed'),
      rule: opt.choice('with --leads: which rule', rulesOfLeads),
      leads: opt.flag('list the leads that break the rule given with --rule'),
      strict: opt.flag('also exit with code 16 if a blocking rule cannot be checked'),
    }),
  },
  examples: [
    'outreach campaigns check "First steps"',
    'outreach campaigns check 1 --only copy,senders --json',
    'outreach campaigns check 1 --accept no-postal-address="the service adds it"',
    'outreach campaigns check 1 --rule role-address --leads',
  ],
  async run(context, { campaign, ...options }) {
    const { rule, leads: isList, strict, only, accept, all } = options;
    const id = await context.service.find.campaign(campaign);
    const { duplicates = 'running', fresh, events = [] } = options;
    if (isList || rule !== undefined) {
      const asked = leadRule(rule, isList);
      return new StreamedListing(faultyLeads(context, id, asked, { duplicates, fresh, events }));
    }
    const { sample } = options;
    const waivers = activeWaivers(context, accept);
    const checking = { waivers, only, sample, duplicates, fresh, events };
    const checked = await checkCampaign(context, id, checking);
    const shown = shownOf(checked, { all, only, target: context.service.settings.target });
    const { passed, looked } = checked.result;
    // A table in a pipe has the problems alone.
    if (!context.screen.isForPeople && looked.sampled)
      context.screen.note(`${sampleText(looked)} A sample never lets a launch pass.`);
    if (!context.screen.isForPeople)
      for (const line of notChecked(unknownBlocking(checked.result))) context.screen.warn(line);
    if (passed === false || (strict && passed === null)) throw checksFailed(checked, { result: shown });
    return shown;
  },
  empty: 'No leads break this rule.',
  columns: [['Email', 'email', 'id', 0]],
  atTerminal: [
    ['ID', 'id', 'id'],
    ['Email', 'email', 'id', 0],
    ['First name', 'firstName'],
    ['Last name', 'lastName'],
    ['Company', 'company'],
    ['Category', 'tag', 'state'],
  ],
  view: (shown) => ('campaignId' in shown ? checkView(shown) : text()),
});

/** One without the other says nothing. Throws `usage`. */
function leadRule(rule: RuleId | undefined, isList: boolean): RuleId {
  if (rule === undefined)
    throw new Failure('missing_argument', '--leads needs --rule <id>', {
      hint: `The rules about leads: ${rulesOfLeads.join(', ')}`,
    });
  if (isList) return rule;
  throw new Failure('missing_argument', '--rule needs --leads, which lists the leads that break the rule', {
    hint: 'For the areas to check: --only',
  });
}
