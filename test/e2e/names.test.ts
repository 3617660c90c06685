// @module-tag slow
import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { outreach, temporaryFolder } from './binary.ts';

const key = 'run_abcdefgh_0123456789012345678901234567890123456789';
const noCalls = { OUTREACH_NO_COMPLETION_CALLS: '1' };

const names = (
  home: string,
  of: string,
  env: Record<string, string> = {},
  path = '',
  profile = '',
  current = '',
) => outreach(home, ['__names', of, path, profile, current], { env });

/** The processes in the background end with the claim that they hold. */
async function settled(home: string): Promise<void> {
  const folder = join(home, 'outreach', 'state', 'names');
  await expect
    .poll(
      async () => (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.claim')),
      {
        timeout: 20_000,
      },
    )
    .toEqual([]);
}

describe('names for completion, as the scripts ask for them', () => {
  it('are the campaigns of the sandbox, once they were read in the background', async () => {
    const home = await temporaryFolder();
    await outreach(home, ['campaigns', 'create', 'Autumn launch', '-q']);
    expect(await names(home, 'campaigns')).toMatchObject({ exit: 0, err: '' });
    await settled(home);
    expect(await names(home, 'campaigns')).toEqual({ exit: 0, out: 'Autumn launch\t1 · draft\n', err: '' });
  });

  it('are the fields of a command, from a text of the build', async () => {
    const home = await temporaryFolder();
    const { out } = await names(home, 'fields', {}, 'campaigns list');
    const known = await outreach(home, ['campaigns', 'list', '--fields', 'help']);
    expect(out).toBe(`help\tlist them all\n${known.out.replaceAll('\n', '\t\n')}`);
    expect((await names(home, 'sortFields', {}, 'leads list')).out).toMatch(/^id\t$/m);
    expect((await names(home, 'fields', {}, 'campaigns')).out).toBe('help\tlist them all\n');
  });

  it.each([
    ['no arguments', []],
    ['no such kind', ['leads', '', '', '']],
    ['more arguments', ['campaigns', '', '', '', '--help', '--json']],
    ['no such profile', ['campaigns', '', 'nowhere', '']],
    ['a hostile profile', ['campaigns', '', '--yes\n$(x)', '']],
    ['no such path', ['fields', '__proto__', '', '']],
  ])('are nothing, without a word, for %s', async (_, words) => {
    const home = await temporaryFolder();
    const { exit, err, out } = await outreach(home, ['__names', ...words], { env: noCalls });
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    expect(out).toMatch(/^(?:help\tlist them all\n)?$/);
  });

  it.each<[string, (home: string, ours: string) => Promise<unknown>]>([
    ['no home', async () => ({ OUTREACH_HOME: '', HOME: '/nowhere/at/all' })],
    [
      'settings that are not JSON',
      async (_, ours) => writeFile(join(ours, 'config.json'), '{', { mode: 0o600 }),
    ],
    ['a folder that others can write to', async (_, ours) => chmod(ours, 0o777)],
    [
      'a file in its place',
      async (home) => {
        await writeFile(join(home, 'file'), '');
        return { OUTREACH_HOME: join(home, 'file') };
      },
    ],
    ['a link in the place of the state', async (_, ours) => symlink('/etc', join(ours, 'state'))],
    ['a device as home', async () => ({ OUTREACH_HOME: '/dev/null' })],
    ['a key and no address', async () => ({ OUTREACH_API_KEY: key })],
  ])('are nothing, without a word, with %s', async (_, spoil) => {
    const home = await temporaryFolder();
    const ours = join(home, 'outreach');
    await mkdir(ours, { mode: 0o700 });
    const env = ((await spoil(home, ours)) ?? {}) as Record<string, string>;
    expect(await names(home, 'campaigns', env)).toEqual({ exit: 0, out: '', err: '' });
    expect(await names(home, 'profiles', env)).toMatchObject({ exit: 0, err: '' });
  });

  it('end where the folder they are called in is gone, and where their reader is', async () => {
    const home = await temporaryFolder();
    const gone = join(home, 'gone');
    await mkdir(gone);
    const script = `require('node:fs').rmdirSync(process.cwd());`;
    await writeFile(join(home, 'gone.cjs'), script);
    const preload = ['-r', join(home, 'gone.cjs')];
    const ended = await outreach(home, ['__names', 'zones', '', '', ''], { cwd: gone, nodeOptions: preload });
    expect(ended).toMatchObject({ exit: 0, err: '' });
    expect(await outreach(home, ['__names', 'zones', '', '', ''], { stdout: 'ignore' })).toMatchObject({
      exit: 0,
      err: '',
    });
  });

  it('never take longer than 300 ms, also where the service does not answer', async () => {
    const server = createServer(() => undefined);
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const env = { OUTREACH_BASE_URL: `http://127.0.0.1:${port}/r`, OUTREACH_API_KEY: key };
    // Other work on this machine takes time as well: the best of a few, each for another kind, because one is not tried twice.
    const took: number[] = [];
    for (const of of ['campaigns', 'senders', 'webhooks', 'drafts', 'icps']) {
      const home = await temporaryFolder();
      const start = performance.now();
      expect(await names(home, of, env)).toEqual({ exit: 0, out: '', err: '' });
      took.push(performance.now() - start);
      // Its claim is gone with its folder, so it stores nothing.
      await rm(join(home, 'outreach', 'state', 'names'), { recursive: true, force: true });
    }
    expect(Math.min(...took)).toBeLessThan(300);
  });

  it('leave no claim where the reading works, and one where it does not', async () => {
    const server = createServer((_, response) => response.writeHead(401).end('{"error":"no"}'));
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const home = await temporaryFolder();
    const env = { OUTREACH_BASE_URL: `http://127.0.0.1:${port}/r`, OUTREACH_API_KEY: key };
    await names(home, 'campaigns', env);
    const folder = join(home, 'outreach', 'state', 'names');
    const [account = ''] = await readdir(folder);
    await expect
      .poll(() => readFile(join(folder, account, 'campaigns.claim'), 'utf8'), { timeout: 20_000 })
      .toContain('"failed":true');
  });
});
