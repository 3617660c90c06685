import { resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { run } from '../../src/cli/run/run.ts';
import { tree } from '../../src/commands/index.ts';
import { destination, type Runner } from './runner.ts';

/** The whole program: it reads the line, asks, calls and prints. */
export const throughProgram: Runner = async (machine, { line, token }) => {
  const { exit } = await run(
    {
      argv: [...line.split(' '), ...(token === undefined ? [] : ['--once', token])],
      env: {
        OUTREACH_HOME: machine.home,
        OUTREACH_API_KEY: destination.key,
        OUTREACH_BASE_URL: destination.baseUrl,
        // Every case is a day of its own to the service, and none to a log of calls.
        OUTREACH_PACE: 'off',
      },
      cwd: machine.home,
      examples: () => resolve(import.meta.dirname, '../../examples'),
      platform: 'linux',
      version: '0.0.0-crash',
      stdin: Readable.from([]),
      stdout: sink(machine.print),
      stderr: sink(machine.complain),
      clock: machine.clock,
      random: machine.random,
      signal: new AbortController().signal,
      stopAfter: () => () => undefined,
      network: () => machine.transport,
      lookup: async () => ['93.184.215.14'],
      sandbox: notHere,
      sandboxDatabase: notHere,
      inTemporaryHome: notHere,
      spawn: notHere,
      askProgram: notHere,
      processes: { pid: 1, platform: 'win32', running: () => false },
      journal: {
        open: async () => machine.journal,
        isAt: async (at) => at === null,
        where: async () => null,
        leftHere: async () => false,
        mayHaveOpen: async () => false,
        isMoving: async () => false,
      },
    },
    tree,
  );
  return { exit };
};

const notHere = () => Promise.reject(new Error('not here'));

function sink(take: (text: string) => void): Writable {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      try {
        take(String(chunk));
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
  return stream.on('error', () => undefined);
}
