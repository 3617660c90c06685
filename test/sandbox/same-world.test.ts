import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/local/database.ts';
import { listen } from '../../src/sandbox/listen.ts';
import { createSandbox, type OpenSandbox } from '../../src/sandbox/sandbox.ts';
import { testClock } from '../world.ts';
import { dump, type Row } from './dump.ts';
import { authorised, chapters, type Send } from './script.ts';

/** How the sandbox is reached and what happens to it between chapters. */
interface Way {
  readonly seed?: string;
  readonly file?: string;
  readonly overHttp?: boolean;
  /** Closed and opened again before these chapters. */
  readonly restartBefore?: (chapter: number) => boolean;
}

const days = 86_400_000;

async function live({
  seed = 'autumn',
  file = ':memory:',
  overHttp = false,
  restartBefore = () => false,
}: Way) {
  const clock = testClock();
  const said: string[] = [];
  let database = await openDatabase(file);
  let sandbox = await createSandbox({ database, clock, seed, strict: true });
  let way = await wayTo(sandbox, overHttp);
  for (const [number, chapter] of chapters.entries()) {
    if (restartBefore(number)) {
      await way.close();
      database.close();
      database = await openDatabase(file);
      sandbox = await createSandbox({ database, clock, seed: 'not asked for any more', strict: true });
      way = await wayTo(sandbox, overHttp);
    }
    const send: Send = async (...call) => {
      const answer = await way.send(...call);
      said.push(`${call[0]} ${call[1]} ${answer.status} ${answer.text}`);
      return answer;
    };
    await chapter({ send, pass: (count) => sandbox.advance(count * days) });
  }
  await way.close();
  const world = dump(database);
  database.close();
  return { said, world };
}

async function wayTo(
  sandbox: OpenSandbox,
  overHttp: boolean,
): Promise<{ send: Send; close(): Promise<void> }> {
  if (!overHttp)
    return {
      close: async () => undefined,
      send: async (method, path, body, headers) => {
        const request = { method, path, query: [], headers: authorised(headers) };
        const answer = await sandbox.transport({
          ...request,
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        return { status: answer.status, text: answer.body };
      },
    };
  const { url, close } = await listen({ transport: sandbox.wire, port: 0 });
  return {
    close,
    send: async (method, path, body, headers) => {
      const init = { method, headers: authorised(headers) };
      const answer = await fetch(`${url}${path}`, {
        ...init,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, text: await answer.text() };
    },
  };
}

const rowsOf = (world: Record<string, Row[]>, table: string): number => world[table]?.length ?? 0;

it('is byte for byte the same in this process, over HTTP, and with restarts in the middle', {
  tags: 'slow',
  timeout: 60_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outreach-same-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const straight = await live({});
  // Something of everything has happened, or the comparison says nothing.
  const { world } = straight;
  for (const table of [
    'email',
    'reply',
    'draft',
    'lead',
    'credit_entry',
    'ledger',
    'dfy_order',
    'finder_import',
    'autopilot_run',
  ])
    expect([table, rowsOf(world, table) > 0]).toEqual([table, true]);
  expect(rowsOf(world, 'failed_event')).toBe(0);
  expect(straight.said.some((line) => / 400 /.test(line))).toBe(true);

  const served = await live({ overHttp: true });
  expect(served.said).toEqual(straight.said);
  expect(JSON.stringify(served.world)).toBe(JSON.stringify(world));

  const once = await live({ file: join(folder, 'once.db'), restartBefore: (chapter) => chapter === 6 });
  expect(once.said).toEqual(straight.said);
  expect(JSON.stringify(once.world)).toBe(JSON.stringify(world));

  const always = await live({ file: join(folder, 'always.db'), overHttp: true, restartBefore: () => true });
  expect(always.said).toEqual(straight.said);
  expect(JSON.stringify(always.world)).toBe(JSON.stringify(world));

  const other = await live({ seed: 'spring' });
  expect(JSON.stringify(other.world)).not.toBe(JSON.stringify(world));
});
