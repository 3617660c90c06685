import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ChildEnd, ChildProgram } from '../../../src/cli/declare/world.ts';
import { sandboxKey } from '../../../src/contract/keys.ts';
import { newWorld } from '../../world.ts';

const example = join(import.meta.dirname, '../../../examples/world.json');
const ends = (end: Partial<ChildEnd>): ChildEnd => ({ code: null, signal: null, ...end });
const headers = { authorization: `Bearer ${sandboxKey}`, 'content-type': 'application/json' };

describe('sandbox exec', () => {
  it('serves a fresh sandbox while the command runs, and nothing is left of it', async () => {
    let seen: ChildProgram | undefined;
    const world = await newWorld({
      env: { OUTREACH_PROFILE: 'work', OTHER: 'kept' },
      spawn: async (program) => {
        seen = program;
        const base = program.env.OUTREACH_BASE_URL;
        const body = JSON.stringify({ leads: [{ email: 'ana@lumen.example' }] });
        expect((await fetch(`${base}/leads`, { method: 'POST', headers, body })).status).toBe(200);
        expect(await (await fetch(`${base}/leads`, { headers })).json()).toMatchObject({ total: 1 });
        expect((await stat(String(program.env.OUTREACH_HOME))).mode & 0o777).toBe(0o700);
        return ends({ code: 0 });
      },
    });
    await world.outreach('leads add mine@lumen.example --profile sandbox');
    const run = await world.outreach('sandbox exec -- npx tool --json --help -y');
    expect(run).toMatchObject({ exit: 0, out: '' });
    expect(run.err).toContain('npx');
    expect(seen).toMatchObject({ command: 'npx', args: ['tool', '--json', '--help', '-y'] });
    expect(seen?.env).toMatchObject({ OUTREACH_API_KEY: sandboxKey, OTHER: 'kept' });
    expect(seen?.env.OUTREACH_PROFILE).toBeUndefined();
    await expect(stat(String(seen?.env.OUTREACH_HOME))).rejects.toThrow('ENOENT');
    await expect(fetch(`${seen?.env.OUTREACH_BASE_URL}/leads`, { headers })).rejects.toThrow();
    expect((await world.outreach('leads list --profile sandbox --json')).json().total).toBe(1);
  });

  it.each([
    [{ code: 0 }, 0],
    [{ code: 7 }, 7],
    [{ code: 255 }, 255],
    [{ signal: 'SIGINT' }, 130],
    [{ signal: 'SIGTERM' }, 143],
    [{ signal: 'SIGKILL' }, 137],
  ])('ends as the command does: %j gives %i, and says nothing', async (end, exit) => {
    const world = await newWorld({ spawn: async () => ends(end) });
    expect(await world.outreach('sandbox exec -q -- anything')).toMatchObject({ exit, out: '', err: '' });
  });

  it('begins with the world of a file', async () => {
    const world = await newWorld({
      spawn: async ({ env }) => {
        const answer = await fetch(`${env.OUTREACH_BASE_URL}/campaigns`, { headers });
        const { campaigns } = (await answer.json()) as { campaigns: { name: string; status: string }[] };
        expect(campaigns.map(({ name, status }) => `${name} ${status}`)).toEqual([
          'Winter draft',
          'Autumn running',
        ]);
        return ends({ code: 0 });
      },
    });
    expect(await world.outreach(['sandbox', 'exec', '--seed', example, '--', 'x'])).toMatchObject({
      exit: 0,
    });
  });

  it('lets faults strike the command', async () => {
    const world = await newWorld({
      spawn: async ({ env }) => {
        await expect(fetch(`${env.OUTREACH_BASE_URL}/leads`, { headers })).rejects.toThrow();
        return ends({ code: 4 });
      },
    });
    expect(await world.outreach('sandbox exec --faults down -- x')).toMatchObject({ exit: 4 });
    expect((await world.outreach('sandbox exec --faults storms -- x')).exit).toBe(2);
  });

  it('starts nothing where the file is wrong', async () => {
    let started = false;
    const world = await newWorld({
      stdin: '{"leads": [{"email": "nobody"}]}',
      spawn: async () => {
        started = true;
        return ends({ code: 0 });
      },
    });
    const run = await world.outreach('sandbox exec --seed - -- x');
    expect([run.exit, started]).toEqual([2, false]);
    expect(run.err).toContain('leads.0.email');
  });

  it.each(['sandbox exec', 'sandbox exec --'])('asks for a command: %s', async (line) => {
    const world = await newWorld();
    const run = await world.outreach(line);
    expect(run.exit).toBe(2);
    expect(run.err).toContain('outreach sandbox exec -- npm test');
  });
});
