import { leadFieldNames } from '../../contract/lead-fields.ts';

/** Where texts and JSON values name an email address, whatever its case; never as a part of a longer address. */
export interface Mentions {
  /** How it may be written in stored texts. */
  readonly forms: readonly string[];
  isIn(text: string): boolean;
  /** The parts of a JSON value that name it, a record or a text of a list, without what they say about others. */
  partsOf(value: unknown): readonly unknown[];
  /** The same value without it, and without the other personal fields of the records that name it. */
  without(value: unknown): unknown;
  /** A text that people made up, such as a token, without it: there it may be joined to other words. */
  withoutLabel(text: string): string;
}

export const forgotten = '[forgotten]';

export const otherAddress = '[another address]';

/** Fields of records that name a person. `theirs` is a text that was shown with a question: the body of a draft. */
const personal: ReadonlySet<string> = new Set([
  ...leadFieldNames.filter((name) => name !== 'email'),
  ...['name', 'customVariables', 'subject', 'body'],
]);

/** `names`: of the same person, hidden wherever `without` meets them. */
export function mentionsOf(address: string, names: readonly string[] = []): Mentions {
  const wanted = address.trim();
  const forms = [...new Set([wanted, encodeURIComponent(wanted), JSON.stringify(wanted).slice(1, -1)])];
  const addressed = patternOf(wholeOf(forms, strict));
  const all = [...forms, ...names];
  const named = patternOf(wholeOf(all, strict), cutOf(all, strict));
  const labelled = patternOf(wholeOf(all, loose), cutOf(all, loose));
  const isIn = (text: string) => text.search(addressed) >= 0;
  const partsOf = (value: unknown): unknown[] => {
    if (typeof value === 'string') return isIn(value) ? [onlyTheirs(value, isIn)] : [];
    if (Array.isArray(value)) return value.flatMap(partsOf);
    if (!isRecord(value)) return [];
    const own = Object.values(value).some((field) => typeof field === 'string' && isIn(field));
    return own ? [onlyTheirs(value, isIn)] : Object.values(value).flatMap(partsOf);
  };
  const without = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replaceAll(named, forgotten);
    if (Array.isArray(value)) return value.map(without);
    if (!isRecord(value)) return value;
    const isTheirs = Object.values(value).some((field) => namesIn(field, isIn));
    const entries: [key: string, field: unknown][] = [];
    for (const [key, field] of Object.entries(value)) {
      if ((key === 'theirs' || (isTheirs && personal.has(key))) && field !== null) {
        entries.push([key, forgotten]);
        continue;
      }
      let left = key === 'name' && typeof field === 'string' ? withoutLabel(field) : without(field);
      // What was shown with a question about them: names and words of their letter stand beside the address.
      if (key === 'facts' && Array.isArray(field) && namesIn(field, isIn)) left = field.map(() => forgotten);
      entries.push([key, left]);
    }
    return Object.fromEntries(entries);
  };
  const withoutLabel = (text: string) => text.replaceAll(labelled, forgotten);
  return { forms, isIn, partsOf, without, withoutLabel };
}

const namesIn = (value: unknown, isIn: (text: string) => boolean): boolean =>
  typeof value === 'string'
    ? isIn(value)
    : Array.isArray(value) && value.some((item) => typeof item === 'string' && isIn(item));

const anyAddress =
  /(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]+(?:@|%40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu;

/** What is about them: other addresses in texts are hidden, and parts about other people are left out. */
function onlyTheirs(value: unknown, isIn: (text: string) => boolean): unknown {
  if (typeof value === 'string')
    return value.replaceAll(anyAddress, (found) => (isIn(found) ? found : otherAddress));
  const isTheirs = (item: unknown) => holdsText(item, isIn);
  const isOthers = (item: unknown) =>
    !isTheirs(item) && holdsText(item, (text) => text.search(anyAddress) >= 0);
  if (Array.isArray(value)) {
    const theirs = value.some(isOthers) ? value.filter(isTheirs) : value;
    return theirs.map((item) => onlyTheirs(item, isIn));
  }
  if (!isRecord(value)) return value;
  const left: [key: string, field: unknown][] = [];
  for (const [key, field] of Object.entries(value))
    if (!(isRecord(field) && isOthers(field))) left.push([key, onlyTheirs(field, isIn)]);
  return Object.fromEntries(left);
}

const holdsText = (value: unknown, test: (text: string) => boolean): boolean =>
  typeof value === 'string'
    ? test(value)
    : isRecord(value) && Object.values(value).some((field) => holdsText(field, test));

/** What may not stand beside an address, so that it is not a part of a longer one. */
const strict = [String.raw`(?<![\p{L}\p{N}._+-])`, String.raw`(?![\p{L}\p{N}-]|\.[\p{L}\p{N}])`] as const;

/** In a label people join words as they like: `answer-ana@lumen.example-2`. */
const loose = [String.raw`(?<![\p{L}\p{N}])`, String.raw`(?![\p{L}\p{N}])`] as const;

type Edges = readonly [before: string, after: string];

const patternOf = (...sources: string[]): RegExp => new RegExp(sources.join('|'), 'giu');

const wholeOf = (texts: readonly string[], [before, after]: Edges): string =>
  `${before}(?:${texts.map(escaped).join('|')})${after}`;

/** What is left of one where a longer text was cut off and ends in …. */
const cutOf = (texts: readonly string[], [before]: Edges): string =>
  `${before}(?:${texts.map(cutOff).join('|')})(?=…)`;

function cutOff(text: string): string {
  const characters = [...text].map(escaped);
  let rest = '';
  for (const one of characters.slice(leastCut).reverse()) rest = `(?:${one}${rest})?`;
  return `${characters.slice(0, leastCut).join('')}${rest}`;
}

/** Less of an address says nothing about a person. */
const leastCut = 3;

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
