import { describe, expect, it } from 'vitest';
import { fieldsOf, wholeOf } from '../../src/cli/declare/answer.ts';
import type { Known } from '../../src/cli/declare/known-fields.ts';
import { operations } from '../../src/contract/index.ts';

/** By their names; what a person or a website says about itself is theirs as well. */
const names =
  /^(subject|body|fromAddress|recipient|to|cc|email|firstName|middleName|lastName|company|title|phone|website|linkedin|customVariables)$/;

/** Fields with such a name that only users of the account write. */
const own: readonly RegExp[] = [
  // The emails of a campaign, and the plan of one.
  /^(campaigns\.(sequence|replaceSequence)|copilot|autopilot)\b/,
  // Mailboxes, the invoice address and searches are the account's own.
  /^(senders|billing|imports|verification|dfy|icps)\./,
];
const isOwn = (path: string) => own.some((pattern) => pattern.test(path));

function fieldsIn(known: Known, at: string): { path: string; name: string; fromOthers: boolean }[] {
  return [...known.fields].flatMap(([name, inner]) => [
    ...(inner.fields.size === 0
      ? [{ path: `${at}.${name}`, name, fromOthers: inner.fromOthers === true }]
      : []),
    ...fieldsIn(inner, `${at}.${name}`),
  ]);
}

const all = operations.flatMap((operation) => fieldsIn(fieldsOf(wholeOf(operation)), operation.id));

describe('text that strangers write', () => {
  it('is marked in every answer that holds it', () => {
    const forgotten = all.filter(
      ({ name, path, fromOthers }) => names.test(name) && !fromOthers && !isOwn(path),
    );
    expect(forgotten.map(({ path }) => path)).toEqual([]);
  });

  it('is in these answers', () => {
    const marked = all.filter(({ fromOthers }) => fromOthers);
    expect([...new Set(marked.map(({ path }) => path.split('.').slice(0, 2).join('.')))]).toEqual([
      'leads.list',
      'leads.upsert',
      'leads.get',
      'leads.update',
      'leads.conversation',
      'finder.search',
      'prospects.source',
      'replies.list',
      'drafts.list',
      'drafts.update',
      'drafts.send',
    ]);
  });
});
