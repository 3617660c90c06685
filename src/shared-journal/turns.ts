import { randomUUID } from 'node:crypto';
import { Failure } from '../base/errors.ts';
import type { TurnHolder, Turns } from '../client/guard/turns.ts';
import { ask, type JournalStore, placeholders } from '../local/journal/work.ts';
import type { Leases } from './leases.ts';

/** A lease as for calls, by the clock of the database; one that is not renewed ends with its process. */
export const sharedTurns = (
  store: JournalStore,
  leases: Leases,
  { pid, host }: { readonly pid: number; readonly host: string },
): Turns => ({
  async take(account, what, now) {
    const [slot, key] = [`turn ${account}`, randomUUID()];
    const since = leases.moment();
    const taken = await store.change<{ generation: number } | { heldBy: TurnHolder | undefined }>(
      function* () {
        const generation = yield* leases.claim(slot, key);
        if (generation === undefined) {
          const { rows } = yield* ask<TurnHolder>(
            'SELECT what, since, pid, host FROM turn WHERE account = $1',
            [account],
          );
          return { heldBy: rows[0] };
        }
        yield* ask(
          `INSERT INTO turn (account, generation, what, since, pid, host) VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (account) DO UPDATE SET generation = excluded.generation, what = excluded.what,
             since = excluded.since, pid = excluded.pid, host = excluded.host`,
          [account, generation, what, now, pid, host],
        );
        return { generation };
      },
    );
    if ('heldBy' in taken) return taken;
    const { generation } = taken;
    leases.hold(slot, since);
    return {
      async check() {
        const before = leases.moment();
        const { values, at } = placeholders();
        const extension = leases.extension(slot, generation, at);
        const { count } = await store.change(() => ask(extension, values), { alone: true });
        if (count === 0)
          throw new Failure(
            'taken_over',
            'Another session of this account went on while this one was stopped; nothing was sent',
            { hint: 'Run the same command again.', retryable: true },
          );
        leases.hold(slot, before);
      },
      async release() {
        leases.drop(slot);
        await store.change(function* () {
          yield* leases.free(slot, generation);
          yield* ask('DELETE FROM turn WHERE account = $1 AND generation = $2', [account, generation]);
        });
      },
    };
  },
});
