import { Failure } from '../../base/errors.ts';
import { changes } from '../../base/omit-undefined.ts';
import { advise } from '../../cli/advice/advise.ts';
import { lineFields } from '../../cli/answer/request-fields.ts';
import { answered } from '../../cli/declare/answer.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { arg, lineOnly, opt } from '../../cli/declare/params.ts';
import { acceptOption, fromOption } from '../../cli/declare/shared-options.ts';
import { record } from '../../cli/declare/view.ts';
import { createNames, ifReadable, named, once } from '../../cli/find/names.ts';
import { blocklist } from '../../contract/areas/blocklist.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { leadCategories, leads } from '../../contract/areas/leads.ts';
import * as s from '../../contract/schema/schema.ts';
import { fieldOptions, givenFields } from './fields.ts';
import type { Contact, Lead } from './lead-view.ts';

export const get = command({
  name: 'get',
  summary: 'Show one lead with its custom variables',
  about: 'At a terminal, it also shows which campaigns emailed the lead, and when.',
  uses: [leads.get, leads.list, leads.conversation, campaigns.list],
  tool: 'read',
  core: true,
  args: { lead: arg.text('id or email address', { asked: 'lead' }) },
  examples: ['outreach leads get 1', 'outreach leads get zofia.zak@orchard-analytics.example --json'],
  async run(context, { lead }): Promise<Lead & { contact?: Contact | undefined }> {
    const answer = await context.service.api(leads.get, {
      params: { id: await context.service.find.lead(lead) },
    });
    return context.screen.isForPeople
      ? { ...answer.lead, contact: await contactWith(context, answer.lead) }
      : answer.lead;
  },
  view: async ({ contact, ...lead }) => (await import('./lead-view.ts')).leadView(lead, contact),
});

async function contactWith({ service, screen }: Context, { id }: Lead): Promise<Contact | undefined> {
  const said = await ifReadable(service.api(once(leads.conversation), { params: { id } }));
  if (!said?.conversation.length) return undefined;
  const names = createNames(service.api, screen.note);
  const ids = new Set<number>();
  let [lastEmail, lastReply] = ['', ''];
  for (const { campaignId, direction, status, sentAt, createdAt } of said.conversation) {
    if (campaignId != null) ids.add(campaignId);
    const at = sentAt ?? createdAt ?? '';
    if (direction === 'inbound' && at > lastReply) lastReply = at;
    if (direction === 'outbound' && status === 'sent' && at > lastEmail) lastEmail = at;
  }
  const called = await Promise.all([...ids].map(async (one) => named(one, await names.campaign(one))));
  return {
    campaigns: called.join(', ') || undefined,
    lastEmail: lastEmail || undefined,
    lastReply: lastReply || undefined,
  };
}

export const update = command({
  name: 'update',
  uses: [leads.update, leads.list, leads.get, campaigns.list, blocklist.list],
  tool: 'work',
  core: true,
  args: {
    lead: arg.text('id or email address', { asked: 'lead' }),
    email: lineOnly(opt.text('new email address')),
    ...fieldOptions,
  },
  examples: [
    'outreach leads update 1 --title "Head of Sales"',
    'outreach leads update zofia.zak@orchard-analytics.example --var city=Porto',
  ],
  async run(context, { lead, email, ...values }) {
    const { service, screen } = context;
    const body = changes({ ...givenFields(values), email }, '--title "Head of Sales"');
    const id = await service.find.lead(lead);
    if (email !== undefined) await (await import('./agree-to-address.ts')).agreeToAddress(context, email);
    const answer = await service.api(leads.update, { params: { id }, body });
    screen.note(answer.message ?? 'Saved.');
    (await import('../../cli/launch/warn-emptied.ts')).warnEmptied(screen, body);
    if (body.customVariables) {
      const { optOutIn } = await import('../../domain/address/status-column.ts');
      const isOut = optOutIn(body.customVariables) !== undefined;
      if (isOut) await (await import('./still-emailed.ts')).sayStillEmailed(context, id, 'A variable');
    }
    return answer.lead;
  },
  view: async (lead) => (await import('./lead-view.ts')).leadView(lead),
});

