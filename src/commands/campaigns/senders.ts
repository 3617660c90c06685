import { Failure } from '../../base/errors.ts';
import { advise } from '../../cli/advice/advise.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { command, type Group } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { record } from '../../cli/declare/view.ts';
import { allIn } from '../../cli/find/find-in-pages.ts';
import { rawText } from '../../cli/output/text/raw-text.ts';
import type { Api } from '../../client/api/api.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { senders as mailboxes } from '../../contract/areas/senders.ts';
import { changeReads, noCost } from './settings.ts';

const attach = command({
  name: 'attach',
  about:
    'If one of the mailboxes is not connected, none is attached. For a running or completed campaign, the command asks first, because new mailboxes send at once.',
  uses: [campaigns.attachSenders, ...changeReads, mailboxes.list],
  tool: 'work',
  core: true,
  args: {
    campaign: arg.text('id or exact name', { asked: 'campaign' }),
    senders: arg.many('ids or addresses of mailboxes', { hint: 'sender', asked: 'sender' }),
  },
  examples: [
    'outreach campaigns senders attach "First steps" anna.berg@northwind-mail.example',
    'outreach campaigns senders attach 1 1 2',
  ],
  async run({ service, consent, screen }, { campaign, senders }) {
    const senderEmailIds: number[] = [];
    for (const sender of senders) senderEmailIds.push(await service.find.sender(sender));
    const ids = [...new Set(senderEmailIds)];
    const params = { id: await service.find.campaign(campaign) };
    const call = { params, body: { senderEmailIds: ids } };
    const approval = await consent.approve(campaigns.attachSenders, call, noCost);
    const answer = await service.api(campaigns.attachSenders, call, approval).catch(async (error) => {
      throw await withDisconnected(service.api, error, ids);
    });
    screen.note(answer.message ?? 'Attached.');
    return answer;
  },
  next: ({ campaignId }, { campaign }) => [
    ['see the campaign', advise('campaigns get', { campaign: campaignId ?? campaign })],
  ],
  view: (answer) =>
    record(
      ['Campaign', answer.campaignId, 'id'],
      ['Attached', idsOrCount(answer.attached)],
      ['Already attached', idsOrCount(answer.alreadyAttached)],
      ['Mailbox ids', answer.senderEmailIds?.join(', ')],
    ),
});

/** The refusal with the mailboxes that are not connected, where that is why, and what to do about it. */
async function withDisconnected(api: Api, error: unknown, ids: readonly number[]): Promise<unknown> {
  if (!(error instanceof Failure) || error.status !== 400) return error;
  const off = await allIn(
    api.pages(mailboxes.list, {}),
    ({ id, isConnected }) => isConnected === false && ids.includes(id),
  ).catch(() => []);
  const [first] = off;
  if (first === undefined) return error;
  const names = off.map(({ id, address }) => (address ? `${id} (${address})` : `${id}`));
  const [noun, verb] = off.length === 1 ? ['Mailbox', 'is'] : ['Mailboxes', 'are'];
  return error.with({
    message: `${noun} ${names.join(', ')} ${verb} not connected; no mailbox was attached`,
    hint: `Connect it again: ${pattern('senders connect', { address: first.address, imap: '<host>', smtp: '<host>' })}. Or attach only the others.`,
    cause: error,
  });
}

/** The spec does not say whether it is a list of ids or a count. */
function idsOrCount(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(rawText).join(', ');
  return value === null || value === undefined ? undefined : rawText(value);
}

export const senders: Group = {
  name: 'senders',
  summary: 'The mailboxes a campaign sends from',
  commands: [attach],
};
