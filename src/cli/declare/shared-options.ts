import { isGuarded } from '../../contract/consent.ts';
import type { AnyOperation, Bill } from '../../contract/operation.ts';
import type { AnyCommand } from './command.ts';
import { families, type Globals } from './globals.ts';
import { lineOnly, opt, type Param, type Params } from './params.ts';

export type OptionFamily = keyof typeof families;

export interface SharedOption {
  /** The name of its value in `Globals`; the option is the key in kebab case. */
  readonly key: keyof Globals;
  readonly family: OptionFamily;
  readonly param: Param;
}

const hasEffect = ({ effect }: AnyOperation): boolean => effect !== 'none';
const mails = (operation: AnyOperation): boolean => operation.mails !== 'never';
const billedIn =
  (...units: readonly Bill[]) =>
  ({ billed = [] }: AnyOperation): boolean =>
    units.some((unit) => billed.includes(unit));

/** Within their family, only for commands that may make such a call. */
const only: Partial<Record<keyof Globals, (operation: AnyOperation) => boolean>> = {
  // A search is too large to be read whole, and suggestions have an order of their own.
  sort: ({ paging }) => paging !== undefined && paging.kind !== 'body' && paging.items !== 'domains',
  maxCredits: hasEffect,
  maxUsd: hasEffect,
  maxRecipients: mails,
  usdPerCredit: billedIn('credits', 'top-up'),
  usdPerCheck: billedIn('checks'),
};

/** The options that commands share, in help order. */
export const sharedOptions = Object.entries<Params>(families).flatMap(([family, params]) =>
  Object.entries(params).map(([key, param]) => ({ key, family, param }) as SharedOption),
);

/** The shared options that `command` takes. An option of its own with the same name replaces the shared one. */
export function optionsOf(command: AnyCommand): readonly SharedOption[] {
  const taken = familiesOf(command);
  return sharedOptions.filter(
    ({ key, family }) =>
      taken.has(family) &&
      (only[key] === undefined || command.uses.some(only[key])) &&
      !(command.whole && ['page', 'all', 'sort'].includes(key)) &&
      command.args?.[key]?.place !== 'option',
  );
}

function familiesOf({ uses, columns, onePiece, waits, args = {} }: AnyCommand): ReadonlySet<OptionFamily> {
  const taken = new Set<OptionFamily>(['always']);
  if (onePiece || (columns !== undefined && uses.some((operation) => operation.paging))) taken.add('list');
  if (uses.some((operation) => operation.scope === 'read_write' && !('changes' in operation)))
    taken.add('change');
  if (uses.some((operation) => hasEffect(operation) || mails(operation))) taken.add('effect');
  if (uses.some(isGuarded)) taken.add('guarded');
  if (waits) taken.add('wait');
  if (Object.values<Param>(args).some(({ type }) => type === 'moment')) taken.add('moment');
  return taken;
}

/** `maxCredits` is written `--max-credits`. */
export const kebab = (key: string): string => key.replaceAll(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);

/** An argument or option as help writes it: `<address>`, `--file`. */
export const placeIn = (params: Params | undefined, key: string): string => {
  const param = params?.[key];
  return param?.place === 'argument' ? `<${param.hint ?? kebab(key)}>` : `--${kebab(key)}`;
};

/** On every command that checks what it sends, or what it lets go out. */
export const acceptOption = {
  accept: opt.waivers('allow a rule to be broken, and give the reason'),
};

/** A tool takes one at a time: its answer is one document. */
export const fromOption = {
  from: lineOnly(opt.file('read JSON lines from this file, - for standard input', 'rows')),
};

export const delimiterOption = {
  delimiter: opt.text('the character between columns (detected automatically)', { hint: 'character' }),
};

export const encodingOption = {
  encoding: opt.text('encoding of the file (detected automatically)', { hint: 'name' }),
};
