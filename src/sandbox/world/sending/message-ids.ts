import type { Sandbox } from '../../state.ts';

/** Reserves `count` ids for emails, replies or drafts and gives the first: a conversation lists the three side by side. */
export function reserveMessageIds(sandbox: Sandbox, count = 1): number {
  const row = sandbox.db
    .prepare('UPDATE message_id SET next = next + ? RETURNING next - ? AS first')
    .get<{ first: number }>(count, count);
  if (!row) throw new Error('the counter of messages is missing');
  return row.first;
}
