// @module-tag slow
import { mkdir, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { inTerminal } from '../cli/probe/terminal.ts';
import { binary, cleanEnv, outreach, temporaryFolder } from './binary.ts';

/** A home with two guarded profiles, and a question about them in a terminal of its own. */
async function guarded() {
  const home = await temporaryFolder();
  const env = cleanEnv(home, { TERM: 'xterm' });
  const folder = env.OUTREACH_HOME ?? '';
  await mkdir(folder, { mode: 0o700 });
  const profile = { readOnly: true, maxCreditsPerDay: 100 };
  await writeFile(`${folder}/config.json`, JSON.stringify({ profiles: { prod: profile, old: profile } }), {
    mode: 0o600,
  });
  const answer = async (line: string, keys: string) => {
    const session = inTerminal(binary, line.split(' '), env);
    await session.answer('Type y or n:', keys);
    return session.ended;
  };
  const json = async (...line: string[]) => JSON.parse((await outreach(home, [...line, '--json'])).out);
  const plain = (line: string, ...more: string[]) => outreach(home, [...line.split(' '), ...more]);
  return { answer, json, plain };
}

it('lowers a guard where a person at a terminal agrees, and writes it to the journal', async () => {
  const { answer, json } = await guarded();
  const lower = 'profiles set prod --unset read-only --max-credits-per-day 2500';
  expect((await answer(lower, '\r')).exitCode).toBe(3);
  expect((await json('journal', 'list')).total).toBe(0);

  const agreed = await answer(lower, 'y\r');
  expect(agreed.exitCode).toBe(0);
  expect(agreed.screen.replaceAll(/\s+/g, ' ')).toContain('credits a day: 100 -> 2,500');
  expect(await json('profiles', 'show', 'prod')).toMatchObject({ readOnly: false, maxCreditsPerDay: 2500 });

  expect((await answer('profiles remove old --yes', 'y\r')).exitCode).toBe(0);
  const { items } = await json('journal', 'list');
  expect(items).toMatchObject([
    { operation: 'profiles.guards', state: 'done', profile: 'old', effect: 'none' },
    { operation: 'profiles.guards', state: 'done', profile: 'prod' },
  ]);
  expect(items[1].summary).toContain('read-only is switched off; credits a day: 100 -> 2,500');
  expect(await json('journal', 'show', '1')).toMatchObject({
    request: null,
    quote: { facts: ['read-only is switched off', 'credits a day: 100 -> 2,500'] },
    steps: [{ what: 'approved by a person at a terminal' }],
  });
}, 30_000);

it('lets a person give a standing waiver, refuses it without one, and takes it back freely', async () => {
  const { answer, json, plain } = await guarded();
  const give = 'profiles set prod --accept no-opt-out=footer --until 2030-01-01';
  const refused = await plain(give, '--json');
  expect([refused.exit, JSON.parse(refused.err).error.code]).toEqual([3, 'needs_a_person']);
  expect((await plain(give, '--yes')).exit).toBe(2);
  expect((await answer(give, 'n\r')).exitCode).toBe(3);
  expect((await json('profiles', 'show', 'prod')).accept).toEqual([]);

  const agreed = await answer(give, 'y\r');
  expect([agreed.exitCode, agreed.screen.replaceAll(/\s+/g, ' ')]).toEqual([
    0,
    expect.stringContaining('campaigns may break the rule no-opt-out until 2030-01-01'),
  ]);
  const [waiver] = (await json('profiles', 'show', 'prod')).accept;
  expect(waiver).toMatchObject({
    rule: 'no-opt-out',
    reason: 'footer',
    until: expect.stringMatching(/^2030-01-01T/),
  });
  const { items } = await json('journal', 'list');
  expect(items).toMatchObject([{ operation: 'profiles.guards', state: 'done', profile: 'prod' }]);
  expect(items[0].summary).toContain('footer');

  expect((await plain('profiles set prod --unset accept', '--json')).exit).toBe(0);
  expect((await json('profiles', 'show', 'prod')).accept).toEqual([]);
}, 30_000);
