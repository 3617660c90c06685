import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Owner } from '../../client/guard/journal.ts';
import { openLifeFile } from './life-file.ts';
import { type AskSystem, askSystem, partsOf, placeOf, startOf } from './process-facts.ts';

export interface Processes {
  readonly pid: number;
  readonly platform: string;
  running(pid: number): boolean;
}

export type Owners = Awaited<ReturnType<typeof openOwners>>;

/** Before the name of a life file. */
const lifeMark = 'life:';

/** Who owns what in a state folder. What is unknown from here counts as alive. */
export async function openOwners(
  stateFolder: string,
  { pid, platform, running }: Processes,
  { ask = askSystem, host = hostname() }: { ask?: AskSystem; host?: string } = {},
) {
  const here = { host, place: placeOf(platform, ask) };
  const life = platform === 'win32' ? await openLifeFile(join(stateFolder, 'owners')) : undefined;
  const start = life ? `${lifeMark}${life.name}` : (startOf(pid, platform, ask) ?? '');
  const self: Owner = { pid, started: [here.host, here.place, start].join(' ') };

  return {
    /** This process, in words that no later one has: a process id is given out again. */
    self,
    lives(owner: Owner): boolean {
      if (owner.pid === pid && owner.started === self.started) return true;
      const [itsHost = '', place = '', ...start] = owner.started.split(' ');
      const where = whereIs({ host: itsHost, place }, here);
      if (where !== 'here') return where === 'elsewhere';
      if (!running(owner.pid)) return false;
      const since = start.join(' ');
      if (since === '') return true;
      if (life) return life.isHeld(since.slice(lifeMark.length));
      const now = startOf(owner.pid, platform, ask);
      return now === undefined || now === since;
    },
    /** From then on `self` counts as ended where the system does not tell the start of a process. */
    close: (): void => life?.close(),
  };
}

interface Whereabouts {
  readonly host: string;
  readonly place: string;
}

/** The name of a machine may change while it runs: asked only where boot and process numbers do not say enough. */
function whereIs(there: Whereabouts, here: Whereabouts): 'here' | 'elsewhere' | 'gone' {
  const [then, now] = [partsOf(there.place), partsOf(here.place)];
  const isSame = there.place === here.place;
  if (isSame && now.boot !== '' && now.space !== '') return 'here';
  if (there.host !== here.host) return 'elsewhere';
  if (isSame || then.boot === '' || now.boot === '') return 'here';
  return then.boot === now.boot ? 'elsewhere' : 'gone';
}
