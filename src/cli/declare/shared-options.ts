import { isGuarded } from '../../contract/consent.ts';
import type { AnyOperation, Bill } from '../../contract/operation.ts';
import { priceRange } from '../../contract/prices.ts';
import type { AnyCommand } from './command.ts';
import type { Globals } from './globals.ts';
import { lineOnly, opt, type Param } from './params.ts';

/** `always` is on every command; the others follow from what a command uses. */
export type OptionFamily = 'always' | 'list' | 'moment' | 'change' | 'effect' | 'guarded' | 'wait';

export interface SharedOption {
  /** The name of its value in `Globals`; the option is the key in kebab case. */
  readonly key: keyof Globals;
  readonly family: OptionFamily;
  readonly param: Param;
  /** Within its family, only for commands that may make such a call. */
  readonly where?: (operation: AnyOperation) => boolean;
}

const shared = (
  key: keyof Globals,
  family: OptionFamily,
  param: Param,
  where?: SharedOption['where'],
): SharedOption => ({ key, family, param, ...(where && { where }) });

const hasEffect = ({ effect }: AnyOperation): boolean => effect !== 'none';
const mails = (operation: AnyOperation): boolean => operation.mails !== 'never';
const billedIn =
  (...units: readonly Bill[]) =>
  ({ billed = [] }: AnyOperation): boolean =>
    units.some((unit) => billed.includes(unit));

/** A search is too large to be read whole, and suggestions have an order of their own. */
const isListed = ({ paging }: AnyOperation): boolean =>
  paging !== undefined && paging.kind !== 'body' && paging.items !== 'domains';

/** The options that commands share, in help order. */
export const sharedOptions: readonly SharedOption[] = [
  shared('page', 'list', opt.int('page number, from 1', { min: 1, hint: 'n' })),
  shared(
    'limit',
    'list',
    opt.int('maximum number of items (fetches more pages if needed)', { min: 1, hint: 'n' }),
  ),
  shared('all', 'list', opt.flag('all pages')),
  shared('header', 'list', opt.flag('in a pipe: print the names of the columns first')),
  shared(
    'sort',
    'list',
    opt.text('sort by this field or column; field:desc reverses it; needs --all, --limit or a filter', {
      names: 'sortFields',
      hint: 'field',
    }),
    isListed,
  ),
  shared('utc', 'moment', opt.flag('days and hours in UTC, not in the local time zone')),
  shared('dryRun', 'change', opt.flag('print the request instead of making it')),
  shared('yes', 'change', opt.yes()),
  shared(
    'maxCredits',
    'effect',
    opt.int('refuse to spend more than this many credits', { min: 0, hint: 'n' }),
    hasEffect,
  ),
  shared(
    'maxUsd',
    'effect',
    opt.number('refuse to spend more dollars (credits count at their price)', { min: 0, hint: 'amount' }),
    hasEffect,
  ),
  shared(
    'maxRecipients',
    'effect',
    opt.int('refuse to email more than this many people', { min: 0, hint: 'n' }),
    mails,
  ),
  shared(
    'usdPerCredit',
    'effect',
    opt.number('price of a credit, if the service shows none', { min: priceRange.min, hint: 'n' }),
    billedIn('credits', 'top-up'),
  ),
  shared(
    'usdPerCheck',
    'effect',
    opt.number('price of one check of an address, if the service shows none', {
      min: priceRange.min,
      hint: 'n',
    }),
    billedIn('checks'),
  ),
  shared(
    'once',
    'guarded',
    opt.text('run at most once per token; later runs return the result of the first', { hint: 'token' }),
  ),
  shared(
    'onceLocal',
    'guarded',
    opt.flag('with --once under CI: allow a journal that only this machine has'),
  ),
  shared('again', 'guarded', opt.flag('run again even if the same command ran in the last 10 minutes')),
  shared('wait', 'wait', opt.toggle('wait for it to finish, or return at once')),
  shared('waitTimeout', 'wait', opt.duration('stop waiting after this long', { min: 0 })),
  shared('interval', 'wait', opt.duration('initial time between checks')),
  shared('profile', 'always', opt.text('profile to use', { hint: 'name', names: 'profiles' })),
  shared('json', 'always', opt.flag('one JSON document; --json=pretty indents it in a pipe as well')),
  shared('ndjson', 'always', opt.flag('one JSON record per line')),
  shared('csv', 'always', opt.flag('CSV with a header')),
  shared(
    'fields',
    'always',
    opt.list('only these fields, such as id,a.b; "help" lists them', { hint: 'list', names: 'fields' }),
  ),
  shared('live', 'always', opt.flag('refuse to run on the sandbox')),
  shared('pager', 'always', opt.flag('read the output in a pager')),
  shared('noColor', 'always', opt.flag('no colour')),
  shared('quiet', 'always', opt.flag('print data only: no hints, no progress', { short: 'q' })),
  shared('noInput', 'always', opt.flag('never ask')),
  shared('debug', 'always', opt.flag('show every request on stderr, without secrets')),
  shared('timeout', 'always', opt.duration('time limit for the whole command')),
];

/** The shared options that `command` takes. An option of its own with the same name replaces the shared one. */
export function optionsOf(command: AnyCommand): readonly SharedOption[] {
  const families = familiesOf(command);
  return sharedOptions.filter(
    ({ key, family, where }) =>
      families.has(family) &&
      (where === undefined || command.uses.some(where)) &&
      !(command.whole && ['page', 'all', 'sort'].includes(key)) &&
      command.args?.[key]?.place !== 'option',
  );
}

function familiesOf({ uses, columns, onePiece, waits, args = {} }: AnyCommand): ReadonlySet<OptionFamily> {
  const families = new Set<OptionFamily>(['always']);
  if (onePiece || (columns !== undefined && uses.some((operation) => operation.paging))) families.add('list');
  if (uses.some((operation) => operation.scope === 'read_write' && !('changes' in operation)))
    families.add('change');
  if (uses.some((operation) => hasEffect(operation) || mails(operation))) families.add('effect');
  if (uses.some(isGuarded)) families.add('guarded');
  if (waits) families.add('wait');
  if (Object.values<Param>(args).some(({ type }) => type === 'moment')) families.add('moment');
  return families;
}

/** `maxCredits` is written `--max-credits`. */
export const kebab = (key: string): string => key.replaceAll(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);

/** On every command that checks what it sends, or what it lets go out. */
export const acceptOption = {
  accept: opt.waivers('launch although this rule fails, and say why'),
};

/** A tool takes one at a time: its answer is one document. */
export const fromOption = {
  from: lineOnly(opt.file('read JSON lines from this file, one per item; - for standard input', 'rows')),
};

export const encodingOption = {
  encoding: opt.text('encoding of the file (detected automatically)', { hint: 'name' }),
};