export const move = command({
  name: 'move',
  about:
    'For a running or completed campaign, the launch checks run first. If the lead breaks a blocking rule, nothing is changed.',
  uses: [leads.move, leads.get, leads.list],
  tool: 'effects',
  leadGate: true,
  fails: ['ended-badly'],
  args: {
    lead: arg.text('id or email address', { asked: 'lead' }),
    campaign: arg.text('target campaign, by id or exact name', { asked: 'campaign' }),
    ...acceptOption,
  },
  examples: ['outreach leads move 1 "First steps" --yes'],
  async run(context, { lead, campaign, accept }) {
    const { service, consent, screen } = context;
    const id = await service.find.lead(lead);
    const targetCampaignId = await service.find.campaign(campaign);
    const input = { params: { id }, body: { targetCampaignId } };
    const approval = await consent.approve(leads.move, input, () => ({ spend: {}, facts: [] }), { accept });
    const moved = await service.api(leads.move, input, approval);
    const read = await ifReadable(service.api(once(leads.get), { params: { id } }));
    const { warnNotJoined } = await import('./warn-not-joined.ts');
    const isOut = read && (await warnNotJoined(context, targetCampaignId, read.lead.email));
    // The service says that it moved also who is then in no campaign.
    if (!isOut) screen.note(moved.message ?? 'Moved.');
    return moved;
  },
  next: ({ targetCampaignId }) => [advise('campaigns get', { campaign: targetCampaignId })],
  view: (moved) =>
    record(
      ['Lead', moved.leadId, 'id'],
      ['From campaign', moved.sourceCampaignId ?? 'none', 'id'],
      ['To campaign', moved.targetCampaignId, 'id'],
    ),
});

/** Who is in one of these is meant to get no more email. */
const wantsNone: ReadonlySet<string> = new Set(['not_interested', 'bounced']);

const lineParams = {
  lead: arg.text('id or email address'),
  category: arg.choice('the category', leadCategories),
};

export const categorize = command({
  name: 'categorize',
  summary: 'Set the category of a lead, or of every lead in a file',
  about:
    'meeting-booked also records a meeting, unless there is one already. A later change of category keeps the meeting; `leads meeting clear` removes it.\n\nA category stops no email that is scheduled. To stop it, use `blocklist add`, then `leads delete`.\n\n--from reads JSON lines such as {"lead": 12, "category": "interested"}, with an id or an address. All lines are checked before the first lead is changed; no question is asked. For each line, a line of JSON is printed, with the line number, `ok` and `error`. If a line failed, the exit code is 15.',
  uses: [leads.setCategory, leads.list, leads.get, campaigns.list],
  tool: 'work',
  answer: ({ from }) =>
    from === undefined
      ? answered(leads.setCategory)
      : s.array(
          s.object({
            ...lineFields,
            lead: s.either(s.id(), s.string()),
            category: s.oneOf(leadCategories),
            leadId: s.id(),
          }),
        ),
  fails: ['partial'],
  args: {
    lead: arg.optionalText('id or email address', { asked: 'lead', unless: ['from'] }),
    category: arg.optionalChoice('the category', leadCategories, { asked: 'choice', unless: ['from'] }),
    ...fromOption,
  },
  excludes: [['from', 'lead', 'category']],
  jsonLines: 'from',
  examples: [
    'outreach leads categorize 1 interested',
    'outreach leads categorize --from examples/categories.jsonl',
  ],
  async run(context, { lead, category, from }) {
    const { find, api } = context.service;
    if (from !== undefined) {
      const { eachLine } = await import('../../cli/stop/each-line.ts');
      return eachLine(context, from, {
        fields: lineParams,
        check: ({ lead }) => {
          if (!/^\d+$|@/.test(lead))
            throw new Failure('invalid_value', `lead must be an id or an email address, not '${lead}'`);
        },
        noun: ['lead', 'leads'],
        verb: 'categorized',
        async call({ lead, category }) {
          const id = await find.lead(lead);
          await api(leads.setCategory, { params: { id }, body: { category } });
          return { leadId: id };
        },
      });
    }
    if (lead === undefined || category === undefined)
      throw new Failure(
        'missing_argument',
        `Name ${lead === undefined ? 'a lead and its' : 'the'} category, or pass --from`,
        { hint: `One of: ${leadCategories.join(', ')}` },
      );
    const id = await find.lead(lead);
    const answer = await api(leads.setCategory, { params: { id }, body: { category } });
    context.screen.note(answer.message ?? 'Saved.');
    if (wantsNone.has(category))
      await (await import('./still-emailed.ts')).sayStillEmailed(context, id, 'A category');
    return answer.lead;
  },
  view: (lead) =>
    record(
      ['ID', lead.id, 'id'],
      ['Category', lead.tag, 'state'],
      ['Meeting', lead.meetingBookedAt ?? undefined],
    ),
});
