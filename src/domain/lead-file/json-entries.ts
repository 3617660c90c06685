/** What `JSON.parse` and `JSON.stringify` may write otherwise than it was: long numbers, exponents. */
const inexact = /\d{16}|\d[eE]/;

/**
 * The entries of a JSON object, each value as JSON text in one line and with every digit; undefined where the text is no
 * JSON object. Of a name that stands twice the last one counts.
 */
export function jsonEntries(text: string): ReadonlyMap<string, string> | undefined {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  if (inexact.test(text)) return exactEntries(text);
  return new Map(Object.entries(value).map(([name, entry]) => [name, JSON.stringify(entry)]));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Cuts the text, which is known to be a JSON object, at the signs of its first level. */
function exactEntries(text: string): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  let depth = 0;
  let name = '';
  let part = '';
  const end = () => {
    if (name !== '') entries.set(JSON.parse(name), part);
    name = '';
    part = '';
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (sign === '"') {
      const to = endOfString(text, at);
      part += text.slice(at, to);
      at = to - 1;
    } else if (sign === '{' || sign === '[') {
      depth += 1;
      if (depth > 1) part += sign;
    } else if (sign === '}' || sign === ']') {
      depth -= 1;
      if (depth === 0) end();
      else part += sign;
    } else if (depth === 1 && sign === ':') {
      name = part;
      part = '';
    } else if (depth === 1 && sign === ',') end();
    else if (!/\s/.test(sign)) part += sign;
  }
  return entries;
}

/** Behind the quote that ends the string which begins at `from`. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}
