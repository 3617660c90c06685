import type { AnyOperation } from '../../contract/operation.ts';
import { below, type Known, learnAnswer, learnRecord, nothingKnown } from './known-fields.ts';

/** Which fields the answer of a command has: what `--fields` may name, and the columns of an empty list. */
export interface Answer {
  /** Where the answer may have unlisted fields, a read takes any name. */
  readonly open: boolean;
  /** This very call only reads, whatever else its command can do. */
  readonly reads?: true;
  /** The document is a list, and these are the fields of its items. A command with `columns` says it where it may be none. */
  readonly list?: true;
  /** Adds its fields to those that are known. */
  learn(known: Known): void;
}

/** What an operation's answer holds: the items of a list, or the record without its wrapping. */
export const recordOf = (operation: AnyOperation): Answer => ({
  open: operation.answer.fields === 'open',
  learn: (known) => learnRecord(known, operation),
});

/** An operation's answer as it came. */
export const wholeOf = (operation: AnyOperation): Answer => ({
  open: operation.answer.fields === 'open',
  learn: (known) => learnAnswer(known, operation),
});

/**
 * Fields of our own, all of them, with a space between two: `id price.usd`; `causes[].cause` of a list, `details.*` where any
 * name may follow, `body~` of text that strangers wrote. And those of other answers.
 */
export const fields = (...parts: readonly (string | Answer)[]): Answer => ({
  open: parts.some((part) => typeof part !== 'string' && part.open),
  learn: (known) => {
    for (const part of parts)
      if (typeof part === 'string') for (const name of part.split(' ')) learnName(known, name);
      else part.learn(known);
  },
});

function learnName(known: Known, name: string): void {
  let here = known;
  for (const part of name.split('.'))
    if (part === '*') here.open = true;
    else here = named(here, part);
}

function named(known: Known, part: string): Known {
  const field = below(known, part.replace(/[[\]~]+$/, ''));
  if (part.endsWith('[]')) field.list = true;
  if (part.endsWith('~')) field.fromOthers = true;
  return field;
}

/** The same, of the items of a list, which is the whole document. */
export const listed = (...parts: readonly (string | Answer)[]): Answer => ({
  ...fields(...parts),
  list: true,
});

/** The same below one of our own: `inside('body', …)`, `inside('steps[]', …)`. */
export function inside(name: string, ...parts: readonly (string | Answer)[]): Answer {
  const { open, learn } = fields(...parts);
  return { open, learn: (known) => learn(named(known, name)) };
}

/** The fields of the items of a list alone, as those of a row. */
export const itemsOf = (list: string, { open, learn }: Answer): Answer => ({
  open,
  learn: (known) => {
    const whole = nothingKnown();
    learn(whole);
    for (const [name, inner] of below(whole, list).fields) known.fields.set(name, inner);
  },
});

/** Text, or nothing that has fields. */
export const noFields: Answer = { open: false, learn: () => undefined };

/** Whatever comes. */
export const anyFields: Answer = {
  open: true,
  learn: (known) => {
    known.open = true;
  },
};

export function fieldsOf({ learn }: Answer): Known {
  const known = nothingKnown();
  learn(known);
  return known;
}
