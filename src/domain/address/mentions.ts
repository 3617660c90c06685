/** Where texts and JSON values name an email address, whatever its case; never as a part of a longer address. */
export interface Mentions {
  /** How it may be written in stored texts. */
  readonly forms: readonly string[];
  is(text: string | null | undefined): boolean;
  isIn(text: string): boolean;
  /** The parts of a JSON value that name it: a record that does, and of a list the texts that do. */
  partsOf(value: unknown): readonly unknown[];
  /** The same value without it, and without the other personal fields of the records that name it. */
  without(value: unknown): unknown;
}

/** What is written in its place. */
export const forgotten = '[forgotten]';

/** Fields of records that name a person. `theirs` is a text that was shown with a question: the body of a draft. */
const personal: ReadonlySet<string> = new Set([
  'firstName',
  'middleName',
  'lastName',
  'name',
  'company',
  'title',
  'phone',
  'website',
  'linkedin',
  'customVariables',
  'subject',
  'body',
]);

/** `names`: of the same person, hidden wherever `without` meets them. */
export function mentionsOf(address: string, names: readonly string[] = []): Mentions {
  const wanted = address.trim();
  const forms = [...new Set([wanted, encodeURIComponent(wanted), JSON.stringify(wanted).slice(1, -1)])];
  const addressed = patternOf(forms);
  const named = names.length === 0 ? addressed : patternOf([...forms, ...names]);
  const isIn = (text: string) => text.search(addressed) >= 0;
  const isNamedBy = (value: unknown): boolean =>
    typeof value === 'string'
      ? isIn(value)
      : Array.isArray(value) && value.some((item) => isText(item, isIn));
  const partsOf = (value: unknown): unknown[] => {
    if (typeof value === 'string') return isIn(value) ? [value] : [];
    if (Array.isArray(value)) return value.flatMap(partsOf);
    if (!isRecord(value)) return [];
    const own = Object.values(value).some((field) => typeof field === 'string' && isIn(field));
    return own ? [value] : Object.values(value).flatMap(partsOf);
  };
  const without = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replaceAll(named, forgotten);
    if (Array.isArray(value)) return value.map(without);
    if (!isRecord(value)) return value;
    const isTheirs = Object.values(value).some(isNamedBy);
    return Object.fromEntries(
      Object.entries(value).map(([key, field]) => {
        const hides = key === 'theirs' || (isTheirs && personal.has(key));
        return [key, hides && field !== null ? forgotten : without(field)];
      }),
    );
  };
  return {
    forms,
    is: (text) => text?.trim().toLowerCase() === wanted.toLowerCase(),
    isIn,
    partsOf,
    without,
  };
}

const patternOf = (texts: readonly string[]): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}._+-])(?:${texts.map(escaped).join('|')})(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])`,
    'giu',
  );

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

const isText = (value: unknown, test: (text: string) => boolean): boolean =>
  typeof value === 'string' && test(value);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
