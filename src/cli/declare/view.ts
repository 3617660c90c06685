import { knownPrice } from '../../contract/prices.ts';
import type { Tone } from './tones.ts';

/** A value as the data has it: the kind of its column or field says how it is drawn. A pipe gets it as it is. */
export type Cell = string | number | bigint | boolean | null | undefined | Toned | Series;

/** For a person; a script gets what the service says. */
export const priceCell = (said: unknown): Cell => knownPrice(said) ?? 'unknown';

/** Figures of days that follow one another; null for a day that is not known. */
export type Series = readonly (number | null)[];

/** A value with a meaning that its words do not show: `toned('2 of 3', 'warn')`. */
export interface Toned {
  readonly value: string | number | boolean;
  readonly tone: Tone;
}
export const toned = (value: string | number | boolean, tone: Tone): Toned => ({ value, tone });

/**
 * How a value is drawn at a terminal.
 *
 * | kind        | in a list                               | in a record                   |
 * |-------------|-----------------------------------------|-------------------------------|
 * | `text`      | cut where there is no room              | wrapped; a moment as `time`   |
 * | `prose`     | wrapped in its cell                     | wrapped                       |
 * | `name`      | of a person: cut last; an address in its place never | wrapped  |
 * | `id`        | never cut: an id, an address, a name that commands take | the same      |
 * | `secret`    | never cut, never dropped                | the same                      |
 * | `number`    | `12,345`, to the right                  | `12,345`                      |
 * | `rate`      | a share of 1: `12.4%`                   | the same                      |
 * | `money`     | dollars: `$20.00`                       | the same                      |
 * | `time`      | `2 h ago`, `14 Dec 16:57`               | `Mon 14 Dec 2026 16:57:03 UTC`|
 * | `wall-time` | the same by the clock of this machine, not of the sandbox: journal, profiles | the same |
 * | `day`       | a day without a time: `Mon 14 Dec 2026` | the same                      |
 * | `choice`    | a word of the service: `not interested` | the same                      |
 * | `state`     | the same with a sign and a colour, by `tones.ts` | the same             |
 * | `health`    | a score of 100, yellow below the bar    | the same                      |
 * | `spark`     | a series: a block for each day          | the same                      |
 */
export type Kind =
  | 'text'
  | 'prose'
  | 'name'
  | 'id'
  | 'secret'
  | 'number'
  | 'rate'
  | 'money'
  | 'time'
  | 'wall-time'
  | 'day'
  | 'choice'
  | 'state'
  | 'health'
  | 'spark';

/** The fields of a row that can be a cell as they are, and those of the records in it: `stats.sent`. */
type CellName<T> = FieldName<T> | InnerName<T, KnownName<T>>;
type FieldName<T> = keyof { [K in keyof T as T[K] extends Cell ? K : never]: true } & string;
/** A record of the service also has fields that no contract knows. */
type KnownName<T> = keyof { [K in keyof T as string extends K ? never : K]: true } & keyof T & string;
type InnerName<T, K extends keyof T & string> = K extends K ? `${K}.${FieldName<NonNullable<T[K]>>}` : never;

/**
 * Header, the field of a row that it shows or what makes a cell of the row, its kind (`text`), and its rank. In a narrow window the column with the
 * highest rank is dropped first, of several the rightmost, before all others one without a value. Rank 0 is never dropped. Without a rank: 0 for the first
 * column and for secrets, 2 for a state, 5 for all others.
 */
export type Column<T> = readonly [
  header: string,
  value: CellName<T> | ((row: T) => Cell),
  kind?: Kind | undefined,
  rank?: number | undefined,
];

/** One whose rows are of a type that the reader does not know. */
export type AnyColumn = readonly [
  header: string,
  value: string | ((row: never) => Cell),
  kind?: Kind | undefined,
  rank?: number | undefined,
];

/** What a column shows of a row. */
export function cellIn(row: unknown, [, value]: AnyColumn): Cell {
  if (typeof value === 'function') return value(row as never);
  const dot = value.indexOf('.');
  if (dot < 0) return (row as Record<string, Cell>)[value];
  const inner = (row as Record<string, Record<string, Cell> | null | undefined>)[value.slice(0, dot)];
  return inner?.[value.slice(dot + 1)];
}

/** Label, value, and how it is drawn. A field whose value is undefined is left out. */
export type Field = readonly [label: string, value: Cell, kind?: Kind];

