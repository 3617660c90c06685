/** A value as lines for people: a name and a value each, what is nested set in below its name. */
export function linesOf(value: unknown, indent = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => marked(linesOf(item, `${indent}  `), indent));
  if (typeof value !== 'object' || value === null) return [`${indent}${scalar(value)}`];
  return Object.entries(value).flatMap(([name, inner]) => named(name, inner, indent));
}

function named(name: string, value: unknown, indent: string): string[] {
  if (value === undefined || isEmpty(value)) return [];
  if (typeof value !== 'object' || value === null) return [`${indent}${name}: ${scalar(value)}`];
  if (Array.isArray(value) && value.every(isShort))
    return [`${indent}${name}: ${value.map(scalar).join(', ')}`];
  return [`${indent}${name}:`, ...linesOf(value, `${indent}  `)];
}

/** A dash in front of the first line of an item. */
function marked([first = '', ...rest]: string[], indent: string): string[] {
  return [`${indent}- ${first.slice(indent.length + 2)}`, ...rest];
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

const isShort = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= 30 && !value.includes(','));

/** What a program would read as null or as nothing is said so. */
const scalar = (value: unknown): string => (value === '' ? '""' : String(value));
