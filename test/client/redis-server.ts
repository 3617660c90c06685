import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** Why tests with a real Redis are skipped; undefined where one can be started. Debian has it: apt install redis-server. */
export const noRedis: string | undefined = (() => {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'there is no redis-server on this machine';
  }
})();

export const password = 'correct-horse';

export interface RunningRedis {
  readonly port: number;
  readonly url: string;
  stop(): Promise<void>;
}

/** A Redis of its own, which wants a password, on a free port, without a trace on disk. */
export async function startRedis(): Promise<RunningRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'outreach-redis-'));
  const port = await freePort();
  const settings = `port ${port}\nbind 127.0.0.1\nsave ""\nappendonly no\ndir ${folder}\nrequirepass ${password}\n`;
  const child = spawn('redis-server', ['-'], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(settings);
  await new Promise<void>((ready, fail) => {
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
      if (/ready to accept connections/i.test(said)) ready();
    });
    child.once('close', () => fail(new Error(`redis-server ended: ${said}`)));
  });
  const stop = () => ended(child);
  onTestFinished(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return { port, url: `redis://:${password}@127.0.0.1:${port}/2`, stop };
}

async function ended(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  while (child.exitCode === null && child.signalCode === null) await pause(5);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}
