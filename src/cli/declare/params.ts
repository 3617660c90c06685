import { grouped } from '../../base/counted.ts';
import type { Waiver } from '../../domain/launch/problem.ts';
import type { MomentUse } from '../../domain/moment.ts';
import type { FileUse } from './file-limits.ts';
import type { ItemWord, NameKind } from './name-kinds.ts';

/** What a value is, by the placeholder that help has for it unless the option has one of its own. */
export const placeholders = {
  text: 'text',
  integer: 'n',
  number: 'number',
  flag: '',
  choice: 'choice',
  duration: 'duration',
  moment: 'when',
  country: 'country',
  zone: 'zone',
  days: 'days',
  hour: 'HH:MM',
  waiver: 'rule=reason',
  file: 'file',
  folder: 'folder',
} as const;

export type ParamType = keyof typeof placeholders;

/** What a country becomes: its English name, or its two letters. */
export type CountryForm = 'name' | 'code';

/** What a person at a terminal is asked for where the line leaves it out: an item, one of the choices, or a name. */
type Askable = ItemWord | 'choice' | 'name';

/** What a command takes from the line: typed by how it is declared, so that a command file needs no annotation. */
export interface Param<T = unknown> {
  readonly place: 'argument' | 'option';
  readonly type: ParamType;
  readonly summary: string;
  readonly required: boolean;
  readonly asked?: Askable;
  /** Of one that may be left out: it is asked for unless one of these is given. */
  readonly unless?: readonly string[];
  /** Takes several values: a variadic argument, or an option that may be repeated or hold commas. */
  readonly many: boolean;
  /** Commas belong to the value: only repeating the option gives several. */
  readonly whole?: boolean;
  /** No value holds a blank: blanks separate as commas do, because PowerShell hands `a,b` on as `a b`. */
  readonly words?: true;
  /** Another program: what follows its name is for it, options as well. */
  readonly program?: true;
  readonly choices?: readonly string[];
  /** A word of a choice that no other has is enough: `reply` for `EmailReply`. */
  readonly byWord?: true;
  /** Of a moment, which becomes RFC 3339 by the clock of the target: what it is for. */
  readonly moment?: MomentUse;
  readonly country?: CountryForm;
  /** Words that completion offers; others are taken as well. */
  readonly offers?: readonly string[];
  /** What completion asks the program for; see `namesOf` for what follows from the type and from `asked`. */
  readonly names?: NameKind;
  readonly min?: number;
  readonly max?: number;
  /** An id: one beyond 2^53 is a bigint behind the type, as everywhere. */
  readonly exact?: true;
  /** Of a file: what is done with it, and so how long it may be. */
  readonly use?: FileUse;
  /** A tool of `mcp serve` does not take it: see `lineOnly`. */
  readonly lineOnly?: true;
  /** The placeholder of the value in help: `<file>`. */
  readonly hint?: string;
  readonly short?: string;
  /** The heading in help of an option, where a command has many. */
  readonly group?: string;
  /** The line of help that explains it where its own page has no room: `finder search --help`. */
  readonly explainedIn?: string;
  readonly fallback?: T;
  /** Only for the types; never set. */
  readonly produces?: T;
}

export type Params = Readonly<Record<string, Param>>;
export type ValuesOf<P> = { [K in keyof P]: P[K] extends Param<infer T> ? T : never };

type AskedUnless = { asked?: Askable; unless?: readonly string[] };
type ByWord = { byWord?: true };

type Named = { hint?: string; names?: NameKind };

interface Range extends Named {
  min?: number;
  max?: number;
}

type Offered = Named & { offers?: readonly string[] };

/** Parameters of one kind: `own` is what all of them have; each takes its line of help, and more of its own. */
const declaredAs =
  (place: Param<unknown>['place']) =>
  <T, More extends object = never>(type: ParamType, own: Partial<Param<T>> = {}) =>
  (summary: string, more?: More): Param<T> => ({
    place,
    type,
    summary,
    required: place === 'argument',
    many: false,
    ...own,
    ...more,
  });
const argument = declaredAs('argument');
const option = declaredAs('option');

/** Positional arguments, in the order they are declared. */
export const arg = {
  text: argument<string, Offered & { asked?: Askable }>('text'),
  optionalText: argument<string | undefined, Offered & AskedUnless>('text', { required: false }),
  int: argument<number, Range>('integer'),
  id: argument<number, { asked?: Askable }>('integer', { min: 1, exact: true }),
  optionalId: argument<number | undefined, AskedUnless>('integer', { min: 1, exact: true, required: false }),
  choice: <const C extends readonly string[]>(summary: string, choices: C, more: ByWord = {}) =>
    argument<C[number]>('choice', { choices, asked: 'choice', ...more })(summary),
  optionalChoice: <const C extends readonly string[]>(summary: string, choices: C, more: AskedUnless = {}) =>
    argument<C[number] | undefined>('choice', { choices, required: false, ...more })(summary),
  moment: (summary: string, moment: MomentUse) => argument<string>('moment', { moment })(summary),
  file: (summary: string, use: FileUse, hint = 'file') => argument<string>('file', { hint, use })(summary),
  files: (summary: string, use: FileUse) =>
    argument<string[]>('file', { hint: 'file', many: true, use })(summary),
  folder: argument<string>('folder', { hint: 'folder' }),
  optionalFolder: argument<string | undefined>('folder', { hint: 'folder', required: false }),
  many: argument<string[], { hint?: string; asked?: Askable }>('text', { many: true }),
  program: argument<string[]>('text', { many: true, program: true }),
  optionalMany: argument<string[], Offered & AskedUnless>('text', { many: true, required: false }),
};

