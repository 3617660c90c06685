import { glyphsFor, unicodeGlyphs } from '../../../src/cli/output/text/glyphs.ts';
import { loadPaint } from '../../../src/cli/output/text/paint.ts';
import { type Desk, newDesk } from '../../../src/commands/replies/desk/desk.ts';
import type { Pen } from '../../../src/commands/replies/desk/draw-desk.ts';
import type { Waiting } from '../../../src/commands/replies/queue/read-queue.ts';

export const now = Date.UTC(2026, 2, 20, 12);

/** A reply that waits, with a draft unless `match` is `none`; every text of others is `text`, where that is given. */
export function waiting(id: number, match: Waiting['match'] = 'certain', text?: string): Waiting {
  const reply = {
    id,
    leadId: id + 100,
    campaignId: 1,
    fromAddress: text ?? `p${id}@lumen.example`,
    subject: text ?? 'Re: A question',
    body: text ?? `Thanks, tell me more.\n\nPerson ${id}`,
    threadId: `thread_${id}`,
    receivedAt: new Date(now - id * 3_600_000).toISOString(),
    responseCategory: 'interested',
  };
  const draft = {
    id: id + 1000,
    leadId: id + 100,
    inReplyToEmailId: match === 'certain' ? id : null,
    subject: text ?? 'Re: A question',
    body: text ?? 'Hello,\n\nThursday at ten?\n\nAnna',
    to: [text ?? `p${id}@lumen.example`],
    cc: text ? [text] : [],
    createdAt: reply.receivedAt,
  };
  return { reply, draft: match === 'none' ? undefined : draft, match };
}

export const deskOf = (...matches: readonly Waiting['match'][]): Desk =>
  newDesk(matches.map((match, at) => waiting(at + 1, match)));

export const plainPen: Pen = {
  glyphs: unicodeGlyphs,
  paint: await loadPaint(0),
  now,
  target: 'LIVE acme',
};
export const asciiPen: Pen = { ...plainPen, glyphs: glyphsFor({ TERM: 'linux' }) };

/** From the smallest window that is served to a wide one. */
export const sizes = [
  { columns: 60, rows: 15 },
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 200, rows: 60 },
];
