import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Owners, openOwners } from '../../../src/local/owners/owners.ts';
import { askSystem } from '../../../src/local/owners/process-facts.ts';

let folder: string;
let opened: Owners[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outreach-owners-'));
  opened = [];
});
afterEach(() => {
  for (const owners of opened) owners.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Here {
  platform?: string;
  running?: boolean;
  pid?: number;
  host?: string;
  /** What `sysctl` answers on a Mac; ps is the real one. */
  boot?: string | undefined;
}

async function here({ platform = 'linux', running = true, pid = process.pid, host, boot }: Here = {}) {
  const owners = await openOwners(
    folder,
    { pid, platform, running: () => running },
    {
      ...(host !== undefined && { host }),
      ask: (program, args) => (program.endsWith('sysctl') ? boot : askSystem(program, args)),
    },
  );
  opened.push(owners);
  return owners;
}

/** The same owner, with another part of what it says of itself. */
function changed({ self }: Owners, parts: { host?: string; place?: string; start?: string }) {
  const [host = '', place = '', ...start] = self.started.split(' ');
  const started = [parts.host ?? host, parts.place ?? place, parts.start ?? start.join(' ')].join(' ');
  return { pid: self.pid, started };
}

const platforms: Here[] = [
  { platform: 'linux' },
  { platform: 'darwin' },
  { platform: 'darwin', boot: 'F6E2-B007' },
  { platform: 'win32' },
];

describe.each(platforms)('the owner of a call on %o', (on) => {
  it('lives as long as its process does', async () => {
    const { self } = await here(on);
    expect((await here(on)).lives(self)).toBe(true);
    expect((await here({ ...on, running: false, pid: 1 })).lives(self)).toBe(false);
  });

  it('of another machine lives: it cannot be known from here', async () => {
    const elsewhere = changed(await here(on), { host: 'elsewhere', place: 'another-boot/pid:[1]' });
    const asking = await here({ ...on, running: false });
    expect(asking.lives(elsewhere)).toBe(true);
  });

  it('whose start nobody knows lives while anything has its number', async () => {
    const unknown = changed(await here(on), { start: '' });
    expect((await here(on)).lives(unknown)).toBe(true);
    expect((await here({ ...on, running: false })).lives(unknown)).toBe(false);
  });

  it('is the same whatever time zone and language each process has', { tags: 'slow' }, async () => {
    const before = { ...process.env };
    const ways = ['UTC', 'America/New_York', 'Asia/Kolkata'].flatMap((TZ) =>
      ['C', 'de_DE.UTF-8'].map((LC_ALL) => ({ TZ, LC_ALL, LANG: LC_ALL, LC_TIME: LC_ALL })),
    );
    try {
      const owners = [];
      for (const way of ways) {
        Object.assign(process.env, way);
        owners.push((await here(on)).self);
      }
      for (const way of ways) {
        Object.assign(process.env, way);
        const asking = await here({ ...on, pid: 1 });
        expect(owners.map(asking.lives)).toEqual(owners.map(() => true));
      }
    } finally {
      for (const name of ['TZ', 'LC_ALL', 'LANG', 'LC_TIME'])
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
    }
  });
});

describe.each([
  { platform: 'linux', start: '12345' },
  { platform: 'darwin', start: 'utc Sun Nov 22 06:04:25 2026' },
  { platform: 'win32', start: 'life:6f1c3b52-8f38-4a51-9b9c-0a4f1d9f6c11' },
])('a later process with the number of an owner on $platform', ({ platform, start }) => {
  it('is not that owner', async () => {
    const on = { platform, boot: 'F6E2-B007' };
    expect((await here(on)).lives(changed(await here(on), { start }))).toBe(false);
  });
});

it.each([{ platform: 'linux' }, { platform: 'darwin', boot: 'F6E2-B007' }])(
  'a machine that got another name on %o still knows who ended',
  { tags: 'slow' },
  async (on) => {
    const before = await here({ ...on, host: 'macbook.local' });
    const later = { ...on, host: 'macbook.fritz.box', pid: 1 };
    expect((await here(later)).lives(before.self)).toBe(true);
    expect((await here({ ...later, running: false })).lives(before.self)).toBe(false);
  },
);

it.each([{ platform: 'linux' }, { platform: 'darwin', boot: 'F6E2-B007' }])(
  'an owner from before the restart of %o is gone',
  async (on) => {
    const owners = await here(on);
    expect(owners.lives(changed(owners, { place: 'an-earlier-boot/pid:[1]' }))).toBe(false);
  },
);

it('an owner in another container of the same boot may live', async () => {
  const owners = await here();
  const boot = owners.self.started.split(' ')[1]?.split('/')[0];
  const elsewhere = changed(owners, { place: `${boot}/pid:[1]` });
  expect((await here({ running: false })).lives(elsewhere)).toBe(true);
});
