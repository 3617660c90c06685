import { counted } from './counted.ts';

/** JSON both ways without losing a digit of a long id. */

/** Deeper nesting than any answer has; what walks a tree later would run out of stack. */
export const maxDepth = 200;

/** A value takes some fifty times its text: six million empty lists of 19 MB would take half a gigabyte. */
export const maxValues = 1_000_000;
/** A name that no other record has costs more than any value. */
const maxNames = 100_000;

type Limits = Pick<Measure, 'values' | 'names'>;
const unlimited: Limits = { values: Number.POSITIVE_INFINITY, names: Number.POSITIVE_INFINITY };

/** A run of digits that a number may not hold exactly. Cheap; a phone number in a string may trip it, which only costs time. */
const longDigits = /\d{16}/;
/** An exponent with which a number may be beyond all numbers. */
const longExponent = /\d[eE]\+?\d{3}/;

/** No id has more; converting a megabyte of digits takes minutes. */
const longestInteger = 40;

/** Beyond 2^53 a bigint, beyond all numbers (1e400) its text. Throws SyntaxError, RangeError beyond {@link maxDepth}. */
export async function parseJson(text: string): Promise<unknown> {
  return parseMeasured(text, unlimited);
}

/** The same for what the service answers, which may not take more memory than there is: RangeError beyond the two limits. */
export async function parseAnswer(text: string): Promise<unknown> {
  return parseMeasured(text, { values: maxValues, names: maxNames });
}

/** The same; undefined for what is no JSON, or too large to read. */
export async function answerIn(text: string): Promise<unknown> {
  try {
    return await parseAnswer(text);
  } catch {
    return undefined;
  }
}

/** What a text says in JSON, where digits beyond 2^53 do not matter; undefined for what is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The same as `parseJson` for many texts, without a wait for each. */
export async function jsonParser(): Promise<(text: string) => unknown> {
  const { parse } = await import('lossless-json');
  return (text) => {
    check(text, unlimited);
    return isExact(text) ? JSON.parse(text) : exactly(parse, text);
  };
}

async function parseMeasured(text: string, most: Limits): Promise<unknown> {
  check(text, most);
  return isExact(text) ? JSON.parse(text) : exactly((await import('lossless-json')).parse, text);
}

function check(text: string, most: Limits): void {
  const { deepest, values, names } = measure(text);
  if (deepest > maxDepth) throw new RangeError(`nests deeper than ${maxDepth} levels`);
  if (values > most.values) throw new RangeError(`holds more than ${counted(most.values, 'value')}`);
  if (names > most.names)
    throw new RangeError(`has more than ${counted(most.names, 'different field name')}`);
}

/** `JSON.parse` loses nothing of it. */
const isExact = (text: string): boolean => !longDigits.test(text) && !longExponent.test(text);

const exactly = (parse: typeof import('lossless-json').parse, text: string): unknown =>
  parse(text, null, { parseNumber: exactNumber, onDuplicateKey: ({ newValue }) => newValue });

function exactNumber(text: string): number | bigint | string {
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  const exact = Number.isSafeInteger(value) || text.length > longestInteger || !/^-?\d+$/.test(text);
  return exact ? value : BigInt(text);
}

interface Measure {
  readonly deepest: number;
  readonly values: number;
  /** How many different names fields have; a few less where there are very many. */
  readonly names: number;
}

/** What a text of JSON would take, counted without building any of it. Wrong only for what is no JSON. */
export function measure(text: string): Measure {
  const names = createTally(text.length);
  let [depth, deepest, values, quoted, hash] = [0, 0, 1, false, 0];
  let isFirst = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === 0x5c) at++;
      else if (code === 0x22) quoted = false;
      hash = Math.imul(hash ^ code, 0x01000193);
      continue;
    }
    if (code === 0x20 || (code >= 0x09 && code <= 0x0d)) continue;
    const closes = code === 0x7d || code === 0x5d;
    if (code === 0x2c || (isFirst && !closes)) values++;
    isFirst = code === 0x7b || code === 0x5b;
    if (isFirst) deepest = Math.max(deepest, ++depth);
    else if (closes) depth--;
    else if (code === 0x3a) names.add(hash);
    else if (code === 0x22) [quoted, hash] = [true, 0x811c9dc5];
    if (depth > maxDepth) break;
  }
  return { deepest, values, names: names.size };
}

/** Counts different hashes, at most so many, in 128 KB or less. */
function createTally(most: number) {
  const seen = new Uint8Array(1 << Math.min(17, 32 - Math.clz32(most)));
  const places = seen.length * 8 - 1;
  let size = 0;
  return {
    add(hash: number) {
      const place = (hash ^ (hash >>> 15)) & places;
      const [byte, bit] = [place >>> 3, 1 << (place & 7)];
      if (((seen[byte] ?? 0) & bit) !== 0) return;
      seen[byte] = (seen[byte] ?? 0) | bit;
      size++;
    },
    get size() {
      return size;
    },
  };
}

/** The text `JSON.stringify` gives, with bigints written out as the integers they are. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // The built-in is several times faster, and refuses bigints.
    if (error instanceof TypeError) return exactText(value);
    throw error;
  }
}

function exactText(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map((item) => exactText(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${exactText(field)}`).join(',')}}`;
}
