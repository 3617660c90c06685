import { describe, expect, it } from 'vitest';
import { Failure } from '../../../src/base/errors.ts';
import { learnData, nothingKnown } from '../../../src/cli/declare/known-fields.ts';
import { checkFields, fieldPaths, pick, valueAt } from '../../../src/cli/output/formats/fields.ts';

const lead = {
  id: 7,
  name: { first: 'Anna', last: 'Berg' },
  tags: [
    { id: 1, text: 'a' },
    { id: 2, text: 'b' },
  ],
  note: null,
};

const knownOf = (data: unknown) => {
  const known = nothingKnown();
  learnData(known, data);
  return known;
};

const refusal = (run: () => unknown): Failure => {
  try {
    run();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('was not refused');
};

describe('--fields', () => {
  it('reads names with commas, blanks and repeats', () => {
    expect(fieldPaths(['a, b.c', 'a', 'd'])).toEqual([['a'], ['b', 'c'], ['d']]);
    expect(refusal(() => fieldPaths([' , '])).kind).toBe('usage');
  });

  it('picks nested fields, through lists, in the order asked for', () => {
    expect(JSON.stringify(pick(lead, fieldPaths(['tags.text,name.last,id'])))).toBe(
      '{"tags":[{"text":"a"},{"text":"b"}],"name":{"last":"Berg"},"id":7}',
    );
  });

  it('takes the whole where a part is asked for, too', () => {
    expect(pick(lead, fieldPaths(['name.first', 'name']))).toEqual({ name: lead.name });
  });

  it('gives null where the data has nothing', () => {
    expect(pick(lead, fieldPaths(['note.deep', 'gone', 'name.middle']))).toEqual({
      note: null,
      gone: null,
      name: { middle: null },
    });
    expect(valueAt(lead, ['note', 'deep'])).toBeUndefined();
    expect(valueAt(lead, ['tags', 'text'])).toEqual(['a', 'b']);
  });

  it('treats a field called __proto__ as a field', () => {
    const data = JSON.parse('{"__proto__": {"polluted": true}, "id": 1}');
    const picked = pick(data, [['__proto__']]);
    expect(JSON.stringify(picked)).toBe('{"__proto__":{"polluted":true}}');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(pick({ id: 1 }, [['constructor']])).toEqual({ constructor: null });
  });

  it('refuses an unknown field and names the one that was meant', () => {
    const failure = refusal(() => checkFields([['nmae']], knownOf([lead])));
    expect(failure.kind).toBe('usage');
    expect(failure.message).toBe('There is no field "nmae". Did you mean "name"?');
    expect(failure.hint).toBe('Fields: id, name, tags, note');
  });

  it('guesses nothing that is far off', () => {
    expect(refusal(() => checkFields([['zzzzzzzz']], knownOf(lead))).message).toBe(
      'There is no field "zzzzzzzz".',
    );
  });

  it('refuses an unknown field further down', () => {
    const failure = refusal(() => checkFields([['name', 'frist']], knownOf(lead)));
    expect(failure.message).toBe('There is no field "name.frist" in "name". Did you mean "name.first"?');
    expect(failure.hint).toBe('Fields: name.first, name.last');
  });

  it('refuses to go below a plain value', () => {
    expect(refusal(() => checkFields([['id', 'x']], knownOf(lead))).hint).toBe(
      'Fields: id, name, tags, note',
    );
  });

  it('refuses every field where there is none', () => {
    expect(refusal(() => checkFields([['anything']], nothingKnown())).hint).toBe(
      'This answer has no fields.',
    );
  });
});
