import { senders } from '../../../contract/areas/senders.ts';
import { type CheckedSender, isConnected, isHeld } from '../../../domain/launch/sender-rules.ts';
import { readOr } from '../../answer/fact.ts';
import type { Service } from '../../declare/command.ts';

/**
 * The best health score of the connected mailboxes of the workspace, where the minimum holds back all of these; null where
 * none has a score, undefined where it is not needed or cannot be read.
 */
export async function bestScore(
  { api }: Pick<Service, 'api'>,
  attached: readonly CheckedSender[],
  minimum: number | null | undefined,
): Promise<number | null | undefined> {
  const able = attached.filter(isConnected);
  if (!minimum || able.length === 0 || !able.every((one) => isHeld(one, { minimumHealthScore: minimum })))
    return undefined;
  const read = await readOr(senders.list, async () => {
    let best: number | null = null;
    for await (const { items } of api.pages(senders.list, {}))
      for (const { healthScore } of items.filter(isConnected))
        if (typeof healthScore === 'number') best = Math.max(best ?? healthScore, healthScore);
    return best;
  });
  return read.value;
}
