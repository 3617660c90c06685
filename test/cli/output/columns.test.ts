import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnWidths, gap } from '../../../src/cli/output/terminal/columns.ts';

const columns = (...naturals: number[]) => naturals.map((natural) => ({ natural, rigid: false }));

describe('column widths', () => {
  it('are natural where they fit', () => {
    expect(columnWidths(columns(5, 10, 20), 39)).toEqual([5, 10, 20]);
  });

  it('leave short columns alone and share the rest among the long ones', () => {
    expect(columnWidths(columns(5, 100, 200), 60)).toEqual([5, 26, 25]);
  });

  it('give a column that needs less than its share what it needs', () => {
    expect(columnWidths(columns(30, 22, 200), 80)).toEqual([27, 22, 27]);
  });

  it('never cut a rigid column', () => {
    expect(columnWidths([{ natural: 18, rigid: true }, ...columns(100, 100)], 60)).toEqual([18, 19, 19]);
  });

  it('give up where a column would say nothing', () => {
    expect(columnWidths(columns(100, 100, 100, 100, 100, 100), 40)).toBeUndefined();
    expect(columnWidths([{ natural: 90, rigid: true }], 80)).toBeUndefined();
  });

  it('never exceed the window, and leave no cell unused where something is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ natural: fc.integer({ min: 1, max: 300 }), rigid: fc.boolean() }), {
          minLength: 1,
          maxLength: 12,
        }),
        fc.integer({ min: 20, max: 200 }),
        (measured, window) => {
          const widths = columnWidths(measured, window);
          if (!widths) return;
          const taken = widths.reduce((sum, width) => sum + width, 0) + gap * (widths.length - 1);
          expect(taken).toBeLessThanOrEqual(window);
          for (const [index, width] of widths.entries())
            expect(width).toBeLessThanOrEqual(measured[index]?.natural ?? 0);
          if (widths.some((width, index) => width < (measured[index]?.natural ?? 0)))
            expect(taken).toBe(window);
        },
      ),
    );
  });
});
