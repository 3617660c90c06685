// @module-tag slow
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { liveKey } from '../commands/live-service.ts';
import { type AnsweringService, answeringService, envOf, json } from '../sweep/answering-service.ts';
import { outreach, start, temporaryFolder } from './binary.ts';

/** The built program against a real server of this machine; what needs no process is in test/commands/over-network.test.ts. */

let service: AnsweringService;
beforeAll(async () => {
  service = await answeringService();
});
afterAll(() => service.close());

describe('a call that must not happen twice', () => {
  it('arrives once although somebody presses Ctrl-C, and says that it may have happened', async () => {
    const home = await temporaryFolder();
    let running: ReturnType<typeof start> | undefined;
    const seen = service.answering((operation) => {
      if (operation === 'credits.purchase') running?.kill('SIGINT');
      return operation === 'credits.purchase';
    });
    running = start(home, 'credits buy 2000 --yes --json'.split(' '), { env: envOf(service.baseUrl) });
    const { exitCode, stderr } = await running;
    expect(exitCode).toBe(14);
    expect(JSON.parse(String(stderr)).error).toMatchObject({ outcome: 'unknown' });
    expect(seen().filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});

describe('waiting for an import', () => {
  const running = { importId: 1, status: 'running', finishedAt: null };

  it('ends at Ctrl-C at once, and says that it goes on', async () => {
    const home = await temporaryFolder();
    let child: ReturnType<typeof start> | undefined;
    let pressed = 0;
    service.answering((operation, _, response) => {
      if (operation !== 'finder.import') return false;
      response.writeHead(200, json).end(JSON.stringify(running));
      setTimeout(() => {
        pressed = Date.now();
        child?.kill('SIGINT');
      }, 300);
      return true;
    });
    child = start(home, ['finder', 'imports', 'wait', '1', '--json', '--interval', '60s'], {
      env: envOf(service.baseUrl),
    });
    const { exitCode, stdout, stderr } = await child;
    expect([exitCode, stdout]).toEqual([130, '']);
    expect(Date.now() - pressed).toBeLessThan(30_000);
    expect(String(stderr)).toContain('outreach finder imports wait 1');
  });
});

describe('a key', () => {
  it('leaves no trace but in the Authorization header', async () => {
    const seen = service.answering();
    const home = await temporaryFolder();
    const env = envOf(service.baseUrl, { OUTREACH_DEBUG: '1' });
    const secret = liveKey.slice(13);
    await writeFile(join(home, 'pass.txt'), 'correct-horse-battery\n');
    const connect =
      'senders connect kim@lumen.example --imap i.example --smtp s.example --password-file pass.txt';
    for (const line of [
      'leads list --debug',
      'whoami --json',
      'doctor --json',
      'profiles list --json',
      'credits buy 2000 --dry-run',
      'api GET /leads --include --json',
      connect,
      `${connect} --dry-run`,
      `${connect} --debug --again`,
    ]) {
      const run = await outreach(home, line.split(' '), { env });
      expect([line, run.exit]).toEqual([line, 0]);
      expect(run.out + run.err).not.toContain(secret);
      expect(run.out + run.err).not.toContain('correct-horse');
    }
    expect(
      seen().every(
        ({ headers, url, body }) =>
          headers.authorization === `Bearer ${liveKey}` && !`${url}${body}`.includes(secret),
      ),
    ).toBe(true);
    for (const entry of await readdir(home, { recursive: true, withFileTypes: true }))
      if (entry.isFile() && entry.name !== 'pass.txt') {
        const content = await readFile(join(entry.parentPath, entry.name), 'latin1');
        expect([entry.name, content.includes(secret), content.includes('correct-horse')]).toEqual([
          entry.name,
          false,
          false,
        ]);
      }
  });
});
