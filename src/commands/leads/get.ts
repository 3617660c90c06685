import { type Context, command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { createNames, ifReadable, named, once } from '../../cli/find/names.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { leads } from '../../contract/areas/leads.ts';
import type { Contact, Lead } from './lead-view.ts';

export const get = command({
  name: 'get',
  summary: 'Show one lead with its custom variables',
  about: 'At a terminal it also shows the campaigns that emailed it, and when.',
  uses: [leads.get, leads.list, leads.conversation, campaigns.list],
  tool: 'read',
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

async function contactWith(context: Context, { id }: Lead): Promise<Contact | undefined> {
  const { service } = context;
  const said = await ifReadable(() => service.api(once(leads.conversation), { params: { id } }));
  if (!said?.conversation.length) return undefined;
  const names = createNames(context.service.api, context.screen.note);
  const ids = new Set(said.conversation.flatMap(({ campaignId }) => campaignId ?? []));
  const called = await Promise.all([...ids].map(async (one) => named(one, await names.campaign(one))));
  const last = (wanted: string) =>
    said.conversation
      .filter(({ direction, status }) => direction === wanted && (wanted === 'inbound' || status === 'sent'))
      .map(({ sentAt, createdAt }) => sentAt ?? createdAt ?? '')
      .toSorted()
      .at(-1);
  return {
    campaigns: called.join(', ') || undefined,
    lastEmail: last('outbound') || undefined,
    lastReply: last('inbound') || undefined,
  };
}
