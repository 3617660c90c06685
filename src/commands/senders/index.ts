import { Failure } from '../../base/errors.ts';
import { changes } from '../../base/omit-undefined.ts';
import { command, type Verbs } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { senders } from '../../contract/areas/senders.ts';
import type { Infer } from '../../contract/schema/schema.ts';
import { aboutSeveral, changeMailboxes, mailboxArgs, ofMailboxes } from './change-mailboxes.ts';
import { connect } from './connect.ts';
import { connectCsv } from './connect-csv.ts';
import { dns } from './dns.ts';
import { list } from './list.ts';
import { plan } from './plan.ts';
import { reputation } from './reputation.ts';
import { senderView } from './sender-view.ts';
import { warmup } from './warmup.ts';
import { watch } from './watch.ts';

const get = command({
  name: 'get',
  uses: [senders.get, senders.list],
  tool: 'read',
  args: { sender: arg.text('id or address', { asked: 'sender' }) },
  examples: ['outreach senders get 1', 'outreach senders get 1 --json'],
  run: async ({ service }, { sender }) =>
    service.api(senders.get, { params: { id: await service.find.sender(sender) } }),
  view: senderView,
});

const update = command({
  name: 'update',
  summary: 'Change the name, signature or limits of one or more mailboxes',
  about: `With build-up, a mailbox sends at most 5 emails a day at first, and 5 more each week, up to 50.

${aboutSeveral}`,
  uses: [senders.update, senders.list, campaigns.list],
  tool: 'work',
  ...ofMailboxes(senders.update, senderView),
  args: {
    ...mailboxArgs,
    givenName: opt.text('first name'),
    familyName: opt.text('last name; empty clears it'),
    signature: opt.text('signature below every email', { hint: 'text' }),
    signatureFile: opt.file('read the signature from this file', 'document'),
    dailyLimit: opt.int('current number of emails per day; 0 stops the mailbox', { min: 0, max: 1000 }),
    maxLimit: opt.int('highest value that --daily-limit can have', { min: 1, max: 1000 }),
    minLimit: opt.int('minimum emails per day', { min: 1, max: 1000 }),
    buildUp: opt.toggle('raise the daily limit every week, or not'),
  },
  examples: [
    'outreach senders update 1 --daily-limit 30',
    'outreach senders update 1 --given-name Ana --no-build-up',
    'outreach senders update --domain northwind-mail.example --daily-limit 20 --yes',
  ],
  async run(context, { signatureFile, ...values }) {
    const { service, files, screen } = context;
    const text =
      signatureFile === undefined ? values.signature : await files.readText(signatureFile, 'document');
    const body = changes(
      {
        givenName: values.givenName,
        familyName: values.familyName,
        signature: text,
        currentDailyLimit: values.dailyLimit,
        maximumSendingsLimitPerDay: values.maxLimit,
        minimumSendingsLimitPerDay: values.minLimit,
        toggleGradualBuildUp: values.buildUp,
      } satisfies Record<keyof Infer<typeof senders.update.body>, unknown>,
      '--daily-limit 30',
    );
    const { dailyLimit = 0, maxLimit = dailyLimit } = values;
    if (dailyLimit > maxLimit)
      throw new Failure(
        'invalid_value',
        `--daily-limit ${dailyLimit} is above --max-limit ${maxLimit}; nothing was changed`,
      );
    return changeMailboxes(context, values, {
      operation: senders.update,
      body,
      now: async (mailbox) => mailbox,
      async one(id) {
        const answer = await service.api(senders.update, { params: { id }, body });
        screen.note(answer.message ?? 'Saved.');
        return answer.senderEmail;
      },
    });
  },
});

export const group: Verbs = {
  commands: [list, get, connect, connectCsv, update, dns, reputation, plan, watch],
  groups: [warmup],
};
