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

const argument = <T>(type: ParamType, summary: string, more: Partial<Param<T>> = {}): Param<T> => ({
  place: 'argument',
  type,
  summary,
  required: true,
  many: false,
  ...more,
});

/** Positional arguments, in the order they are declared. */
export const arg = {
  text: (summary: string, more: Named & { offers?: readonly string[]; asked?: Askable } = {}) =>
    argument<string>('text', summary, more),
  optionalText: (summary: string, more: Named & { offers?: readonly string[] } & AskedUnless = {}) =>
    argument<string | undefined>('text', summary, { ...more, required: false }),
  int: (summary: string, range: Range = {}) => argument<number>('integer', summary, range),
  id: (summary: string, more: { asked?: Askable } = {}) =>
    argument<number>('integer', summary, { min: 1, exact: true, ...more }),
  optionalId: (summary: string, more: AskedUnless = {}) =>
    argument<number | undefined>('integer', summary, { min: 1, exact: true, required: false, ...more }),
  choice: <const C extends readonly string[]>(summary: string, choices: C, more: ByWord = {}) =>
    argument<C[number]>('choice', summary, { choices, asked: 'choice', ...more }),
  optionalChoice: <const C extends readonly string[]>(summary: string, choices: C, more: AskedUnless = {}) =>
    argument<C[number] | undefined>('choice', summary, { choices, required: false, ...more }),
  moment: (summary: string, moment: MomentUse) => argument<string>('moment', summary, { moment }),
  file: (summary: string, use: FileUse, hint = 'file') => argument<string>('file', summary, { hint, use }),
  files: (summary: string, use: FileUse) =>
    argument<string[]>('file', summary, { hint: 'file', many: true, use }),
  folder: (summary: string) => argument<string>('folder', summary, { hint: 'folder' }),
  optionalFolder: (summary: string) =>
    argument<string | undefined>('folder', summary, { hint: 'folder', required: false }),
  many: (summary: string, more: { hint?: string; asked?: Askable } = {}) =>
    argument<string[]>('text', summary, { ...more, many: true }),
  program: (summary: string) => argument<string[]>('text', summary, { many: true, program: true }),
  optionalMany: (summary: string, more: Named & { offers?: readonly string[] } & AskedUnless = {}) =>
    argument<string[]>('text', summary, { ...more, many: true, required: false }),
};

const option = <T>(type: ParamType, summary: string, more: Partial<Param<T>> = {}): Param<T> => ({
  place: 'option',
  type,
  summary,
  required: false,
  many: false,
  ...more,
});

/** Options; the name is the key in kebab case. All may be left out, but for those that are {@link required}. */
export const opt = {
  text: (summary: string, more: Named & { short?: string; asked?: Askable } = {}) =>
    option<string | undefined>('text', summary, more),
  list: (summary: string, more: Named = {}) =>
    option<string[] | undefined>('text', summary, { ...more, many: true }),
  /** A list whose values hold no blanks. */
  words: (summary: string, more: { hint?: string } = {}) =>
    option<string[] | undefined>('text', summary, { ...more, many: true, words: true }),
  /** May be repeated; a comma belongs to the value: `--field name=Autumn, again`. */
  each: (summary: string, more: Named & { short?: string } = {}) =>
    option<string[] | undefined>('text', summary, { ...more, many: true, whole: true }),
  int: (summary: string, range: Range = {}) => option<number | undefined>('integer', summary, range),
  number: (summary: string, range: Range = {}) => option<number | undefined>('number', summary, range),
  flag: (summary: string, more: { short?: string } = {}) =>
    option<boolean>('flag', summary, { ...more, fallback: false }),
  yes: () =>
    option<boolean>('flag', 'skip the confirmation', { short: 'y', fallback: false, lineOnly: true }),
  /** `--name` and `--no-name`; undefined where neither is given. */
  toggle: (summary: string) => option<boolean | undefined>('flag', summary),
  choice: <const C extends readonly string[]>(summary: string, choices: C, more: ByWord & AskedUnless = {}) =>
    option<C[number] | undefined>('choice', summary, { choices, ...more }),
  choices: <const C extends readonly string[]>(summary: string, choices: C, more: ByWord = {}) =>
    option<C[number][] | undefined>('choice', summary, { choices, many: true, words: true, ...more }),
  /** `90s`, `5m`, `14d`; milliseconds. Above 0 unless `min` says 0. */
  duration: (summary: string, more: { min?: 0 } = {}) =>
    option<number | undefined>('duration', summary, { ...more, hint: 'duration' }),
  /** `7d`, `yesterday`, `2026-10-01`, RFC 3339; gives the command `--utc`. */
  moment: (summary: string, moment: MomentUse) =>
    option<string | undefined>('moment', summary, { moment, hint: 'when' }),
  country: (summary: string, country: CountryForm) =>
    option<string | undefined>('country', summary, { country, hint: 'country' }),
  countries: (summary: string) =>
    option<string[] | undefined>('country', summary, { country: 'name', hint: 'country', many: true }),
  zone: (summary: string) => option<string | undefined>('zone', summary, { hint: 'zone' }),
  /** `mon-fri`, `daily`; numbers from Sunday as 0. */
  days: (summary: string) => option<string | undefined>('days', summary, { hint: 'days' }),
  hour: (summary: string) => option<string | undefined>('hour', summary, { hint: 'HH:MM' }),
  /** `no-opt-out=the service adds the link`; may be repeated. */
  waivers: (summary: string) =>
    option<Waiver[] | undefined>('waiver', summary, { hint: 'rule=reason', many: true, whole: true }),
  file: (summary: string, use: FileUse, hint = 'file') =>
    option<string | undefined>('file', summary, { hint, use }),
  folder: (summary: string) => option<string | undefined>('folder', summary, { hint: 'folder' }),
  /** May be repeated: a file each. */
  files: (summary: string, use: FileUse, more: AskedUnless = {}) =>
    option<string[] | undefined>('file', summary, { ...more, hint: 'file', many: true, whole: true, use }),
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