/** What a person sees of data: plain values. Nothing here is escaped: the renderer escapes every text. */
export type View =
  | {
      readonly kind: 'table';
      readonly columns: readonly AnyColumn[];
      /** At a terminal in place of `columns`: words for raw values. */
      readonly atTerminal?: readonly AnyColumn[] | undefined;
      readonly rows: readonly unknown[];
      readonly empty: string;
    }
  | { readonly kind: 'record'; readonly fields: readonly Field[] }
  /** Lines or paragraphs of ours: a line break in one of them is text of others, and begins no line. */
  | { readonly kind: 'text'; readonly lines: readonly string[] }
  /** The same; those that are commands can be copied: `\` continues one that is too long. */
  | { readonly kind: 'with-commands'; readonly lines: readonly string[] }
  /** Text of ours that is laid out already (help, a script): printed as it is, whatever the stream. */
  | { readonly kind: 'verbatim'; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string }
  /** Text by a stranger: wrapped, behind a gutter that it cannot imitate. Some words of it may be marked. */
  | { readonly kind: 'quote'; readonly text: string; readonly marked?: readonly string[] | undefined }
  /** Lines in levels, parts of which are coloured; what does not fit is wrapped and set in further. */
  | { readonly kind: 'outline'; readonly lines: readonly OutlineLine[] }
  /** What there is to do: a sign and a text each, and the command that deals with it, which can be copied. */
  | { readonly kind: 'tasks'; readonly tasks: readonly Task[] }
  | { readonly kind: 'bars'; readonly bars: readonly Bar[] }
  /** A chart over days that follow one another; each label is a day, `2026-12-14`. */
  | { readonly kind: 'columns'; readonly days: readonly Bar[] }
  /** `inPipe`: the rows that a pipe gets in place of a screen for people. */
  | { readonly kind: 'stack'; readonly views: readonly View[]; readonly inPipe?: View };

export type ViewOf<K extends View['kind']> = Extract<View, { readonly kind: K }>;

export interface Bar {
  readonly label: string;
  /** Null where it is not known. */
  readonly value: number | null;
  /** Of how many: the length of the whole bar, which is shown. */
  readonly of?: number | undefined;
  readonly note?: string | undefined;
}

export interface Task {
  readonly tone: Tone;
  readonly text: string;
  readonly command?: string | undefined;
}

export interface OutlineLine {
  readonly level: number;
  readonly parts: readonly OutlinePart[];
  /** It is text by a stranger: behind a gutter that it cannot imitate. */
  readonly quoted?: true;
}

/** A colour says nothing that the words do not say as well. */
export interface OutlinePart {
  readonly text: string;
  readonly tone?: Tone;
}

export const table = <T>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  empty = '',
  atTerminal?: readonly Column<T>[],
): ViewOf<'table'> => ({ kind: 'table', rows, columns, atTerminal, empty });
/** Label and value, a line each, for a person. A pipe gets the data itself under its own names, not these. */
export const record = (...fields: Field[]): ViewOf<'record'> => ({ kind: 'record', fields });
export const text = (...lines: readonly string[]): ViewOf<'text'> => ({ kind: 'text', lines });
export const withCommands = (...lines: readonly string[]): View => ({ kind: 'with-commands', lines });
export const verbatim = (value: string): View => ({ kind: 'verbatim', text: value });
export const heading = (value: string): View => ({ kind: 'heading', text: value });
export const quote = (value: string, marked?: readonly string[]): View => ({
  kind: 'quote',
  text: value,
  marked,
});
export const outline = (lines: readonly OutlineLine[]): View => ({ kind: 'outline', lines });
export const tasks = (...items: readonly Task[]): View => ({ kind: 'tasks', tasks: items });
export const bars = (...items: Bar[]): ViewOf<'bars'> => ({ kind: 'bars', bars: items });
export const columns = (...days: Bar[]): ViewOf<'columns'> => ({ kind: 'columns', days });
export const stack = (...views: View[]): View => ({ kind: 'stack', views });
/** A screen at a terminal, and rows in a pipe. */
export const screen = (inPipe: View, ...views: View[]): View => ({ kind: 'stack', views, inPipe });

/** The account of a row: its profile, or the key of the environment, which has none. */
export const accountName = ({ profile }: { readonly profile: string | null }): string =>
  profile ?? '(key of OUTREACH_API_KEY)';
