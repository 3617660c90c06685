import type { Advice } from '../../base/text/advice.ts';
import type { CommandPath, Flag, List, Num, ValuesOf, Word } from './lines.ts';

/** What every command takes, and is worth printing. */
type Shared = { profile?: Word; json?: Flag; live?: Flag; quiet?: Flag; fields?: List };

/** By name: what has to be there, also where an answer may lack it, and options, which are left out where they are undefined. */
type Given<P extends CommandPath> = {
  readonly [K in keyof (ValuesOf<P> & Shared)]: (ValuesOf<P> & Shared)[K] | null | undefined;
};

/** The same with places to fill in, `'<file>'`; what has to be there and is left out is such a place. */
export type Patterned<P extends CommandPath> = {
  readonly [K in keyof (ValuesOf<P> & Shared)]?: (ValuesOf<P> & Shared)[K] | Place | undefined;
};
type Place = `<${string}>` | Num;

/**
 * A command to run: advise('credits buy', { amount: 500 }). `lineOf` draws it for a shell, and `mcp serve` as a tool with
 * its arguments. Where a value that it needs is not there, nothing is drawn.
 */
export const advise = <const P extends CommandPath>(
  command: P,
  ...[values]: Record<never, never> extends Given<P> ? [values?: Given<P>] : [values: Given<P>]
): Advice => ({ command, values: values ?? {} });
