import { describe, expect, it } from 'vitest';
import { records } from './spec-records.ts';

interface Parts {
  entries?: Record<string, Parts>;
  item?: Parts;
  wrapped?: Parts;
  pipe?: Parts[];
}

/** The field names below `path`, through lists, optional fields and rules. */
function fieldsAt(schema: unknown, path: string): string[] {
  let parts = inner(schema as Parts);
  for (const name of path.split('.').filter((part) => part !== ''))
    parts = inner(parts.entries?.[name] ?? {});
  return Object.keys(parts.entries ?? {});
}

function inner(parts: Parts): Parts {
  const next = parts.entries ? undefined : (parts.wrapped ?? parts.item);
  return next ? inner(next) : parts;
}

describe('the fields of the specification', () => {
  it.each(records)('are those of the %s, and no others', (_where, schema, path, fields) => {
    expect(fieldsAt(schema, path).sort()).toEqual(fields.split(' ').sort());
  });
});
