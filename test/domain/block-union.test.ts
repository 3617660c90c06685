import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type BlockedIn, covers, missingGlobally, missingIn, unionOf } from '../../src/domain/blocklist.ts';

const value = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const list = (isMain: boolean, workspaces: string[]): fc.Arbitrary<BlockedIn> =>
  fc.record({
    origin: fc.constant('https://api.example'),
    values: fc
      .dictionary(value, fc.constantFrom('workspace' as const, 'global' as const))
      .map((entries) => new Map(Object.entries(entries))),
    workspaces: fc.constant(workspaces),
    isMain: fc.constant(isMain),
  });

it('leaves every list with all that any of them blocks, and with no value twice', () => {
  fc.assert(
    fc.property(
      list(true, ['1', '2', '3']),
      fc.tuple(list(false, ['2']), list(false, ['3']), list(false, ['9']), list(false, [])),
      fc.array(value),
      (main, others, more) => {
        const union = unionOf([main, ...others], more);
        const global = missingGlobally(main, [main, ...others], union);
        expect(new Set([...main.values.keys(), ...global])).toEqual(union);
        for (const other of others) {
          const comes = covers(main, other) ? new Set(global) : new Set<string>();
          const own = missingIn(other, union, comes);
          expect(new Set([...other.values.keys(), ...comes, ...own])).toEqual(union);
          for (const one of own) expect(other.values.has(one) || comes.has(one)).toBe(false);
          if (covers(main, other)) expect(own.filter((one) => main.values.get(one) !== 'global')).toEqual([]);
        }
      },
    ),
  );
});
