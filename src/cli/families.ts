import type { AnyOperation } from '../contract/operation.ts';
import type { AnyCommand } from './command.ts';
import { opt, type Param, type Params } from './params.ts';

/** Options that commands share. Which of them a command takes follows from what it is, never from a list of names. */
export type FamilyName = 'list' | 'change' | 'effect' | 'wait' | 'global';

export interface Family {
  readonly name: FamilyName;
  /** The heading over them in help. */
  readonly title: string;
  /** The keys are those of `Globals`, and `noColor`. */
  readonly options: Params;
}

const list: Family = {
  name: 'list',
  title: 'LIST OPTIONS',
  options: {
    page: opt.int('start at this page', { min: 1 }),
    limit: opt.int('how many at most, across pages', { min: 1 }),
    all: opt.flag('fetch everything'),
  },
};

const change: Family = {
  name: 'change',
  title: 'CHANGE OPTIONS',
  options: {
    dryRun: opt.flag('print the exact request and send nothing'),
    yes: opt.flag('agree without being asked'),
  },
};

const effect: Family = {
  name: 'effect',
  title: 'CEILINGS',
  options: {
    maxCredits: opt.int('refuse to spend more credits than this', { min: 0 }),
    maxUsd: opt.number('refuse to spend more dollars than this', { min: 0 }),
  },
};

const wait: Family = {
  name: 'wait',
  title: 'WAITING',
  options: {
    wait: opt.toggle('stay until it is over, or do not'),
    waitTimeout: opt.duration('stop waiting after this long (exit 8); the work goes on'),
    interval: opt.duration('pause between two looks at the start'),
  },
};

const global: Family = {
  name: 'global',
  title: 'GLOBAL OPTIONS',
  options: {
    profile: opt.text('act as this profile', { hint: 'name' }),
    json: opt.flag('print one JSON document'),
    ndjson: opt.flag('print one JSON record per line'),
    csv: opt.flag('print CSV'),
    fields: opt.list('only these fields, `a,b.c`', { hint: 'fields' }),
    noColor: opt.flag('print without colour'),
    quiet: opt.flag('print data only', { short: 'q' }),
    noInput: opt.flag('never ask: refuse instead'),
    debug: opt.flag('show every exchange on stderr, without secrets'),
    timeout: opt.duration('give up the whole command after this long'),
  },
};

export const families: Readonly<Record<FamilyName, Family>> = { list, change, effect, wait, global };

/** Some writes only compute; those need no consent (spec, Authentication 4). */
const changesSomething = (operation: AnyOperation) =>
  operation.kind === 'write' && !('changes' in operation && operation.changes === false);

/** Which shared options a command takes, in help order. The one rule for parser, help, completion and reference. */
export function familiesOf(command: AnyCommand): readonly Family[] {
  const taken: Family[] = [];
  if (command.columns !== undefined) taken.push(list);
  if (command.uses.some(changesSomething)) taken.push(change);
  if (command.uses.some((operation) => operation.effect !== 'none')) taken.push(effect);
  if (command.waits) taken.push(wait);
  taken.push(global);
  return taken;
}

/** A family's options without those that the command declares itself under the same name. */
export function optionsOf(family: Family, command: AnyCommand): readonly (readonly [string, Param])[] {
  const own: Params = command.args ?? {};
  return Object.entries(family.options).filter(([key]) => !(key in own));
}

/** `maxCredits` is written `--max-credits`. */
export const kebab = (key: string): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** `--name` and `--no-name`: a flag that may also be left open. */
export const isToggle = (param: Param): boolean => param.type === 'flag' && param.fallback === undefined;
