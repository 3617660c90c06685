import type { Next } from '../../cli/declare/command.ts';
import { record, type View } from '../../cli/declare/view.ts';
import { lineOf } from '../../cli/line/shell-words.ts';
import type { finder } from '../../contract/areas/finder.ts';
import type { Output } from '../../contract/operation.ts';

export type Import = Output<typeof finder.import>;

export const importView = (imported: Partial<Import>): View =>
  record(
    ['Import', imported.importId],
    ['Status', imported.status],
    ['Campaign', [imported.campaignId, imported.campaignName].filter(Boolean).join(' ') || undefined],
    ['Mode', imported.mode],
    ['Requested', imported.requested],
    ['Added', imported.added],
    ['Skipped', skipped(imported)],
    ['Expired refs', imported.expired || undefined],
    ['Credits spent', imported.creditsSpent],
    ['Verified', verified(imported)],
    ['Starts at', imported.startsAt],
    ['Ended', imported.endReason ?? undefined],
    ['Error', imported.lastError || undefined],
    ['Created', imported.createdAt],
    ['Finished', imported.finishedAt ?? undefined],
  );

/** `12 (10 already_in_workspace, 2 blocklisted)`. */
function skipped({ skipped, skipReasons }: Partial<Import>): string | number | undefined {
  const reasons = Object.entries(skipReasons ?? {}).filter(([, people]) => people > 0);
  if (skipped === null || skipped === undefined) return undefined;
  if (reasons.length === 0) return skipped;
  return `${skipped} (${reasons.map(([reason, people]) => `${people} ${reason}`).join(', ')})`;
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
    ? [['see what the campaign lacks', lineOf`campaigns get ${campaignId}`]]
    : [lineOf`finder imports wait ${importId}`];