/** Options; the name is the key in kebab case. All may be left out, but for those that are {@link required}. */
export const opt = {
  text: option<string | undefined, Named & { short?: string; asked?: Askable }>('text'),
  list: option<string[] | undefined, Named>('text', { many: true }),
  /** A list whose values hold no blanks. */
  words: option<string[] | undefined, { hint?: string }>('text', { many: true, words: true }),
  /** May be repeated; a comma belongs to the value: `--field name=Autumn, again`. */
  each: option<string[] | undefined, Named & { short?: string }>('text', { many: true, whole: true }),
  int: option<number | undefined, Range>('integer'),
  number: option<number | undefined, Range>('number'),
  flag: option<boolean, { short?: string }>('flag', { fallback: false }),
  yes: () =>
    option<boolean>('flag', { short: 'y', fallback: false, lineOnly: true })('skip the confirmation'),
  /** `--name` and `--no-name`; undefined where neither is given. */
  toggle: option<boolean | undefined>('flag'),
  choice: <const C extends readonly string[]>(summary: string, choices: C, more: ByWord & AskedUnless = {}) =>
    option<C[number] | undefined>('choice', { choices, ...more })(summary),
  choices: <const C extends readonly string[]>(summary: string, choices: C, more: ByWord = {}) =>
    option<C[number][] | undefined>('choice', { choices, many: true, words: true, ...more })(summary),
  /** `90s`, `5m`, `14d`; milliseconds. Above 0 unless `min` says 0. */
  duration: option<number | undefined, { min?: 0 }>('duration', { hint: 'duration' }),
  /** `7d`, `yesterday`, `2026-10-01`, RFC 3339; gives the command `--utc`. */
  moment: (summary: string, moment: MomentUse) =>
    option<string | undefined>('moment', { moment, hint: 'when' })(summary),
  country: (summary: string, country: CountryForm) =>
    option<string | undefined>('country', { country, hint: 'country' })(summary),
  countries: option<string[] | undefined>('country', { country: 'name', hint: 'country', many: true }),
  zone: option<string | undefined>('zone', { hint: 'zone' }),
  /** `mon-fri`, `daily`; numbers from Sunday as 0. */
  days: option<string | undefined>('days', { hint: 'days' }),
  hour: option<string | undefined>('hour', { hint: 'HH:MM' }),
  /** `no-opt-out=the service adds the link`; may be repeated. */
  waivers: option<Waiver[] | undefined>('waiver', { hint: 'rule=reason', many: true, whole: true }),
  file: (summary: string, use: FileUse, hint = 'file') =>
    option<string | undefined>('file', { hint, use })(summary),
  folder: option<string | undefined>('folder', { hint: 'folder' }),
  /** May be repeated: a file each. */
  files: (summary: string, use: FileUse, more: AskedUnless = {}) =>
    option<string[] | undefined>('file', { ...more, hint: 'file', many: true, whole: true, use })(summary),
};

/** The same where it must be given. */
export const required = <T>(param: Param<T>): Param<NonNullable<T>> => ({
  ...(param as Param<NonNullable<T>>),
  required: true,
});

/** Leaves to the line what names who gets mail, reaches other profiles, is consent, or only means something to a shell. */
export const lineOnly = <T>(param: Param<T>): Param<T> => ({ ...param, lineOnly: true });

/** Puts options under one heading in help. */
export const under = <P extends Params>(group: string, params: P): P =>
  Object.fromEntries(Object.entries(params).map(([key, param]) => [key, { ...param, group }])) as P;

/** On the page of a command that has too many options these are one line, which names where they are explained. */
export const explainedBy = <P extends Params>(explainedIn: string, params: P): P =>
  Object.fromEntries(Object.entries(params).map(([key, param]) => [key, { ...param, explainedIn }])) as P;

/** Has a `--no-` of its own. */
export const isToggle = ({ type, fallback }: Param): boolean => type === 'flag' && fallback === undefined;

/** `1 to 1,000`, `1 or more`. */
export function rangeText(min?: number, max?: number): string {
  if (min === undefined) return `${grouped(max ?? 0)} or less`;
  return max === undefined ? `${grouped(min)} or more` : `${grouped(min)} to ${grouped(max)}`;
}
