import type { Transport } from '../../contract/wire.ts';
import type { World } from '../declare/world.ts';
import type { Now } from '../output/text/style.ts';

/** The clock of the target: of a service by its answers, else of the sandbox in this process. It makes no call of its own. */
export interface TargetClock {
  now(): Promise<Now>;
  /** The same transport; the clock reads the time in its answers. */
  reading(transport: Transport): Transport;
}

/** The clocks of two machines may differ by less than this: then it is the same time on both. */
const apartMs = 60_000;

export function createTargetClock({ clock, sandboxNow }: Pick<World, 'clock' | 'sandboxNow'>): TargetClock {
  let aheadMs: number | undefined;
  return {
    async now() {
      const wall = clock.now();
      return { wall, target: aheadMs === undefined ? ((await sandboxNow?.()) ?? wall) : wall + aheadMs };
    },
    reading: (transport) => async (request, signal) => {
      const answer = await transport(request, signal);
      const ahead = Date.parse(answer.headers.date ?? '') - clock.now();
      if (!Number.isNaN(ahead)) aheadMs = Math.abs(ahead) < apartMs ? 0 : ahead;
      return answer;
    },
  };
}
