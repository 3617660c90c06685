import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { leavesOf, loadTree, type TreeCommand } from '../../src/cli/describe/tree.ts';
import { tree } from '../../src/commands/index.ts';
import { baseUrl, liveKey } from '../commands/live-service.ts';
import { newWorld, type Run, type TestWorld, type WorldOptions } from '../world.ts';
import { type Line, leftOut, lines } from './lines.ts';
import { type Service, scriptedService } from './service.ts';

export interface LiveWorld {
  readonly world: TestWorld;
  readonly service: Service;
}

/** A machine that is set up for a live service, with the files that the lines name. */
export async function liveWorld(options: WorldOptions = {}): Promise<LiveWorld> {
  const service = scriptedService();
  const env = { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: baseUrl, ...options.env };
  const world = await newWorld({ lazySandbox: true, ...options, env, network: service.transport });
  const files = {
    'autumn.md': '---\nname: Autumn\n---\n',
    'people.csv': 'Email,First Name\nana@lumen.example,Ana\n',
    'secret.txt': `${password}\n`,
    'session.txt': 'Y29ycmVjdC1ob3JzZQ==\n',
    'key.txt': `${liveKey}\n`,
    'examples/mailboxes.csv': `email,imapServerUrl,smtpServerUrl,password\nlea@lumen.example,imap.lumen.example,smtp.lumen.example,${password}\n`,
    'world.json': '{"leads": [{"email": "ana@lumen.example"}]}',
    'folder/autumn.md':
      '---\nname: Autumn launch\n---\n--- step ---\nSubject: Hello\n\nHi, reply "no" to opt out\n',
    'events.ndjson': '{"lead_email":"ana@lumen.example","unsubscribed_at":"2026-03-01T00:00:00Z"}\n',
    'sequence.json': '{"steps": [{"order": 1, "subject": "Hello", "body": "Hi"}]}',
  };
  for (const folder of ['examples', 'folder', 'sub']) mkdirSync(join(world.home, folder));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(world.home, name), content);
  return { world, service };
}

export const password = 'correct-horse-battery';

/** Every command of the tree that has a line; a test says which have none. */
export const leaves: readonly TreeCommand[] = leavesOf((await loadTree(tree)).commands).filter(
  ({ path }) => !leftOut.includes(path),
);

export const commands: readonly (TreeCommand & Line)[] = leaves.flatMap((command) => {
  const line = lines[command.path];
  return line === undefined ? [] : [{ ...command, ...line }];
});

export const online = commands.filter(
  (command): command is TreeCommand & { words: string; main: string } => command.main !== null,
);

export interface Told {
  readonly code: string;
  readonly status: number | null;
  readonly message: string;
  readonly hint: string | null;
  readonly outcome: 'none' | 'done' | 'unknown';
  readonly retryable: boolean;
  readonly retryAfterSeconds: number | null;
  readonly exitCode: number;
  // biome-ignore lint/suspicious/noExplicitAny: what an error tells beside these differs by its code.
  readonly details?: any;
}

const fields = ['code', 'exitCode', 'hint', 'message', 'outcome', 'retryAfterSeconds', 'retryable', 'status'];

/** What every failing command owes to a script; what is wrong with this one, as sentences. */
export function breaches({
  exit,
  out,
  err,
}: Pick<Run, 'out' | 'err'> & { exit: number | undefined }): string[] {
  const wrong: string[] = [];
  const say = (bad: boolean, what: string) => bad && wrong.push(what);
  say(exit === 1, 'exit 1');
  say(/\n\s+at .+:\d+:\d+/.test(out + err), 'a stack trace');
  say(/\u001b|\u009b/.test(out + err), 'an escape sequence');
  say(out !== '' && !isOneDocument(out), `stdout is not one JSON document: ${out.slice(0, 200)}`);
  const told = err.split('\n').filter((line) => line.startsWith('{"error":'));
  if (exit === 0) {
    say(out === '', 'stdout is empty');
    say(!/^(\{"warning":.*\n)*$/.test(err), `more on stderr: ${err.slice(0, 300)}`);
  } else {
    say(told.length !== 1, `${told.length} error lines on stderr: ${err.slice(0, 300)}`);
    const error = told[0] === undefined ? {} : (JSON.parse(told[0]).error as Record<string, unknown>);
    const missing = fields.filter((field) => !(field in error));
    say(missing.length > 0, `the error has no ${missing.join(', ')}`);
    say(error.exitCode !== exit, `exitCode ${error.exitCode}`);
    const rest = err.replaceAll(/^\{"warning":.*\n/gm, '').trim();
    say(rest !== told[0], `more on stderr: ${err.slice(0, 300)}`);
  }
  return wrong;
}

export const errorOf = ({ err }: Pick<Run, 'err'>): Told =>
  JSON.parse(err.trim().split('\n').at(-1) ?? '').error;

function isOneDocument(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
