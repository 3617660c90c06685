import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sandboxKey } from '../../src/contract/keys.ts';
import { newWorld } from '../world.ts';
import { baseUrl } from './live-service.ts';

/** The service repeats a part of a key that is in use, plainly or in another writing: it is neither shown nor kept. */

const keyOf = (name: string) =>
  `run_ab12cd34_${createHash('sha256').update(name).digest('hex').slice(0, 40)}`;
const used = keyOf('used');
const saved = keyOf('saved');

const hex = (letter: string) => letter.charCodeAt(0).toString(16);
const writings: readonly [name: string, write: (part: string) => string][] = [
  ['plain', (part) => part],
  ['base64', (part) => Buffer.from(`x${part}y`).toString('base64')],
  ['base64url of the whole key', () => Buffer.from(`Bearer ${used}`).toString('base64url')],
  ['percent', (part) => part.replaceAll(/[a-f]/g, (letter) => `%${hex(letter)}`)],
  ['percent, in capitals', (part) => part.replaceAll(/./g, (letter) => `%${hex(letter).toUpperCase()}`)],
];
const slices: readonly (readonly [number, number])[] = [
  [13, 53],
  [20, 32],
  [41, 53],
];

const said = writings.flatMap(([name, write]) =>
  slices.map(([from, to]) => [`${name}, ${from} to ${to}`, write(used.slice(from, to)), from, to] as const),
);

const lines = [
  ['a message', 'leads get 1 --json'],
  ['a message for people', 'leads get 1 --debug'],
  ['an answer', 'leads list --json'],
  ['a table', 'leads list --debug'],
  ['an error of a write', 'webhooks create --url https://hooks.acme.com/ --type EmailReply --json'],
] as const;

it.each(said)('%s', async (_name, text, from, to) => {
  const world = await newWorld({
    env: { OUTREACH_API_KEY: used, OUTREACH_BASE_URL: baseUrl },
    network: async ({ method, path }) => {
      const lead = {
        id: 1,
        email: 'ana@lumen.example',
        firstName: `Ana ${text}`,
        createdAt: '2026-03-02T08:00:00Z',
      };
      if (method === 'GET' && path.endsWith('/leads'))
        return {
          status: 200,
          headers: {},
          body: JSON.stringify({ leads: [lead], total: 1, page: 1, limit: 20, hasMore: false }),
        };
      return {
        status: 422,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ error: `signature mismatch for ${text}`, code: 'bad', field: { of: text } }),
      };
    },
  });
  const parts = { text, part: used.slice(from, to), some: used.slice(from, from + 12) };
  for (const [place, line] of lines) {
    const run = await world.outreach(line);
    for (const [name, part] of Object.entries(parts))
      expect(`${run.out}${run.err}`, `${place}: ${name}`).not.toContain(part);
    expect(`${run.out}${run.err}`, place).toContain('[hidden]');
  }
  expect(world.journalled()).not.toContain(text);
  expect(world.journalled()).toContain('[hidden]');
});

it('a key of another profile, which was read to know the guards, is as secret', async () => {
  const campaigns = JSON.stringify({ campaigns: [], total: 0, page: 1, limit: 1, hasMore: false });
  const env: Record<string, string> = {};
  const world = await newWorld({
    env,
    network: async ({ path }) =>
      path.includes('/campaigns')
        ? { status: 200, headers: {}, body: campaigns }
        : { status: 422, headers: {}, body: `{"error":"not ${saved.slice(15, 30)}"}` },
  });
  const login = `login --profile other --base-url ${baseUrl} --key-stdin`;
  expect((await world.outreach(login, { stdin: keyOf('before') })).exit).toBe(0);
  const file =
    (await readdir(world.home, { recursive: true })).find((name) => name.endsWith('keys.json')) ?? '';
  const keys = await readFile(join(world.home, file), 'utf8');
  await writeFile(join(world.home, file), keys.replace(keyOf('before'), saved));
  Object.assign(env, { OUTREACH_API_KEY: used, OUTREACH_BASE_URL: baseUrl });
  const { err } = await world.outreach('leads get 1');
  expect(err).toContain('not [hidden]');
});

it('keys of the sandbox that were asked for are shown, although all are padded alike', async () => {
  const world = await newWorld();
  const { key } = (await world.outreach('workspaces key create 2 --json')).json();
  expect(key).toMatch(/^run_SANDBOX0_[A-Za-z0-9]{40}$/);
  expect((await world.outreach('sandbox info --json')).out).toContain(sandboxKey);
});
