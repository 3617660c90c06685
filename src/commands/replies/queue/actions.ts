import type { Advice } from '../../../base/text/advice.ts';
import { advise } from '../../../cli/advice/advise.ts';
import { lineOf } from '../../../cli/advice/line-of.ts';
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

/** What can be done with a reply. */
export function adviceOn({ reply, draft }: Shown): Readonly<Record<string, Advice | undefined>> {
  if (reply === null) return {};
  const { id, leadId, fromAddress, responseCategory } = reply;
  return {
    send: draft === null ? undefined : advise('drafts send', { draft: draft.id, expect: draftDigest(draft) }),
    edit: advise('drafts edit', { draft: draft?.id }),
    read: advise('leads conversation', { lead: leadId }),
    answered: advise('replies done', { reply: id, as: 'answered' }),
    skipped: advise('replies done', { reply: id, as: 'skipped' }),
    later: advise('replies done', { reply: id, as: 'later' }),
    meeting: advise('leads meeting mark', { lead: leadId }),
    ...categoryLines(leadId, responseCategory),
    block: advise('blocklist add', { values: fromAddress }),
    blocked: advise('replies done', { reply: id, as: 'blocked' }),
  };
}

/** The same, a line each; one that misses a value is left out, and with `readOnly` what changes something at the service. */
export function actionsOn(shown: Shown, readOnly: boolean): Action[] {
  const actions: Action[] = [];
  for (const [action, advice] of Object.entries(adviceOn(shown))) {
    if (readOnly && !here.has(action)) continue;
    const command = advice && lineOf(advice);
    if (command !== undefined) actions.push({ action, command });
  }
  return actions;
}

/** They read, or are stored here alone. */
const here: ReadonlySet<string> = new Set(['read', 'answered', 'skipped', 'later', 'blocked']);

/** A line for each category that the lead may get: all lines can be run as they are. */
function categoryLines(lead: Reply['leadId'], now: Reply['responseCategory']) {
  const lines: Record<string, Advice> = {};
  for (const category of leadCategories)
    if (category !== now) lines[`categorize ${category}`] = advise('leads categorize', { lead, category });
  return lines;
}
