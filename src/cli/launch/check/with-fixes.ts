import type { Problem } from '../../../domain/launch/problem.ts';
import { shellWord } from '../../advice/shell-words.ts';
import type { Context } from '../../declare/command.ts';
import { type AskedOfLeads, fixOf } from '../fixes.ts';
import type { CampaignReading } from '../read-campaign.ts';

/** Each problem with the command that fixes it. That a mailbox was stopped from here is said, and no line undoes it. */
export async function withFixes(
  context: Context,
  reading: CampaignReading,
  problems: readonly Problem[],
  asked: AskedOfLeads,
) {
  const fixed = problems.map((one) => ({ ...one, fix: fixOf(reading, one, asked) }));
  if (!problems.some(({ rule }) => rule === 'limits-zero')) return fixed;
  const { stoppedFromHere, withUndo } = await import('../../stop/by-limits.ts');
  const ids = stoppedFromHere(context);
  const stopped = reading.senders?.find(
    ({ id, currentDailyLimit }) => currentDailyLimit === 0 && ids.has(String(id)),
  );
  if (stopped === undefined) return fixed;
  const look = `outreach senders get ${shellWord(stopped.address)}`;
  return fixed.map((one) =>
    one.rule === 'limits-zero' ? { ...one, message: withUndo(one.message, true), fix: look } : one,
  );
}
