import { dataTable } from '../../base/data-table.ts';
import table from './lines.tsv';
import type takes from './takes.json';

export type Word = string | number | bigint;
export type Num = number | bigint;
/** One that is not given is left out. */
export type Flag = true;
/** One or several. */
export type List = Word | readonly Word[];

type Takes = typeof takes;
export type CommandPath = keyof Takes;

/** What a command takes: `takes.json` has a value of its kind for each, null for what can be switched off, `?` behind what may be left out. */
export type ValuesOf<P extends CommandPath> = {
  [K in keyof Takes[P] as K extends `${string}?` ? never : K]: KindOf<Takes[P][K]>;
} & {
  [K in keyof Takes[P] as K extends `${infer Name}?` ? Name : never]?: KindOf<Takes[P][K]>;
};
type KindOf<V> = V extends string ? Word : V extends number ? Num : V extends boolean ? Flag : Switch<V>;
type Switch<V> = V extends null ? boolean : List;

/**
 * Of each command whether it reads, changes something or takes consent; its arguments in their order, `?` behind those that
 * may be left out, and the options that must be given. `npm run generate` writes both files from the commands.
 */
export const lines = new Map(
  dataTable(table, ['command', 'changes', 'needs']).map(({ command, changes, needs }) => [
    command,
    { changes, needs: needs.split(' ').filter(Boolean) },
  ]),
);
