// @module-tag slow
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Running, serve } from '../client/server.ts';
import { liveKey } from '../commands/live-service.ts';
import { samples } from '../sweep/samples.ts';
import { operationOf } from '../sweep/service.ts';
import { outreach, temporaryFolder } from './binary.ts';

/** The built program on a machine without SQLite: npm left out the native part of libsql, or brought another one. */

let service: Running;
beforeAll(async () => {
  service = await serve(({ method, url }, response) => {
    const path = url.replace(/^\/r/, '').replace(/\?.*$/s, '');
    const operation = operationOf({ method: method as 'GET', path });
    response.writeHead(200).end(JSON.stringify(samples[operation]));
  });
});
afterAll(() => service.close());

/** Preloaded: there is neither Node's SQLite nor that of libsql. */
const without = (code: string) => `
  const Module = require('node:module');
  const { _resolveFilename } = Module;
  Module._resolveFilename = (request, ...rest) => {
    if (!request.startsWith('@libsql/')) return _resolveFilename(request, ...rest);
    throw Object.assign(new Error('no ' + request), { code: '${code}' });
  };
  const { getBuiltinModule } = process;
  process.getBuiltinModule = (id) => (id === 'node:sqlite' ? undefined : getBuiltinModule(id));`;

describe.each(['MODULE_NOT_FOUND', 'ERR_DLOPEN_FAILED'])('without SQLite (%s)', (code) => {
  async function run(line: string) {
    const home = await temporaryFolder();
    const preload = join(home, 'without.cjs');
    await writeFile(preload, without(code));
    const env = { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: service.baseUrl };
    const from = service.seen.length;
    const ended = await outreach(home, [...line.split(' '), '--json'], { env, nodeOptions: ['-r', preload] });
    return { ...ended, writes: service.seen.slice(from).filter(({ method }) => method !== 'GET') };
  }

  it.each([
    'credits buy 2000 --yes',
    'campaigns create Autumn',
    'journal list',
    'profiles set prod --workspace Acme',
    'sandbox info',
  ])('says what to do, and sends nothing: %s', async (line) => {
    const { exit, out, err, writes } = await run(line);
    expect([exit, out, writes]).toEqual([2, '', []]);
    expect(JSON.parse(err).error).toMatchObject({
      code: 'no_sqlite',
      outcome: 'none',
      message: expect.stringMatching(/^This machine has no SQLite for Node \d+/),
      hint: expect.stringContaining('npm i --include=optional'),
    });
  });

  it('reads, and reports it with doctor', async () => {
    expect((await run('campaigns list')).exit).toBe(0);
    const { exit, out } = await run('doctor');
    expect(exit).toBe(16);
    expect(JSON.parse(out).checks).toContainEqual(
      expect.objectContaining({
        check: 'database',
        state: 'failed',
        detail: expect.stringContaining('no SQLite'),
        hint: expect.stringContaining('Node 22.13'),
      }),
    );
  });
});
