// @module-tag slow
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it, type TestContext } from 'vitest';
import { PostgresServer } from '../postgres/server.mjs';
import { envOf } from '../sweep/answering-service.ts';
import { needPostgres } from '../tool-here.ts';
import { outreach, temporaryFolder } from './binary.ts';

/** The built program logs in at a PostgreSQL that wants a password over TLS, with a certificate that openssl made. */

const folder = mkdtempSync(join(tmpdir(), 'outreach-login-'));
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const password = 'correct-horse-battery';
const certificate = join(folder, 'server.crt');
let server: PostgresServer;
let secured: Promise<string> | undefined;

/** The address of a database of a server of its own, which takes the role `app` only so. */
const address = (context: TestContext): Promise<string> => {
  needPostgres(context);
  secured ??= secure();
  return secured;
};

async function secure(): Promise<string> {
  server = await PostgresServer.start();
  const at = await server.newDatabase();
  const ask = async (sql: string) => Object.values((await server.run(at, sql))[0] ?? {})[0] as string;
  const data = await ask('SHOW data_directory');
  const key = join(folder, 'server.key');
  execFileSync(
    'openssl',
    [
      ...'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=journal -addext subjectAltName=IP:127.0.0.1'.split(
        ' ',
      ),
      ...['-keyout', key, '-out', certificate],
    ],
    { stdio: 'ignore' },
  );
  const { uid, gid } = statSync(data);
  for (const [from, name] of [
    [key, 'server.key'],
    [certificate, 'server.crt'],
  ] as const) {
    copyFileSync(from, join(data, name));
    chmodSync(join(data, name), 0o600);
    chownSync(join(data, name), uid, gid);
  }
  writeFileSync(
    await ask('SHOW hba_file'),
    'hostssl all app 127.0.0.1/32 scram-sha-256\nhost all outreach 127.0.0.1/32 trust\n',
  );
  await server.run(at, `CREATE ROLE app LOGIN PASSWORD '${password}'`);
  await server.run(at, `GRANT CREATE ON DATABASE ${new URL(at).pathname.slice(1)} TO app`);
  await server.run(at, 'ALTER SYSTEM SET ssl = on');
  await server.run(at, 'SELECT pg_reload_conf()');
  while ((await ask('SHOW ssl')) !== 'on') await pause(20);
  return at.replace('outreach@', 'app@');
}

const withTls = (at: string, more = `&sslrootcert=${encodeURIComponent(certificate)}`) =>
  `${at}?sslmode=verify-full${more}`;

async function listed(
  journal: string,
  env: Record<string, string> = {},
  pgpass?: [text: string, mode: number],
) {
  const home = await temporaryFolder();
  if (pgpass) {
    writeFileSync(join(home, '.pgpass'), pgpass[0]);
    chmodSync(join(home, '.pgpass'), pgpass[1]);
  }
  const { exit, err } = await outreach(home, ['journal', 'list', '--json'], {
    env: envOf('https://api.outreach.example/r', { OUTREACH_JOURNAL: journal, ...env }),
  });
  expect(err).not.toContain(password);
  if (exit === 0) return { exit, err };
  const { code, message, hint, retryable } = JSON.parse(err).error;
  return { exit, code, message, hint, retryable, err };
}

