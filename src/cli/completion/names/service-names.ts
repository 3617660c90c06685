import type { Clock } from '../../../base/clock.ts';
import {
  areBeingRead,
  claimNames,
  type NamePlace,
  type RememberedNames,
  readNames,
} from '../../../local/names/name-memory.ts';
import { storedKindOf } from '../../declare/name-kinds.ts';
import { isSwitchedOn, underCi } from '../../declare/world.ts';
import { accountOf } from '../../profile/account.ts';
import { requireLive } from '../../profile/require-live.ts';
import { resolveSettings } from '../../profile/settings.ts';
import type { Word } from '../words.ts';
import type { Here } from './here-names.ts';
import { beginsWith, canBeOffered } from './offered-word.ts';

/** What the launcher has at hand: the program itself is not loaded. */
export interface NamesWorld extends Here {
  readonly clock: Clock;
  /** When the answer must be there. */
  readonly until: number;
  /** Runs the program with these words in the background. */
  start(words: readonly string[]): void;
}

interface Asked {
  readonly of: string;
  readonly profile: string;
  readonly current: string;
}

/** What is remembered of the service. Where that is old, it is read anew in the background, for the next Tab or for this one. */
export async function serviceNames(
  world: NamesWorld,
  { of, profile, current }: Asked,
): Promise<readonly Word[]> {
  const kind = storedKindOf(of);
  if (kind === undefined) return [];
  const named = profile === '' ? undefined : profile;
  const settings = resolveSettings(world, { profile: named });
  requireLive(settings, { live: false }, world);
  const place = { surroundings: world, account: accountOf(settings), kind };
  const words = (found: RememberedNames | undefined) => wordsOf(of, found?.items ?? [], current);
  const now = world.clock.now();
  const found = readNames(place);
  const fits = words(found).some((word) => beginsWith(word, current));
  // The values of filters are those of the service, and rarely change.
  const freshMs = kind === 'filters' ? 86_400_000 : 60_000;
  if (found !== undefined && found.at <= now && now - found.at < (fits ? freshMs : freshAnywayMs))
    return words(found);
  // To ask a keychain that is locked opens a window.
  if (typeof settings.key !== 'string') return words(found);
  readAnew(world, place, now, named);
  if (fits) return words(found);
  // What a reading in the background remembers, where it does so in time.
  const { clock, until } = world;
  while (clock.now() < until && areBeingRead(place, clock.now(), readingMs)) await clock.sleep(lookMs);
  return words(readNames(place) ?? found);
}

/** Where nothing fits, it may have been made a moment ago. */
const freshAnywayMs = 5000;

/** So long a reading may take, and so long after one that failed none is tried. */
const readingMs = 10_000;
const retryMs = 120_000;

function readAnew(world: NamesWorld, place: NamePlace, now: number, profile: string | undefined): void {
  if (underCi(world.env) || isSwitchedOn(world.env.OUTREACH_NO_COMPLETION_CALLS)) return;
  const claim = claimNames(place, now, retryMs);
  if (claim === undefined) return;
  const named = profile === undefined ? [] : [`--profile=${profile}`];
  world.start([
    '__remember',
    place.kind,
    claim,
    ...named,
    `--timeout=${readingMs}ms`,
    '--no-input',
    '--quiet',
  ]);
}

const lookMs = 10;

/** Kinds whose commands take a name or address as well as an id. */
const takesName: readonly string[] = ['campaigns', 'senders'];

function wordsOf(of: string, items: RememberedNames['items'], current: string): Word[] {
  if (storedKindOf(of) === 'filters')
    return items.flatMap(([text = '', list]) => (list === of ? [{ text, about: '' }] : []));
  if (!takesName.includes(of)) return items.map(([text = '', ...parts]) => ({ text, about: joined(parts) }));
  // Commands compare names whatever their case.
  const counts = new Map<string, number>();
  for (const [, name = ''] of items) {
    const folded = name.trim().toLowerCase();
    counts.set(folded, (counts.get(folded) ?? 0) + 1);
  }
  return items.flatMap(([id = '', name = '', ...parts]) => {
    const byId = { text: id, about: joined([name, ...parts]) };
    // Digits alone are taken for an id, and blanks at the ends for none.
    const isName = canBeOffered(name) && !/^\d+$/.test(name) && name === name.trim();
    if (!isName || counts.get(name.toLowerCase()) !== 1) return [byId];
    const byName = { text: name, about: joined([id, ...parts]) };
    return current !== '' && beginsWith(byId, current) ? [byName, byId] : [byName];
  });
}

const joined = (parts: readonly string[]): string => parts.filter(Boolean).join(' · ');
