import { domainOf, isPersonalMailbox } from '../../contract/checks/personal-mailbox.ts';
import { roleOf } from '../../domain/address/role-address.ts';
import { placeholdersIn } from '../../domain/copy/placeholder.ts';
import { unfilledIn } from '../../domain/sequence/render-email.ts';
import type { Sandbox } from '../core/state.ts';
import { bouncesHard } from '../world/leads/addresses.ts';
import { isBlocked } from '../world/leads/blocklist.ts';
import type { OutboxRow } from './outbox-row.ts';

interface Warning {
  readonly rule:
    | 'missing_value'
    | 'empty_subject'
    | 'empty_body'
    | 'leftover_placeholder'
    | 'value_as_json'
    | 'reply_prefix'
    | 'role_address'
    | 'personal_mailbox'
    | 'own_domain'
    | 'address_invalid'
    | 'on_blocklist'
    | 'unsubscribed';
  readonly message: string;
}

/** What a person should look at before an email like this goes out for real, to this very recipient. */
export function warningsOf(sandbox: Sandbox, row: OutboxRow): Warning[] {
  return [...ofText(row), ...ofRecipient(sandbox, row)];
}

function* ofText({ subject, body, contentType, missing, step }: OutboxRow): Iterable<Warning> {
  for (const { key, value } of unfilledIn(missing)) {
    const has = value === undefined ? 'no value' : 'a placeholder as its value';
    yield { rule: 'missing_value', message: `{${key}} has ${has} for this lead and is sent as written` };
  }
  if (subject.trim() === '') yield { rule: 'empty_subject', message: 'the subject is empty' };
  if (body.trim() === '') yield { rule: 'empty_body', message: 'the text is empty' };
  const [placeholder] = [...placeholdersIn(subject), ...placeholdersIn(body, contentType)];
  if (placeholder !== undefined)
    yield { rule: 'leftover_placeholder', message: `'${placeholder}' looks like a placeholder` };
  const [json] = /\{"[^"\n]*":|\["[^"\n]*"[,\]]/.exec(`${subject}\n${body}`) ?? [];
  if (json !== undefined)
    yield { rule: 'value_as_json', message: 'a custom variable that is not text is written as its JSON' };
  if (step === 1 && /^re:/i.test(subject))
    yield { rule: 'reply_prefix', message: 'a first email says Re: although it answers no email' };
}

function* ofRecipient(sandbox: Sandbox, row: OutboxRow): Iterable<Warning> {
  const address = (row.recipient.split(', ')[0] ?? '').toLowerCase();
  const role = roleOf(address);
  if (role !== undefined)
    yield { rule: 'role_address', message: `${role}@ belongs to a task, not to a person` };
  if (isPersonalMailbox(address)) yield { rule: 'personal_mailbox', message: 'the address is a private one' };
  if (row.senderAddress !== null && domainOf(row.senderAddress) === domainOf(address))
    yield { rule: 'own_domain', message: 'the recipient has the domain of the mailbox' };
  if (bouncesHard(sandbox, address)) yield { rule: 'address_invalid', message: 'no one is at this address' };
  if (isBlocked(sandbox, row.workspaceId, address))
    yield { rule: 'on_blocklist', message: 'the recipient is on the blocklist by now' };
  const lead = sandbox.db
    .prepare('SELECT unsubscribed_at AS at FROM lead WHERE id = ? AND unsubscribed_at IS NOT NULL')
    .get<{ at: number }>(row.leadId);
  if (lead)
    yield {
      rule: 'unsubscribed',
      message: `the lead unsubscribed ${lead.at < row.sentAt ? 'before' : 'after'} it`,
    };
}
