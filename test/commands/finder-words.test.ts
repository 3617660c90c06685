import { expect, it } from 'vitest';
import { toned } from '../../src/cli/declare/view.ts';
import { endOf, importView, inWords } from '../../src/commands/finder/import-view.ts';
import { endReasons, importErrors, skipReasons } from '../../src/contract/areas/finder.ts';

const shown = (record: Parameters<typeof importView>[0]) => {
  const view = importView(record);
  return view.kind === 'record'
    ? Object.fromEntries(view.fields.map(([label, value]) => [label, value]))
    : {};
};

it.each([...skipReasons, ...endReasons, ...importErrors, 'selected', 'first_n'])(
  'has words for %s',
  (word) => {
    expect(inWords(word)).not.toMatch(/_/);
  },
);

it('says in words how an import went', () => {
  expect(
    shown({ skipped: 1, skipReasons: { reveal_returned_no_address: 1 }, mode: 'first_n' }),
  ).toMatchObject({
    Skipped: '1: no address found',
    People: 'first matches',
  });
  expect(shown({ skipped: 1200, skipReasons: { blocklisted: 1100, constructor: 100 } }).Skipped).toBe(
    '1,200: 1,100 on the blocklist, 100 constructor',
  );
  expect(shown({ skipped: 0, skipReasons: {} }).Skipped).toBe(0);
  expect(shown({ lastError: 'insufficient_credits' }).Error).toEqual(toned('not enough credits', 'bad'));
  expect(endOf({ endReason: 'requested_reached', requested: 1000, added: 1000 })).toBe('all 1,000 found');
  expect(endOf({ endReason: 'requested_reached', requested: 25, added: 24 })).toBe(
    'the requested number was reached',
  );
  expect(endOf({ endReason: 'something_new' })).toBe('something new');
});
