import type { OfferedOption, Offers, Place } from './words.ts';

/** Keys that have the same answer: one branch of a script. */
export interface Branch<T> {
  readonly keys: readonly string[];
  readonly answer: T;
}

/** The tables that every shell's script asks, as branches. Keys that nothing is known about have none. */
export interface Tables {
  /** Path → subcommands. */
  readonly commands: readonly Branch<Spot['commands']>[];
  /** Path → own options. */
  readonly options: readonly Branch<readonly OfferedOption[]>[];
  readonly everywhere: readonly OfferedOption[];
  /** `path --option` → what its value is. */
  readonly values: readonly Branch<Place>[];
  /** Names of options with values that every command takes. */
  readonly everywhereValues: readonly Branch<Place>[];
  /** `path 0`, `path 1`, `path *` → what the argument is. */
  readonly places: readonly Branch<Place>[];
}

type Spot = Offers['spots'][number];

export function tablesOf({ spots, everywhere }: Offers): Tables {
  return {
    commands: branches(
      spots.filter(({ commands }) => commands.length > 0).map(({ path, commands }) => [path, commands]),
    ),
    options: branches(
      spots.filter(({ options }) => options.length > 0).map(({ path, options }) => [path, options]),
    ),
    everywhere,
    values: branches(
      spots.flatMap(({ path, options }) =>
        valuesOf(options).map(([name, place]) => [`${path} ${name}`, place]),
      ),
    ),
    everywhereValues: branches(valuesOf(everywhere)),
    places: branches(
      spots.flatMap(({ path, places, endless }) =>
        places
          .map((place, at): [string, Place] => [
            `${path} ${endless && at === places.length - 1 ? '*' : at}`,
            place,
          ])
          .filter(([, { kind }]) => kind !== 'text'),
      ),
    ),
  };
}

const valuesOf = (options: readonly OfferedOption[]) =>
  options.flatMap(({ names, value }) =>
    value === undefined ? [] : names.map((name): [string, Place] => [name, value]),
  );

/** Groups what has the same answer, in the order of the first. */
function branches<T>(entries: readonly (readonly [key: string, answer: T])[]): Branch<T>[] {
  const found = new Map<string, { keys: string[]; answer: T }>();
  for (const [key, answer] of entries) {
    const same = JSON.stringify(answer);
    const branch = found.get(same) ?? { keys: [], answer };
    branch.keys.push(key);
    found.set(same, branch);
  }
  return [...found.values()];
}
