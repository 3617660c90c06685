import { join } from 'node:path';
import { dayNumber } from '../../domain/window.ts';
import { trustedFolders } from '../../local/checks/trusted-folders.ts';
import { writeStateFile } from '../../local/journal/state-file.ts';
import { readJsonFile } from '../../local/json-file.ts';
import type { Settings } from '../declare/settings.ts';
import type { World } from '../declare/world.ts';
import { accountOf } from '../profile/account.ts';

export interface ServiceDay {
  /** By the clock that the journal goes by. */
  readonly here: number;
  /** A moment of the day that ceilings count. Asked again after each answer, which may show a later one. */
  today(): number;
}

type Target = Pick<Settings, 'target' | 'baseUrl' | 'key' | 'inProcess'>;

/** What answers have shown of the time where calls go. */
export interface ClockOfTarget {
  ask(target: Target): Promise<number>;
  newestDate(baseUrl: string): number | undefined;
}

export interface DayParts {
  readonly world: World;
  readonly settings: Target;
  readonly targetClock: ClockOfTarget;
}

/**
 * The day is that of the newest `Date` of the service, and a sandbox has its own. Where the clock here is on an earlier one,
 * one of the two is wrong, and the earlier day counts: neither a `Date` nor a clock that is ahead frees a ceiling.
 */
export async function serviceDay({ world, settings, targetClock }: DayParts): Promise<ServiceDay> {
  const here = await (await world.journal.open()).now(world.clock.now());
  if (settings.target === 'sandbox') {
    const simulated = await targetClock.ask(settings);
    return { here, today: () => simulated };
  }
  const memory = newestDateOf(world, accountOf(settings));
  return {
    here,
    today() {
      memory.see(targetClock.newestDate(settings.baseUrl));
      return Math.min(memory.newest() ?? here, here);
    },
  };
}

/** The newest `Date` that was sent to an account, in a file of the state folder: a day that has begun stays begun. */
function newestDateOf(world: World, account: string) {
  const file = join(trustedFolders(world).state, 'service-dates.json');
  const read = (): Readonly<Record<string, unknown>> => readJsonFile(file).data;
  const stored = read()[account];
  let newest = typeof stored === 'number' ? stored : undefined;
  return {
    newest: () => newest,
    see(date: number | undefined): void {
      if (date === undefined || date <= (newest ?? Number.NEGATIVE_INFINITY)) return;
      const isNewDay = newest === undefined || dayNumber(date) > dayNumber(newest);
      newest = date;
      if (isNewDay) writeStateFile(file, { ...read(), [account]: date });
    },
  };
}
