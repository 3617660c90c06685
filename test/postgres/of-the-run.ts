import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { inject, type TestContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { needPostgres } from '../tool-here.ts';
import { Postgres, PostgresServer } from './server.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The port that says where the server is. */
    postgres: number;
  }
}

/** One server for the whole run, started when the first test asks for it, in the process that outlives all workers. */
export default async function offerPostgres(project: TestProject): Promise<() => Promise<void>> {
  let server: Promise<PostgresServer> | undefined;
  const door = createServer(async (socket) => {
    socket.on('error', () => {});
    server ??= PostgresServer.start();
    try {
      const { port, folder } = await server;
      socket.end(JSON.stringify({ port, folder }));
    } catch (error) {
      socket.end(JSON.stringify({ error: String(error) }));
    }
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  project.provide('postgres', (door.address() as AddressInfo).port);
  return async () => {
    door.close();
    await (await server?.catch(() => undefined))?.close();
  };
}

let known: Promise<Postgres> | undefined;

/** The server of the run, for tests that keep to databases of their own. */
export const postgres = (context: TestContext): Promise<Postgres> => {
  needPostgres(context);
  known ??= find();
  return known;
};

async function find(): Promise<Postgres> {
  const { error, ...place } = JSON.parse(await text(connect(inject('postgres'), '127.0.0.1')));
  if (error !== undefined) throw new Error(error);
  return new Postgres(place);
}
