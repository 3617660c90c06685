import { expect, it } from 'vitest';
import { sandboxKey } from '../../../src/contract/keys.ts';
import { newWorld, type TestWorld } from '../../world.ts';

const headers = { authorization: `Bearer ${sandboxKey}`, 'content-type': 'application/json' };

async function served(world: TestWorld, line = 'sandbox serve --port 0 --json') {
  const ended = world.outreach(line);
  await expect.poll(world.writtenSoFar).toContain('baseUrl');
  const { baseUrl } = JSON.parse(world.writtenSoFar()) as { baseUrl: string };
  return { ended, baseUrl };
}

it('says of a taken port that the sandbox may be served there already', async () => {
  const first = await newWorld();
  const { ended, baseUrl } = await served(first);
  const { port } = new URL(baseUrl);
  const second = await newWorld();
  const run = await second.outreach(`sandbox serve --port ${port}`);
  expect([run.exit, run.out]).toEqual([7, '']);
  expect(run.err).toContain(`OUTREACH_BASE_URL=http://127.0.0.1:${port}/r`);
  expect(run.err).toContain('--port 0');
  first.interrupt();
  expect((await ended).exit).toBe(0);
});

it('goes on with a snapshot that is loaded meanwhile, and takes no key that is not of a sandbox', async () => {
  const world = await newWorld();
  await world.outreach('leads add ana@lumen.example');
  await world.outreach('sandbox snapshot save one');
  const { ended, baseUrl } = await served(world);
  const total = async () =>
    ((await (await fetch(`${baseUrl}/leads`, { headers })).json()) as { total: number }).total;
  const body = JSON.stringify({ leads: [{ email: 'bo@lumen.example' }] });
  await fetch(`${baseUrl}/leads`, { method: 'POST', headers, body });
  expect(await total()).toBe(2);
  const { loadSnapshot } = await import('../../../src/sandbox/tools/snapshots.ts');
  loadSnapshot(world.database, world.clock, `${world.home}/sandbox/snapshots`, 'one');
  expect(await total()).toBe(1);
  const live = { ...headers, authorization: `Bearer run_ab12cd34_${'x'.repeat(40)}` };
  expect((await fetch(`${baseUrl}/leads`, { method: 'POST', headers: live, body })).status).toBe(401);
  expect(await total()).toBe(1);
  world.interrupt();
  const { err } = await ended;
  expect(err).not.toContain('x'.repeat(20));
});
