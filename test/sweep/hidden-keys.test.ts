import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { liveKey } from '../commands/live-service.ts';
import { liveWorld, online } from './live.ts';
import { samples } from './samples.ts';
import type { Reply } from './service.ts';
import { operationBy } from './service.ts';
import { sliced } from './slice.ts';

/** Every command that writes, where the service repeats the key in its answer: it is neither shown nor kept. */

const other = `run_ef56gh78_${'cD4'.repeat(13)}z`;
const echo = (key: string) => ({
  message: `made for Authorization: Bearer ${key}`,
  request: { headers: { authorization: `Bearer ${key}`, key } },
});

const success = (operation: string, key: string) =>
  JSON.stringify({ ...(samples[operation] as object), ...echo(key) });
const refusal = (body: object): Reply => ({ status: 422, body: JSON.stringify(body) });

const answers: readonly [name: string, reply: (operation: string) => Reply][] = [
  ['422', () => refusal({ error: `bad header Authorization: Bearer ${liveKey}` })],
  ['422 of another key', () => refusal({ error: other, ...echo(other) })],
  ['500 as text', () => ({ status: 500, body: `no account for ${liveKey}` })],
  ['a success', (operation) => ({ body: success(operation, liveKey) })],
  ['a success with an error', () => ({ body: JSON.stringify({ error: `key ${liveKey}`, code: 'bad_key' }) })],
  ['a success of another key', (operation) => ({ body: success(operation, other) })],
  ['no answer to it', () => ({ body: JSON.stringify(liveKey) })],
  ['a redirect', () => ({ status: 303, headers: { location: `https://${liveKey}.example/` } })],
];
const ways = answers.flatMap((answer) =>
  ['--json --debug', '--debug'].map((flags) => [...answer, flags] as const),
);

const writes = online.filter(({ path, main }) => operationBy(main).kind === 'write' && path !== 'login');

it.each(sliced(writes, ways, 8))('outreach $path', async ({ path, words, main, modes }) => {
  const found: string[] = [];
  const { world, service } = await liveWorld();
  for (const [name, reply, flags] of modes) {
    world.forgetCalls();
    service.play((id) => (id === main ? reply(id) : undefined));
    const run = await world.outreach(`${path} ${words} ${flags}`);
    const shown = world.journalled() === '' ? run : await world.outreach('journal show 1 --json');
    const given = ['key.txt'];
    const kept = readdirSync(world.home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !given.includes(entry.name))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
    const places = {
      out: run.out,
      err: run.err,
      shown: shown.out,
      journal: world.journalled(),
      files: kept.join(),
    };
    // It gives keys: another one than that in use is what was asked for.
    for (const [place, text] of Object.entries(places))
      for (const key of path === 'workspaces key create' && place === 'out' ? [liveKey] : [liveKey, other])
        if (text.includes(key)) found.push(`${name} ${flags}: ${place}: ${text.slice(0, 200)}`);
  }
  expect(found).toEqual([]);
});
