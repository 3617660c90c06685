import { counted } from '../../base/counted.ts';
import { changes } from '../../base/omit-undefined.ts';
import { command, type Group } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { record, type View } from '../../cli/declare/view.ts';
import { ifReadable, once } from '../../cli/find/names.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { senders } from '../../contract/areas/senders.ts';
import type { Output } from '../../contract/operation.ts';
import { aboutSeveral, changeMailboxes, mailboxArgs, ofMailboxes } from './change-mailboxes.ts';

const sender = arg.text('id or address', { asked: 'sender' });

const view = (settings: Output<typeof senders.warmup>): View =>
  record(
    ['Sender', settings.senderEmailId, 'id'],
    ['Warm-up', settings.enabled ? 'on' : 'off', 'state'],
    ['Set up', settings.configured === false ? 'no; these are the defaults' : undefined],
    ['First turned on', settings.activatedAt ?? 'never'],
    ['Today', counted(settings.currentPerDay ?? 0, 'email')],
    [
      'Ramp',
      `from ${settings.startLimit ?? '?'}, ${settings.increaseBy ?? '?'} more each day, up to ${settings.capLimit ?? '?'}`,
    ],
    ['Replies', settings.enableReplies],
    ['Weekdays only', settings.weekdaysOnly],
    ['Time zone', settings.timezone],
    ['Health', settings.healthScore ?? 'no score', 'health'],
  );

const show = command({
  name: 'show',
  uses: [senders.warmup, senders.list],
  tool: 'read',
  args: { sender },
  examples: ['outreach senders warmup show 1'],
  run: async ({ service }, values) =>
    service.api(senders.warmup, { params: { id: await service.find.sender(values.sender) } }),
  view,
});

const set = command({
  name: 'set',
  summary: 'Change the warm-up settings of one or more mailboxes',
  about: aboutSeveral,
  uses: [senders.setWarmup, senders.warmup, senders.list, campaigns.list],
  tool: 'work',
  ...ofMailboxes(senders.setWarmup, view),
  args: {
    ...mailboxArgs,
    enabled: opt.toggle('turn warm-up on, or off'),
    startLimit: opt.int('emails on day one', { min: 0 }),
    increaseBy: opt.int('additional emails each day', { min: 0 }),
    capLimit: opt.int('maximum emails per day', { min: 0 }),
    replies: opt.toggle('reply to warm-up emails, or not'),
    weekdaysOnly: opt.toggle('pause on weekends, or not'),
    timezone: opt.zone('time zone, for example Europe/Lisbon'),
  },
  examples: [
    'outreach senders warmup set 1 --enabled',
    'outreach senders warmup set 1 --cap-limit 40 --weekdays-only --timezone Europe/Lisbon',
    'outreach senders warmup set --campaign "First steps" --cap-limit 40 --yes',
  ],
  async run(context, { sender, campaign, domain, replies, ...settings }) {
    const { api } = context.service;
    const body = changes({ ...settings, enableReplies: replies }, '--enabled');
    return changeMailboxes(
      context,
      { sender, campaign, domain },
      {
        operation: senders.setWarmup,
        body,
        now: async ({ id }) => (await ifReadable(api(once(senders.warmup), { params: { id } }))) ?? {},
        one: (id) => api(senders.setWarmup, { params: { id }, body }),
      },
    );
  },
});

export const warmup: Group = {
  name: 'warmup',
  summary: 'Show or change how a mailbox warms up',
  commands: [show, set],
};
