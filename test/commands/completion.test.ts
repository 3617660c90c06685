import { describe, expect, it } from 'vitest';
import { newWorld } from '../world.ts';

describe('outreach completion', () => {
  it.each(['bash', 'zsh', 'fish', 'powershell'])(
    'prints the script for %s, the same to a pipe and to a terminal',
    async (shell) => {
      const piped = await (await newWorld({ env: { CI: '1' } })).outreach(`completion ${shell}`);
      const shown = await (await newWorld({ tty: true, columns: 40 })).outreach(`completion ${shell}`);
      expect([piped.exit, piped.err]).toEqual([0, '']);
      expect(piped.out).toContain('outreach');
      expect(shown.out).toBe(piped.out);
      const { json } = await (await newWorld()).outreach(`completion ${shell} --json`);
      expect(json()).toEqual({ shell, script: piped.out });
    },
  );

  it('knows no other shell', async () => {
    const world = await newWorld();
    expect((await world.outreach('completion tcsh')).exit).toBe(2);
  });
});
