import { describe, expect, it } from 'vitest';
import { type FieldName, sameValue } from '../../../src/domain/campaign-file/campaign-fields.ts';
import { baseFields, liveOf, planOf, threeValues, withField } from './samples.ts';

/** The file says the first, second or third value; so does the service. The first is what was applied last. */
const table = [
  [0, 0, 'same'],
  [1, 0, 'change'],
  [2, 0, 'change'],
  [0, 1, 'drift'],
  [0, 2, 'drift'],
  [1, 1, 'same'],
  [2, 2, 'same'],
  [1, 2, 'conflict'],
  [2, 1, 'conflict'],
] as const;

/** Of a switch the third value is the first one again. */
const expected = (values: readonly unknown[], file: number, live: number, action: string): string => {
  const [base, here, there] = [values[0], values[file], values[live]].map((value) => JSON.stringify(value));
  if (here === there) return 'same';
  if (here === base) return 'drift';
  return there === base ? 'change' : action;
};

describe('the three-way comparison', () => {
  const cases = threeValues.flatMap(([field, values]) =>
    table.map(([file, live, action]) => ({
      field,
      values,
      file,
      live,
      action: expected(values, file, live, action),
    })),
  );

  it('has every field in its table', () => {
    const shapes = (names: Iterable<FieldName>) =>
      new Set([...names].map((name) => name.replace(/^steps\.\d+/, 'steps.N')));
    expect(shapes(threeValues.map(([field]) => field))).toEqual(shapes(baseFields.keys()));
  });

  it.each(cases)('$field: file $file, service $live: $action', ({ field, values, file, live, action }) => {
    const [here, there] = [values[file] ?? null, values[live] ?? null];
    const item = planOf(
      withField(baseFields, field, here),
      liveOf(withField(baseFields, field, there)),
      baseFields,
    );
    expect(item.action).toBe(action);
    expect(item.changes.map((change) => change.field)).toEqual(sameValue(here, there) ? [] : [field]);
    if (action !== 'same') expect(item.changes[0]).toEqual({ field, from: there, to: here, kind: action });
    expect(item.calls.length).toBe(action === 'change' && !isByHand(values[file]) ? 1 : 0);
  });

  /** No call takes a mailbox away. */
  const isByHand = (value: unknown) => Array.isArray(value) && value.length === 1;

  /** Without a lock another name is another campaign. */
  const foundByName = threeValues.filter(([field]) => field !== 'name');

  it.each(foundByName)('%s: without a base what differs is a change', (field, [one, other]) => {
    const live = liveOf(withField(baseFields, field, other));
    const { changes } = planOf(withField(baseFields, field, one), live, undefined);
    expect(changes).toEqual([{ field, from: other, to: one, kind: 'change' }]);
  });

  it.each(threeValues)('%s: drift becomes a change with --overwrite-drift', (field, [one, other]) => {
    const live = liveOf(withField(baseFields, field, other));
    const { action, changes } = planOf(baseFields, live, baseFields, { options: { overwriteDrift: true } });
    expect({ action, changes }).toEqual({
      action: 'change',
      changes: [{ field, from: other, to: one, kind: 'change', overwrites: 'drift' }],
    });
  });
});
