import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { ownerLives, ownerOf } from '../../../src/local/journal/owner.ts';

const here = (running = true, pid = process.pid) => ({
  pid,
  platform: process.platform,
  running: () => running,
});
const self = ownerOf(here());
const [host = '', place = '', ...start] = self.started.split(' ');
const started = (parts: { host?: string; place?: string; start?: string }) =>
  [parts.host ?? host, parts.place ?? place, parts.start ?? start.join(' ')].join(' ');

describe('the owner of a call', () => {
  it('lives as long as its process does', () => {
    expect(host).toBe(hostname());
    expect(ownerLives(self, here())).toBe(true);
    expect(ownerLives(self, here(false))).toBe(false);
  });

  it('is not a later process that was given its number', () => {
    expect(ownerLives({ ...self, started: started({ start: 'another-start' }) }, here())).toBe(false);
  });

  it('of another machine lives: nobody can tell from here', () => {
    expect(ownerLives({ ...self, started: started({ host: 'elsewhere' }) }, here(false))).toBe(true);
  });

  it('whose start nobody knows lives while anything has its number', () => {
    const unknown = { ...self, started: started({ start: '' }) };
    expect([ownerLives(unknown, here()), ownerLives(unknown, here(false))]).toEqual([true, false]);
  });

  it.runIf(process.platform === 'linux')('of an earlier boot is gone, of another container may live', () => {
    const [boot, space] = place.split('/');
    const earlier = { ...self, started: started({ place: `an-earlier-boot/${space}` }) };
    const container = { ...self, started: started({ place: `${boot}/pid:[1]` }) };
    expect(ownerLives(earlier, here())).toBe(false);
    expect(ownerLives(container, here(false))).toBe(true);
  });
});
