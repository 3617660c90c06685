import { describe, expect, it } from 'vitest';
import { newWorld } from '../world.ts';

describe('outreach help', () => {
  it('lists the topics', async () => {
    const world = await newWorld();
    const { exit, out, err } = await world.outreach('help');
    expect([exit, err]).toEqual([0, '']);
    for (const topic of ['environment', 'exit-codes', 'output', 'safety', 'sandbox', 'lead-files'])
      expect(out).toContain(topic);
  });

  it('shows a topic, laid out as it stands', async () => {
    const world = await newWorld();
    const { exit, out } = await world.outreach('help exit-codes');
    expect(exit).toBe(0);
    expect(out).toMatch(/^ {2}14 {3}outcome unknown/m);
    expect(world.requests).toEqual([]);
  });

  it('shows the same page for a command as --help does, on a terminal in colour, too', async () => {
    for (const options of [{}, { tty: true }, { tty: true, columns: 60 }]) {
      const world = await newWorld(options);
      const one = await world.outreach('help leads import');
      const other = await world.outreach('leads import --help');
      expect(one.exit).toBe(0);
      expect(one.out).toBe(other.out);
      expect(one.out).toContain('outreach leads import <file>');
      expect(one.out.includes('\u001b[')).toBe('tty' in options);
    }
  });

  it('shows a group', async () => {
    const world = await newWorld();
    expect((await world.outreach('help leads')).out).toContain('outreach leads <command>');
  });

  it('suggests the word that was meant', async () => {
    const world = await newWorld();
    const { exit, out, err } = await world.outreach('help leads improt');
    expect([exit, out]).toEqual([2, '']);
    expect(err).toContain('outreach help leads import');
    expect((await world.outreach('help leads zzzz')).err).toMatch(/See: outreach help leads$/m);
    expect((await world.outreach('help exit-code')).err).toContain('outreach help exit-codes');
    expect((await world.outreach('help --json leeds')).err).toContain('outreach help leads');
  });

  it('is data for a program', async () => {
    const world = await newWorld({ tty: true });
    const { json } = await world.outreach('help safety --json');
    expect(json()).toEqual({ name: 'safety', text: expect.stringContaining('--dry-run') });
  });

  it('works without key, profile and network', async () => {
    const world = await newWorld({ env: { CI: 'true' } });
    expect((await world.outreach('help environment')).exit).toBe(0);
  });
});
