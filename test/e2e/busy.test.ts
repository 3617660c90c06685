// @module-tag slow
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/local/database.ts';
import { start, temporaryFolder } from './binary.ts';

it('a served sandbox answers reads while another process holds its database, and writes afterwards', {
  timeout: 60_000,
}, async () => {
  const home = await temporaryFolder();
  const server = start(home, ['sandbox', 'serve', '--port', '0', '--json', '-q'], { buffer: false });
  const [line] = await (server.stdout as NodeJS.ReadableStream)
    [Symbol.asyncIterator]()
    .next()
    .then(({ value }) => String(value).split('\n'));
  const { baseUrl, key } = JSON.parse(line ?? '');
  const call = (method: string, path: string, body?: string) =>
    fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    });
  const database = await openDatabase(join(home, 'outreach', 'sandbox', 'sandbox.db'));
  try {
    database.exec('BEGIN IMMEDIATE');
    const posted = call('POST', '/leads', JSON.stringify({ leads: [{ email: 'ada@firm.example' }] }));
    for (const path of ['/leads', '/campaigns', '/leads'])
      expect(await (await call('GET', path)).json()).toMatchObject({ total: 0 });
    database.exec('COMMIT');
    expect((await posted).status).toBe(200);
    expect(await (await call('GET', '/leads')).json()).toMatchObject({ total: 1 });
  } finally {
    database.close();
    server.kill('SIGKILL');
    await server;
  }
});
