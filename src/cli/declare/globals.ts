import { priceRange } from '../../contract/prices.ts';
import { opt, type ValuesOf } from './params.ts';
import type { World } from './world.ts';

/** The options that commands share, in help order. A command has all of a family, but for what `optionsOf` leaves out. */
const list = {
  page: opt.int('page number, from 1', { min: 1, hint: 'n' }),
  limit: opt.int('maximum number of items (fetches more pages if needed)', { min: 1, hint: 'n' }),
  all: opt.flag('all pages'),
  sort: opt.text('sort by this field or column; field:desc reverses it; needs --all, --limit or a filter', {
    names: 'sortFields',
    hint: 'field',
  }),
};

const moment = { utc: opt.flag('use UTC for days and hours, not the local time zone') };

const change = { dryRun: opt.flag('print the request instead of making it'), yes: opt.yes() };

const effect = {
  maxCredits: opt.int('refuse to spend more credits than this', { min: 0, hint: 'n' }),
  maxUsd: opt.number('refuse to spend more dollars than this (credits count at their price)', {
    min: 0,
    hint: 'amount',
  }),
  maxRecipients: opt.int('refuse to email more people than this', { min: 0, hint: 'n' }),
  usdPerCredit: opt.number('price of a credit, if the service shows none', {
    min: priceRange.min,
    hint: 'n',
  }),
  usdPerCheck: opt.number('price of one check of an address, if the service shows none', {
    min: priceRange.min,
    hint: 'n',
  }),
};

const guarded = {
  once: opt.text('run at most once per token; later runs return the result of the first', { hint: 'token' }),
  onceLocal: opt.flag('with --once in CI: accept a journal that is kept only on this machine'),
  again: opt.flag('run again even if the same command ran in the last 10 minutes'),
};

const wait = {
  wait: opt.toggle('wait for the result, or return at once'),
  waitTimeout: opt.duration('stop waiting after this long', { min: 0 }),
  interval: opt.duration('initial time between checks'),
};

const always = {
  profile: opt.text('profile to use', { hint: 'name', names: 'profiles' }),
  json: opt.flag('one JSON document; --json=pretty indents it in a pipe as well'),
  ndjson: opt.flag('one JSON record per line'),
  csv: opt.flag('CSV with a header'),
  header: opt.flag('in a pipe: print the names of the columns of a list first'),
  fields: opt.list('only these fields, such as id,a.b; "help" lists them', { hint: 'list', names: 'fields' }),
  live: opt.flag('refuse to run on the sandbox'),
  pager: opt.flag('read the output in a pager'),
  noColor: opt.flag('no colour'),
  quiet: opt.flag('print data only: no hints, no progress', { short: 'q' }),
  noInput: opt.flag('never ask'),
  debug: opt.flag('show every request on stderr, without secrets'),
  timeout: opt.duration('time limit for the whole command'),
};

/** `--json`, indented in a pipe as well. */
export const prettyWord = '--json=pretty';

/** `always` is on every command; the others follow from what a command uses. */
export const families = { list, moment, change, effect, guarded, wait, always };

/** The values of the options that commands share, after parsing. */
export type Globals = ValuesOf<
  typeof list & typeof moment & typeof change & typeof effect & typeof guarded & typeof wait & typeof always
>;

/** A person reads the result, and what is said beside it: the mark of the target and `Next:` are for people alone. */
export const isForPeople = (
  { stdout, stderr }: Pick<World, 'stdout' | 'stderr'>,
  { quiet, json, ndjson, csv }: Pick<Globals, 'quiet' | 'json' | 'ndjson' | 'csv'>,
): boolean => stdout.isTTY === true && stderr.isTTY === true && !(quiet || json || ndjson || csv);
