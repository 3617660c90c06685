import type { Context } from '../../../../cli/declare/command.ts';
import type { Reading } from '../../../../client/guard/reconcile.ts';
import { campaigns } from '../../../../contract/areas/campaigns.ts';
import type { PlanItem } from '../../../../domain/campaign-plan/plan.ts';

/**
 * An earlier run may have ended in the middle of a creation. Before anything is planned over it, the service is asked
 * what came of each: a campaign that it shows is then found by its name, and one that it has not shown in the time of
 * grace is created by this run. Lines for the question; undefined where nothing was open.
 */
export async function settleCreations(
  { service }: Context,
  items: readonly PlanItem[],
): Promise<readonly string[] | undefined> {
  const names = new Set(items.flatMap(({ file, name }) => (file === null || name === null ? [] : [name])));
  const open = (await service.journal.open(campaigns.create)).flatMap((call) => {
    const { name } = (call.input.body ?? {}) as { name?: unknown };
    return typeof name === 'string' && names.has(name) ? [{ ...call, name }] : [];
  });
  if (open.length === 0) return undefined;
  const lines: string[] = [];
  for (const { intent, name, sentAt } of open) {
    const { state } = await service.journal.lookAgain(intent, reading);
    if (state === 'not-done' && sentAt !== undefined)
      lines.push(
        `An earlier run sent the creation of "${name}" at ${new Date(sentAt).toISOString()} (journal ${intent}), and the service does not show it`,
      );
  }
  return lines;
}

/**
 * The name of a campaign file is that of one campaign. So the only new campaign of that name is the one that was
 * created, whatever was set in it since; and where the list has none, or only those that other calls created, none was.
 */
const reading: Reading = (finding) => {
  if (finding.kind === 'nothing' || (finding.kind === 'taken' && finding.isWhole)) return 'not done';
  if (finding.kind !== 'several' || finding.matches.length !== 1) return undefined;
  return { kind: 'done', answer: { campaign: finding.matches[0], message: null } };
};
