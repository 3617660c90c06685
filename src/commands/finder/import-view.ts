import { grouped } from '../../base/counted.ts';
import { advise } from '../../cli/advice/advise.ts';
import type { Next } from '../../cli/declare/command.ts';
import { record, toned, type View } from '../../cli/declare/view.ts';
import type { finder } from '../../contract/areas/finder.ts';
import type { Output } from '../../contract/operation.ts';
import { inWords } from './import-words.ts';

export type Import = Output<typeof finder.import>;

export const importView = (imported: Partial<Import>): View =>
  record(
    ['Import', imported.importId, 'id'],
    ['Status', imported.status, 'state'],
    ['Campaign', [imported.campaignId, imported.campaignName].filter(Boolean).join(' ') || undefined],
    ['People', imported.mode && inWords(imported.mode)],
    ['Requested', imported.requested, 'number'],
    ['Added', imported.added, 'number'],
    ['Skipped', skipped(imported)],
    ['Expired refs', imported.expired || undefined],
    ['Credits spent', imported.creditsSpent, 'number'],
    ['Verified', verified(imported)],
    ['First match', imported.startsAt, 'number'],
    ['Ended', endOf(imported)],
    ['Error', imported.lastError ? toned(inWords(imported.lastError), 'bad') : undefined],
    ['Created', imported.createdAt, 'time'],
    ['Finished', imported.finishedAt ?? undefined, 'time'],
  );

/** `got all 25`, or why it stopped before. */
export function endOf({ endReason, requested, added }: Partial<Import>): string | undefined {
  if (!endReason) return undefined;
  const gotAll = endReason === 'requested_reached' && requested === added;
  return gotAll ? `got all ${grouped(requested ?? 0)}` : inWords(endReason);
}

/** `12: 10 already in the workspace, 2 on the blocklist`. */
function skipped({ skipped, skipReasons }: Partial<Import>): string | number | undefined {
  const reasons = Object.entries(skipReasons ?? {}).filter(([, people]) => people > 0);
  if (skipped === null || skipped === undefined) return undefined;
  const [only, ...others] = reasons;
  if (only === undefined) return skipped;
  if (others.length === 0) return `${grouped(skipped)}: ${inWords(only[0])}`;
  return `${grouped(skipped)}: ${reasons.map(([reason, people]) => `${grouped(people)} ${inWords(reason)}`).join(', ')}`;
}

function verified({ verifyEmails, verification }: Partial<Import>): string | undefined {
  if (verifyEmails === false) return 'no';
  if (!verification) return undefined;
  const { valid = 0, invalid = 0, catchAll = 0, unknown = 0, limitReached } = verification;
  const limit = limitReached ? '; the allowance is used up' : '';
  return `${valid} valid, ${invalid} invalid, ${catchAll} catch-all, ${unknown} unknown${limit}`;
}

export const nextOf = ({ importId, campaignId, finishedAt }: Partial<Import>): Next =>
  finishedAt
    ? [['see what the campaign lacks', advise('campaigns get', { campaign: campaignId })]]
    : [advise('finder imports wait', { id: importId })];
