import type { Transport } from '../../contract/wire.ts';
import type { Settings } from '../declare/settings.ts';
import type { World } from '../declare/world.ts';
import type { Now } from '../output/text/style.ts';

type Target = Pick<Settings, 'target' | 'inProcess' | 'baseUrl'>;

/** The sandbox of this machine, for commands that look behind it. */
export const embedded: Target = { target: 'sandbox', inProcess: true, baseUrl: '' };

/** The clock of the target: of a service by its answers, else of the sandbox in this process. */
export interface TargetClock {
  /** By what was seen so far, without a call. */
  now(): Promise<Now>;
  /** What time it is at `target`: a sandbox that has not shown its time yet is asked for it. */
  ask(target: Target | undefined): Promise<number>;
  /** The same transport; the clock reads the time in the answers of this service. */
  reading(transport: Transport, baseUrl: string): Transport;
  /** The newest `Date` in them, without those that are more than a day ahead of the clock here. */
  newestDate(baseUrl: string): number | undefined;
}

/** The clocks of two machines may differ by less than this: then it is the same time on both. */
const apartMs = 60_000;
const dayMs = 86_400_000;

export function createTargetClock(world: World): TargetClock {
  const { clock, sandboxNow } = world;
  let aheadMs: number | undefined;
  const newest = new Map<string, number>();
  const reading: TargetClock['reading'] = (transport, baseUrl) => async (request, signal) => {
    const answer = await transport(request, signal);
    const date = Date.parse(answer.headers.date ?? '');
    const ahead = date - clock.now();
    if (!Number.isNaN(ahead)) aheadMs = Math.abs(ahead) < apartMs ? 0 : ahead;
    if (ahead < dayMs) newest.set(baseUrl, Math.max(date, newest.get(baseUrl) ?? date));
    return answer;
  };
  const now: TargetClock['now'] = async () => {
    const wall = clock.now();
    return { wall, target: aheadMs === undefined ? ((await sandboxNow?.()) ?? wall) : wall + aheadMs };
  };
  return {
    now,
    reading,
    newestDate: (baseUrl) => newest.get(baseUrl),
    ask: async (target) => {
      // Where a sandbox cannot be opened or does not answer, the command will say what is wrong.
      if (target?.inProcess) await world.sandbox().catch(() => undefined);
      else if (target?.target === 'sandbox' && aheadMs === undefined)
        await reading(world.network(target.baseUrl), target.baseUrl)(timeRequest, world.signal).catch(
          () => undefined,
        );
      return target ? (await now()).target : clock.now();
    },
  };
}

const timeRequest = { method: 'GET', path: '/', query: [], headers: {} } as const;
