import { describe, expect, it } from 'vitest';
import { newWorld } from '../world.ts';

describe('the program', () => {
  it('lists leads of the sandbox', async () => {
    const world = await newWorld();
    const { exit, err, json } = await world.outreach('leads list --json');
    expect(err).toBe('');
    expect(exit).toBe(0);
    expect(json()).toMatchObject({ items: [] });
  });
});
