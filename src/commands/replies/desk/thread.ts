import type { Size } from '../../../cli/declare/asker.ts';
import { otherFacts } from '../../../cli/drafts/draft-facts.ts';
import { type Safe, safeBlock } from '../../../cli/output/text/safe-text.ts';
import { wrap } from '../../../cli/output/text/width.ts';
import type { Card, Message } from './desk.ts';

/** In a smaller window nothing is shown, and no key but the one that leaves does anything. */
export const smallest: Size = { columns: 60, rows: 15 };
export const isTooSmall = ({ columns, rows }: Size): boolean =>
  columns < smallest.columns || rows < smallest.rows;

/** Room for the first line, and for the keys. */
export const pageRows = ({ rows }: Size): number => rows - 2;

/** A line of ours, with the time that it is about, or one of what someone wrote, which gets a bar. */
type ThreadLine =
  | { readonly ours: string; readonly at?: string | null | undefined }
  | { readonly theirs: Safe };

/** Cells of the bar, and the last one of the window, which stays empty. */
const besideText = 3;

/** What someone wrote, in lines that fit behind the bar. */
export const theirLines = (text: string | null | undefined, columns: number): readonly Safe[] =>
  wrap(safeBlock((text ?? '').replaceAll('\r\n', '\n').trim()), columns - besideText);

/** The whole draft, the whole reply, and what was written before it, the newest first. */
export function threadLines({ draft, reply, thread }: Card, columns: number): readonly ThreadLine[] {
  const lines: ThreadLine[] = [];
  const quote = (...texts: readonly (string | null | undefined)[]) => {
    for (const text of texts) for (const line of theirLines(text, columns)) lines.push({ theirs: line });
  };
  const earlier = Array.isArray(thread)
    ? thread
        .filter((message) => message.isDraft !== true && String(message.id) !== String(reply.id))
        .sort((a, b) => (Date.parse(timeOf(b) ?? '') || 0) - (Date.parse(timeOf(a) ?? '') || 0))
    : [];
  if (draft) {
    lines.push({ ours: `Draft of the answer, to ${addressesOf(draft.to)}` });
    if (draft.cc?.length) lines.push({ ours: `Copy to ${addressesOf(draft.cc)}` });
    for (const line of otherFacts(draft)) lines.push({ ours: line });
    quote(draft.subject, draft.body);
  } else lines.push({ ours: 'No draft: answer in the app' });
  lines.push({ ours: `From ${reply.fromAddress ?? 'an unknown address'}`, at: reply.receivedAt });
  quote(reply.subject, reply.body);
  if (thread === undefined && reply.leadId) lines.push({ ours: 'Reading the conversation…' });
  if (typeof thread === 'string') lines.push({ ours: `The conversation cannot be read: ${thread}` });
  for (const message of earlier) {
    lines.push({ ours: `From ${message.fromAddress ?? 'an unknown address'}`, at: timeOf(message) });
    quote(message.subject, message.body);
  }
  return lines;
}

export const addressesOf = (list: readonly string[] | null | undefined): string =>
  list && list.length > 0 ? list.join(', ') : 'an unknown address';

const timeOf = ({ sentAt, createdAt }: Message): string | null | undefined => sentAt ?? createdAt;
