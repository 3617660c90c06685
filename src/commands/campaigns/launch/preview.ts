import { counted } from '../../../base/counted.ts';
import { Failure } from '../../../base/errors.ts';
import { advise } from '../../../cli/advice/advise.ts';
import { pattern } from '../../../cli/advice/line-of.ts';
import { fact, leftOut, readOr, whyOf } from '../../../cli/answer/fact.ts';
import { type Context, command } from '../../../cli/declare/command.ts';
import { arg, opt } from '../../../cli/declare/params.ts';
import { heading, quote, record, stack, toned, type View } from '../../../cli/declare/view.ts';
import { pageBegins } from '../../../cli/output/page/page.ts';
import { campaigns } from '../../../contract/areas/campaigns.ts';
import { leads } from '../../../contract/areas/leads.ts';
import { senders } from '../../../contract/areas/senders.ts';
import type { ItemOf } from '../../../contract/operation.ts';
import * as s from '../../../contract/schema/schema.ts';
import { plainText } from '../../../domain/copy/plain-text.ts';
import { emailsFor, unfilledIn } from '../../../domain/launch/emails-for.ts';
import { createTellingLeads } from '../../../domain/launch/telling-leads.ts';
import { type SentStep, stepsOf, wordingsIn } from '../../../domain/launch/wordings.ts';
import type { PreviewedEmail } from './preview-page.ts';

type Lead = ItemOf<typeof leads.list>;

export const preview = command({
  name: 'preview',
  summary: 'Show the emails of a campaign as a recipient would get them',
  about: `Merge tags are filled in as the sandbox does it. A tag without a value stays as written, and is marked. Nothing is sent.

Without --lead it shows three leads: the first, the one with the most empty tags, and the one with the longest values. To find them, it reads all leads of the campaign.

If the campaign has no signature, the preview shows the signature of the first connected mailbox. All variants are shown. A follow-up in the same thread is shown with every subject that the thread can have.

The HTML file loads nothing from the network and runs no script.`,
  uses: [campaigns.sequence, campaigns.list, leads.list, leads.get, senders.list, senders.get],
  tool: 'read',
  core: true,
  answer: s.object({
    campaignId: s.id(),
    emails: s.array(
      s.object({
        leadId: s.id(),
        email: s.fromOthers(s.string()),
        step: s.integer(),
        variant: s.string(),
        subject: s.fromOthers(s.string()),
        body: s.fromOthers(s.string()),
        missing: s.array(s.string()),
      }),
    ),
  }),
  fails: ['not-found', 'conflict'],
  rows: 'emails',
  args: {
    campaign: arg.text('id or exact name', { asked: 'campaign' }),
    lead: opt.text('only this lead of the campaign', { hint: 'lead' }),
    step: opt.int('only this step', { min: 1 }),
    html: opt.file('also write the emails to this HTML file', 'written'),
  },
  examples: [
    'outreach campaigns preview 1',
    'outreach campaigns preview 1 --step 1 --json',
    'outreach campaigns preview 1 --html preview.html',
  ],
  async run(context, { campaign, lead, step, html }) {
    if (html !== undefined) await context.files.checkOutput(html, { begins: pageBegins });
    const campaignId = await context.service.find.campaign(campaign);
    const sequence = await context.service.api(campaigns.sequence, { params: { id: campaignId } });
    const steps = stepsOf(sequence);
    refuseSteps(campaignId, steps, step);
    const wanted = lead === undefined ? undefined : await leadIn(context, campaignId, lead);
    const signature = sequence.signature || (await signatureOfMailbox(context, campaignId));
    const people = wanted ? [wanted] : await tellingLeads(context, campaignId, sequence, signature);
    const emails: PreviewedEmail[] = [];
    for (const person of people)
      for (const email of emailsFor(person, steps, signature))
        if (step === undefined || email.step === step)
          emails.push({ leadId: person.id, email: person.email, ...email });
    if (html !== undefined) {
      const { previewPage } = await import('./preview-page.ts');
      await context.files.writeFile(html, previewPage(emails), { begins: pageBegins });
      context.screen.note(`Written to ${html}.`);
    }
    return {
      campaignId,
      emails: context.screen.isForPeople
        ? emails
        : emails.map(({ contentType: _, unfilled: __, ...email }) => email),
    };
  },
  next: ({ campaignId }) => [advise('campaigns check', { campaign: campaignId })],
  view: ({ emails }) =>
    stack(
      ...emails.flatMap((email, at) => [
        ...(email.leadId === emails[at - 1]?.leadId
          ? []
          : [heading(`To ${email.email}, lead ${email.leadId}`)]),
        emailView(email),
      ]),
    ),
});

