import { Failure } from '../../../base/errors.ts';
import { allOf } from '../../../cli/declare/answer.ts';
import { command } from '../../../cli/declare/command.ts';
import { arg, opt } from '../../../cli/declare/params.ts';
import { quote, record, stack } from '../../../cli/declare/view.ts';
import * as s from '../../../contract/schema/schema.ts';
import { openSandbox } from '../open-sandbox.ts';
import { outboxFields } from './columns.ts';

export const show = command({
  name: 'show',
  summary: 'Show one email as it would have been sent',
  about: `Merge tags are filled in as the service does it: text unchanged, any other custom variable as JSON. A tag without a value stays as written and is listed.

--eml prints the whole message with its headers, as a mail server would get it.`,
  uses: [],
  tool: 'read',
  answer: allOf(
    outboxFields,
    s.object({
      messageId: s.string(),
      inReplyTo: s.string(),
      references: s.array(s.string()),
      contentType: s.oneOf(['text', 'html']),
      body: s.fromOthers(s.string()),
    }),
  ),
  local: true,
  fails: ['not-found'],
  args: {
    email: arg.id('id of the email'),
    eml: opt.flag('print the raw message, with headers and encoded body'),
  },
  examples: ['outreach sandbox outbox show 12', 'outreach sandbox outbox show 12 --eml > mail.eml'],
  async run(context, { email: id, eml }) {
    const [{ sandbox }, { findOutboxRow, outboxItem }, { mailOf }, { emlOf }] = await Promise.all([
      openSandbox(context),
      import('../../../sandbox/outbox/outbox-row.ts'),
      import('../../../sandbox/outbox/outbox-mail.ts'),
      import('../../../domain/mail/eml.ts'),
    ]);
    const { state } = sandbox;
    const row = findOutboxRow(state.db, id);
    if (!row)
      throw new Failure('not_found', `there is no email ${id} in the outbox`, {
        hint: 'See: outreach sandbox outbox list',
      });
    const mail = mailOf(state.db, state.seed, row);
    if (eml) return emlOf(mail);
    const { messageId, inReplyTo, references } = mail;
    return {
      ...outboxItem(row),
      messageId,
      inReplyTo,
      references: [...references],
      contentType: row.contentType,
      body: row.body,
    };
  },
  view: (shown) =>
    stack(
      record(
        ['ID', shown.id, 'id'],
        ['Sent', shown.sentAt],
        ['From', shown.fromName ? `${shown.fromName} <${shown.from}>` : shown.from, 'id'],
        ['To', shown.to, 'id'],
        ['Cc', shown.cc.join(', ') || undefined, 'id'],
        ['Subject', shown.subject],
        ['Campaign', shown.campaignId ?? undefined, 'id'],
        ['Step', shown.step ?? undefined],
        ['Variant', shown.variant ?? undefined],
        ['Thread', shown.threadId],
        ['Message-ID', shown.messageId, 'id'],
        ['In-Reply-To', shown.inReplyTo ?? undefined],
        ['References', shown.references.join(' ') || undefined],
        ['Content', shown.contentType],
        ['Status', shown.status, 'state'],
        ['Not filled in', shown.missing.map((key) => `{${key}}`).join(' ') || undefined],
      ),
      quote(shown.body),
    ),
});
