import { duration } from '../../base/duration.ts';
import { parseJson } from '../../base/lossless-json.ts';
import type { Intent } from '../../client/guard/journal.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import type { Method } from '../../contract/wire.ts';
import type { DoneCall } from '../declare/context-parts.ts';
import type { Settings } from '../declare/settings.ts';
import type { World } from '../declare/world.ts';
import { accountOf } from '../profile/account.ts';

/** The calls of this account to an operation that were done, newest first. */
export async function doneCalls(
  { world, settings }: { readonly world: World; readonly settings: Settings },
  operation: AnyOperation,
): Promise<DoneCall[]> {
  const journal = await world.journal.open();
  const { host } = journal;
  const done = await journal.newestDone(accountOf(settings), operation.id, Number.MAX_SAFE_INTEGER);
  return Promise.all(
    done.filter(isReadable).map(async (intent) => {
      const { input } = (await parseJson(intent.request)) as StoredCall;
      const finishedAt = intent.finishedAt ?? intent.startedAt;
      const ageMs = world.clock.now() - finishedAt;
      const before = intent.snapshot === undefined ? undefined : await parseJson(intent.snapshot);
      return {
        intent: intent.id,
        params: input.params ?? {},
        body: input.body,
        before,
        finishedAt,
        ageMs,
        age: duration(ageMs / 1000),
        host: intent.madeBy === undefined || intent.madeBy.host === host ? null : intent.madeBy.host,
      };
    }),
  );
}

export const isReadable = ({ damaged }: Intent): boolean => damaged.length === 0;

/** The request of an intent. */
export interface StoredCall {
  readonly method: Method;
  readonly path: string;
  readonly input: AnyInput;
}
