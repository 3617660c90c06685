/** Each field of an answer with the JSON types that were seen in it: `items[].id` is `number`. */
export type Shape = Readonly<Record<string, string>>;

/** A name like those of a service. What has another form may be data: a key of a map, an address. */
const fieldName = /^[A-Za-z][A-Za-z_]{0,39}\d?$/;
/** An object with more fields than this is a map, and its keys are data. */
const mostFields = 60;
/** Maps whose keys people choose. */
const maps = new Set(['customVariables', 'custom_variables', 'variables', 'headers', 'metadata']);

/** The names and the JSON types of the fields of an answer, and never a value. Keys that may be data are `*`. */
export function shapeOf(body: unknown): Shape {
  const types = new Map<string, Set<string>>();
  const visit = (value: unknown, path: string, isMap: boolean): void => {
    const type = typeOf(value);
    types.set(path, (types.get(path) ?? new Set()).add(type));
    if (Array.isArray(value)) for (const item of value) visit(item, `${path}[]`, isMap);
    else if (type === 'object') {
      const fields = Object.entries(value as object);
      const hides = isMap || fields.length > mostFields;
      for (const [name, inner] of fields) {
        const shown = hides || !fieldName.test(name) ? '*' : name;
        visit(inner, path === '' ? shown : `${path}.${shown}`, maps.has(name));
      }
    }
  };
  visit(body, '', false);
  return Object.fromEntries(
    [...types].map(([path, seen]) => [path === '' ? '(whole)' : path, [...seen].toSorted().join(' or ')]),
  );
}

const typeOf = (value: unknown): string => {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  // Whole numbers that are too large for a double come as such.
  return typeof value === 'bigint' ? 'number' : typeof value;
};