describe('the login at a shared journal', () => {
  it('takes the password of PGPASSWORD, over TLS with an authority of your own', async (context) => {
    const at = await address(context);
    expect(await listed(withTls(at), { PGPASSWORD: password })).toMatchObject({ exit: 0 });
    const authority = { NODE_EXTRA_CA_CERTS: certificate };
    expect(await listed(withTls(at, ''), { PGPASSWORD: password, ...authority })).toMatchObject({ exit: 0 });
  });

  it('says of each refusal what is wrong, and what to do about it', async (context) => {
    const at = await address(context);
    const known = { PGPASSWORD: password };
    const refused = async (journal: string, env: Record<string, string> = known) => {
      const { exit, code, retryable, message, hint } = await listed(journal, env);
      expect([exit, code, retryable]).toEqual([2, 'invalid_journal', false]);
      return `${message}. ${hint}`;
    };
    expect(await refused(withTls(at), { PGPASSWORD: 'wrong-one' })).toMatch(
      /password authentication failed.* PGPASSWORD, else from ~\/\.pgpass/,
    );
    expect(await refused(withTls(at), {})).toMatch(
      /wants a password: PGPASSWORD is not set\. The password comes from PGPASSWORD, else/,
    );
    expect(await refused(at)).toMatch(/no encryption\. Add \?sslmode=verify-full/);
    expect(await refused(withTls(at.replace('app@', 'ghost@')))).toMatch(/Check the user.* pg_hba\.conf/);
    expect(await refused(withTls(at.replace(/\w+$/, 'nowhere')))).toMatch(
      /"nowhere" does not exist\. Check the name, or make it: CREATE DATABASE nowhere$/,
    );
    await server.run(at, 'CREATE DATABASE closed');
    await server.run(at, 'REVOKE CREATE ON DATABASE closed FROM PUBLIC, app');
    expect(await refused(withTls(at.replace(/\w+$/, 'closed')))).toMatch(
      /permission denied for database closed\. The first login needs CREATE/,
    );
    expect((await listed(withTls(at), known)).exit).toBe(0);
    await server.run(at, 'REVOKE USAGE ON SCHEMA outreach FROM app');
    expect(await refused(withTls(at))).toMatch(/Each other one needs USAGE on the schema outreach/);
    await server.run(at, 'GRANT USAGE ON SCHEMA outreach TO app');
  });

  it('is tried again where the server has no connection left', async (context) => {
    const at = await address(context);
    await server.run(at, 'ALTER ROLE app CONNECTION LIMIT 0');
    const full = await listed(withTls(at), { PGPASSWORD: password });
    await server.run(at, 'ALTER ROLE app CONNECTION LIMIT -1');
    expect(full).toMatchObject({ exit: 12, code: 'journal_unreachable', retryable: true });
    expect(full.hint).toMatch(/^All connections of the server are in use/);
  });

  it('takes the password of ~/.pgpass and PGPASSFILE, where only you can read them', async (context) => {
    const at = await address(context);
    const { port, pathname } = new URL(at);
    const line = `127.0.0.1:${port}:*:app:${password}\n`;
    expect(await listed(withTls(at), {}, [line, 0o600])).toMatchObject({ exit: 0 });
    const open = await listed(withTls(at), {}, [line, 0o644]);
    expect(open).toMatchObject({ exit: 2, code: 'invalid_journal' });
    expect(`${open.message}. ${open.hint}`).toMatch(
      /\.pgpass is not used: others than you can read it\. Make it private: chmod 600 .*\.pgpass$/,
    );
    const strange = await listed(withTls(at), {}, [line.replace(':app:', ':other:'), 0o600]);
    expect(strange.message).toMatch(/PGPASSWORD is not set, and .*\.pgpass has no line for it$/);
    const escaped = `# host:port\n127.0.0.1:1:*:app:no\n${line.replace(':*:', `:\\${pathname.slice(1)}:`).replace(':app:', ':ap\\p:')}`;
    expect(await listed(withTls(at), {}, [escaped, 0o600])).toMatchObject({ exit: 0 });
    const file = join(folder, 'passwords');
    writeFileSync(file, line, { mode: 0o600 });
    expect(await listed(withTls(at), { PGPASSFILE: file })).toMatchObject({ exit: 0 });
  });
});

describe('a server without TLS', () => {
  it('is not tried again', async (context) => {
    needPostgres(context);
    const plain = await PostgresServer.start(['ssl=off']);
    try {
      const found = await listed(`${await plain.newDatabase()}?sslmode=verify-full`);
      expect(found).toMatchObject({ exit: 12, code: 'journal_unreachable', retryable: false });
      expect(found.hint).toMatch(/^Turn on TLS at the server: ssl = on/);
    } finally {
      await plain.close();
    }
  });
});
