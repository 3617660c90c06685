import { describe, expect, it } from 'vitest';
import { agentsPage, skillPage } from '../scripts/pages/agents-page.ts';
import { exitCodes } from '../src/cli/describe/exit-codes.ts';
import { newWorld } from './world.ts';

const linesOf = (page: string) => [...page.matchAll(/^outreach (.+)$/gm)].map(([, line = '']) => line);

/** The others end with 0. */
const ends: Readonly<Record<string, number>> = { 'credits buy 2000 --max-usd 60 --json': 3 };

describe('the pages for agents', () => {
  it('show lines that work, in the order they show them', { tags: 'slow' }, async () => {
    const world = await newWorld();
    const lines = linesOf(agentsPage());
    expect(lines.length).toBeGreaterThan(8);
    for (const line of lines) {
      const { exit, err } = await world.outreach(line);
      expect(exit, `outreach ${line}\n${err}`).toBe(ends[line] ?? 0);
    }
    expect(world.ledger.all()).toEqual([]);
  });

  it('say the same, as a page and as a skill', () => {
    expect(linesOf(skillPage())).toEqual(linesOf(agentsPage()));
    expect(skillPage()).toMatch(/^---\nname: outreach\ndescription: .{40,300}\n---\n/);
    for (const page of [agentsPage(), skillPage()]) {
      for (const [code] of exitCodes) expect(page).toContain(`- \`${code}\`: `);
      for (const rule of ['Never repeat it', 'ask the person; only they can decide', '--fields', 'hasMore'])
        expect(page.replaceAll(/\s+/g, ' ')).toContain(rule);
    }
  });
});
