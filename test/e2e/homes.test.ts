// @module-tag slow
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/local/database.ts';
import { outreach, temporaryFolder } from './binary.ts';

/** What an earlier build left behind: two profiles, a purchase under a token, an import, a campaign in the sandbox. */
async function homeOf(version: string): Promise<string> {
  const home = await temporaryFolder();
  const kept = JSON.parse(await readFile(join(import.meta.dirname, 'homes', `${version}.json`), 'utf8'));
  for (const [name, packed] of Object.entries<string>(kept)) {
    const file = join(home, 'outreach', name);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, inflateRawSync(Buffer.from(packed, 'base64')), { mode: 0o600 });
  }
  return home;
}

it('uses a home of 393bfc18', async () => {
  const home = await homeOf('393bfc18');
  const json = async (line: string) => {
    const { exit, out, err } = await outreach(home, [...line.split(' '), '--json']);
    expect([line, exit, err]).toEqual([line, 0, '']);
    return JSON.parse(out);
  };
  expect(await json('profiles show prod')).toMatchObject({
    workspace: 'Acme',
    readOnly: true,
    maxCreditsPerDay: 100,
    routes: { 'leads.move': 'POST /leads/:id/campaign' },
  });
  expect(await json('profiles show local')).toMatchObject({ hasKey: true, target: 'sandbox' });
  expect((await json('journal list')).items.map((item: { summary: string }) => item.summary)).toEqual([
    'Create a campaign as a draft (name Autumn)',
    'Buy credits with the saved card (credits 1000)',
  ]);
  expect((await json('journal show 1')).token).toBe('first');

  const again = await json('credits buy 1000 --yes --once first --profile sandbox');
  expect(again).toMatchObject({ creditsPurchased: 1000, newBalance: 6000 });

  // Its sandbox has an index more, for which nothing in it is given up.
  expect((await json('campaigns list --profile sandbox')).items).toMatchObject([{ name: 'Autumn' }]);
  await json('profiles set prod --max-credits-per-day 50');

  for (const file of ['state/journal.db', 'state/lock.db', 'sandbox/sandbox.db']) {
    const database = await openDatabase(join(home, 'outreach', file));
    expect([file, database.prepare('PRAGMA user_version').get()]).toEqual([file, { user_version: 1 }]);
    database.close();
  }
}, 60_000);

describe('a home that others can write to', () => {
  it.each(['whoami', 'campaigns list --profile sandbox', 'journal list', 'profiles list'])(
    'is refused by: %s',
    async (line) => {
      const home = await temporaryFolder();
      const folder = join(home, 'outreach');
      await mkdir(folder);
      await chmod(folder, 0o777);
      const run = await outreach(home, [...line.split(' '), '--json']);
      expect([run.exit, run.out]).toEqual([2, '']);
      expect(JSON.parse(run.err).error).toMatchObject({
        code: 'open_folder',
        hint: expect.stringContaining(`chmod 700 '${folder}'`),
      });
    },
  );

  it('is reported by doctor, and does not stop help and --version', async () => {
    const home = await temporaryFolder();
    const folder = join(home, 'outreach');
    await mkdir(folder);
    await chmod(folder, 0o777);
    for (const line of ['--version', '--help', 'help safety', 'leads import --help', 'completion bash'])
      expect([line, (await outreach(home, line.split(' '))).exit]).toEqual([line, 0]);
    const run = await outreach(home, ['doctor', '--json']);
    expect(run.exit).toBe(16);
    expect(JSON.parse(run.out).checks).toContainEqual(
      expect.objectContaining({
        check: 'config folder',
        state: 'failed',
        hint: expect.stringContaining(`chmod 700 '${folder}'`),
      }),
    );
  });
});

describe('a home that cannot be made', () => {
  const lines = ['start --yes', 'sandbox info', 'journal list', 'profiles set prod --workspace Acme'];
  const homes = {
    '/proc': { OUTREACH_HOME: '/proc' },
    '/proc/self': { OUTREACH_HOME: '/proc/self' },
    'below /proc': { OUTREACH_HOME: '/proc/outreach/home' },
    'HOME=/proc': { OUTREACH_HOME: '', HOME: '/proc' },
    '/sys': { OUTREACH_HOME: '/sys/outreach' },
    'a device': { OUTREACH_HOME: '/dev/null' },
    'below a file': { OUTREACH_HOME: '/etc/passwd/home' },
  };
  const cases = Object.entries(homes).flatMap(([name, env], index) =>
    (index === 0 ? lines : [lines[index % lines.length] ?? '']).map((line) => [name, line, env] as const),
  );

  it.each(cases)('ends at once with what to do: %s, %s', async (_, line, env) => {
    const home = await temporaryFolder();
    const run = await outreach(home, [...line.split(' '), '--json'], { env, timeout: 20_000 });
    expect([run.exit, run.out]).toEqual([2, '']);
    const { error } = JSON.parse(run.err.trim().split('\n').at(-1) ?? '');
    expect(error).toMatchObject({ outcome: 'none', exitCode: 2 });
    expect(`${error.message} ${error.hint}`).toMatch(/OUTREACH_HOME/);
  });

  it.each(['--version', 'help safety', 'commands leads', 'doctor'])(
    'does not stop what needs none: %s',
    async (line) => {
      const home = await temporaryFolder();
      const run = await outreach(home, line.split(' '), { env: { OUTREACH_HOME: '/proc' }, timeout: 20_000 });
      expect(run.exit).toBe(line === 'doctor' ? 16 : 0);
    },
  );

  it('is no reason for a folder that a person names to hang', async () => {
    const home = await temporaryFolder();
    const run = await outreach(home, ['sandbox', 'outbox', 'export', '/proc/mails', '--json'], {
      timeout: 20_000,
    });
    expect([run.exit, JSON.parse(run.err).error.code]).toEqual([2, 'file_not_writable']);
  });
});