function emailView({ step, variant, subject, body, unfilled = [], contentType }: PreviewedEmail): View {
  const bare = unfilledIn(subject, { unfilled });
  const inBody = unfilledIn(body, { unfilled }, contentType);
  const marks = [...new Set([...bare, ...inBody])];
  return stack(
    record(
      ['Step', `${step}, variant ${variant}`],
      ['Subject', bare.length > 0 ? toned(subject, 'bad') : subject || toned('(none)', 'bad')],
      ...(unfilled.length > 0 ? [['Not filled in', toned(marks.join(' '), 'bad'), 'state'] as const] : []),
    ),
    contentType === 'html'
      ? quote(
          plainText(body, contentType).trim(),
          inBody.map((tag) => plainText(tag, contentType)),
        )
      : quote(body, inBody),
  );
}

function refuseSteps(id: number, steps: readonly SentStep[], step: number | undefined): void {
  if (steps.length === 0)
    throw new Failure('not_ready', `campaign ${id} has no emails to show: its sequence is empty`, {
      hint: pattern('campaigns sequence set', { campaign: id }),
    });
  if (step === undefined || steps.some(({ order }) => order === step)) return;
  throw new Failure(
    'not_found',
    `campaign ${id} has no step ${step}: it has ${counted(steps.length, 'step')}`,
    { hint: `See: outreach campaigns sequence show ${id}` },
  );
}

/** The mailbox that a new lead gets is not known: a connected one, the first of the list. */
async function signatureOfMailbox(context: Context, campaignId: number): Promise<string> {
  const of = { query: { campaignId } };
  const listed = await readOr(senders.list, () =>
    context.service.api.page(senders.list, of, { pageSize: 200 }),
  );
  if (listed.failure) leftOut(context, senders.list, whyOf(listed.failure));
  const { items } = listed.value ?? { items: [] };
  const mailbox = items.find(({ isConnected }) => isConnected !== false) ?? items[0];
  if (mailbox === undefined) return '';
  const read = await fact(context, senders.get, { params: { id: mailbox.id } });
  const signature = read?.signature ?? '';
  if (signature !== '')
    context.screen.note(`Signed as ${mailbox.address}: the campaign has no signature of its own.`);
  return signature;
}

async function tellingLeads(
  { service, screen }: Context,
  campaignId: number,
  sequence: Parameters<typeof wordingsIn>[0],
  signature: string,
): Promise<Lead[]> {
  const telling = createTellingLeads<Lead>(wordingsIn(sequence, { campaign: signature, mailboxes: [] }));
  let done = 0;
  await screen.progress('Reading the leads', async (say) => {
    for await (const { items, total } of service.api.pages(leads.list, { query: { campaignId } })) {
      for (const lead of items) telling.add(lead);
      done += items.length;
      if (total !== null) say('Reading the leads', { done, total });
    }
  });
  if (done === 0)
    throw new Failure('not_ready', `campaign ${campaignId} has no leads to show its emails for`, {
      hint: pattern('leads import', { campaign: campaignId }),
    });
  return telling.leads();
}

/** By an id or an address; one that is not in the campaign is an error. */
async function leadIn({ service }: Context, campaignId: number, wanted: string): Promise<Lead> {
  const byId = wanted.includes('@')
    ? undefined
    : (await service.api(leads.get, { params: { id: await service.find.lead(wanted) } })).lead;
  const email = byId?.email ?? wanted;
  const listed = await service.api.page(leads.list, { query: { email, campaignId } });
  const found = listed.items.find((item) => item.email.toLowerCase() === email.trim().toLowerCase());
  if (found) return found;
  throw new Failure('not_found', `lead ${wanted} is not in campaign ${campaignId}`, {
    hint: `See: outreach leads list --campaign ${campaignId}`,
  });
}
