import { lineOf, shellWord } from '../../../cli/advice/shell-words.ts';
import { leadCategories } from '../../../contract/areas/leads.ts';
import * as s from '../../../contract/schema/schema.ts';
import { draftDigest } from '../../../domain/mail/draft-digest.ts';
import type { Draft, Reply } from './read-queue.ts';

interface Shown {
  readonly reply: Reply | null;
  readonly draft: Draft | null;
}

export const actionFields = s.object({ action: s.string(), command: s.string() });

export type Action = s.DocumentOf<typeof actionFields>;

interface Offer {
  readonly profile?: string | undefined;
  /** Without those that change something at the service. */
  readonly readOnly: boolean;
}

/** What can be done with a reply, a line each; one that misses a value is left out. */
export function actionsOn({ reply, draft }: Shown, { profile, readOnly }: Offer): Action[] {
  if (reply === null) return [];
  const { id, leadId, fromAddress, responseCategory } = reply;
  const lines: Readonly<Record<string, string | undefined>> = {
    send: draft === null ? undefined : lineOf`drafts send ${draft.id} --expect ${draftDigest(draft)}`,
    edit: lineOf`drafts edit ${draft?.id}`,
    read: lineOf`leads conversation ${leadId}`,
    answered: lineOf`replies done ${id} --as answered`,
    skipped: lineOf`replies done ${id} --as skipped`,
    later: lineOf`replies done ${id} --as later`,
    meeting: lineOf`leads meeting mark ${leadId}`,
    ...categoryLines(leadId, responseCategory),
    block: lineOf`blocklist add ${fromAddress}`,
    blocked: lineOf`replies done ${id} --as blocked`,
  };
  const where = profile === undefined ? '' : ` --profile ${shellWord(profile)}`;
  return Object.entries(lines).flatMap(([action, line]) =>
    line === undefined || (readOnly && !here.has(action)) ? [] : [{ action, command: `${line}${where}` }],
  );
}

/** They read, or are stored here alone. */
const here: ReadonlySet<string> = new Set(['read', 'answered', 'skipped', 'later', 'blocked']);

/** A line for each category that the lead may get: all lines can be run as they are. */
const categoryLines = (lead: Reply['leadId'], now: Reply['responseCategory']) =>
  Object.fromEntries(
    leadCategories
      .filter((category) => category !== now)
      .map((category) => [`categorize ${category}`, lineOf`leads categorize ${lead} ${category}`]),
  );
