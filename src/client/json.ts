/** JSON both ways without losing a digit of a long id. */

/** Deeper nesting than any answer has; what walks a tree later would run out of stack. */
export const maxDepth = 200;

/** A run of digits that a number may not hold exactly. Cheap; a phone number in a string may trip it, which only costs time. */
const longDigits = /\d{16}/;
/** An exponent with which a number may be beyond all numbers. */
const longExponent = /\d[eE]\+?\d{3}/;

/** No id has more; converting a megabyte of digits takes minutes. */
const longestInteger = 40;

/**
 * Parses JSON; integers beyond 2^53 become bigints, what is beyond all numbers (1e400) the text it came as, every other
 * number a number.
 * Throws SyntaxError for what is no JSON and RangeError for what nests deeper than {@link maxDepth}.
 */
export async function parseJson(text: string): Promise<unknown> {
  if (nestsTooDeep(text)) throw new RangeError(`nests deeper than ${maxDepth} levels`);
  if (!longDigits.test(text) && !longExponent.test(text)) return JSON.parse(text);
  const { parse } = await import('lossless-json');
  return parse(text, null, { parseNumber: exactNumber, onDuplicateKey: ({ newValue }) => newValue });
}

function exactNumber(text: string): number | bigint | string {
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  const exact = Number.isSafeInteger(value) || text.length > longestInteger || !/^-?\d+$/.test(text);
  return exact ? value : BigInt(text);
}

function nestsTooDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === 0x5c) at++;
      else if (code === 0x22) quoted = false;
    } else if (code === 0x22) quoted = true;
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > maxDepth) return true;
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
  return false;
}

/** The text `JSON.stringify` gives, with bigints written out as the integers they are. */
export function jsonText(value: unknown): string {
  return hasBigint(value) ? exactText(value) : JSON.stringify(value);
}

function hasBigint(value: unknown): boolean {
  if (typeof value === 'bigint') return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(hasBigint);
}

function exactText(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map((item) => exactText(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${exactText(field)}`).join(',')}}`;
}
