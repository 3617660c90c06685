import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it, type TestContext } from 'vitest';
import { postgres, stopPostgres } from '../journal/machines.ts';
import { envOf } from '../sweep/answering-service.ts';
import { outreach, temporaryFolder } from './binary.ts';

/** The built program logs in at a PostgreSQL that wants a password over TLS, with a certificate that openssl made. */

const folder = mkdtempSync(join(tmpdir(), 'outreach-login-'));
afterAll(async () => {
  await stopPostgres();
  rmSync(folder, { recursive: true, force: true });
});

const password = 'correct-horse-battery';
const certificate = join(folder, 'server.crt');
let secured: Promise<string> | undefined;

/** The address of a database of a server that takes the role `app` only so. */
const address = (context: TestContext): Promise<string> => {
  secured ??= secure(context);
  return secured;
};

async function secure(context: TestContext): Promise<string> {
  const running = await postgres(context);
  const at = await running.newDatabase();
  const ask = async (sql: string) => Object.values((await running.run(at, sql))[0] ?? {})[0] as string;
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
  await running.run(at, `CREATE ROLE app LOGIN PASSWORD '${password}'`);
  await running.run(at, `GRANT CREATE ON DATABASE ${new URL(at).pathname.slice(1)} TO app`);
  await running.run(at, 'ALTER SYSTEM SET ssl = on');
  await running.run(at, 'SELECT pg_reload_conf()');
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
  return { exit, code: exit === 0 ? undefined : JSON.parse(err.slice(err.indexOf('{'))).error.code, err };
}

describe('the login at a shared journal', () => {
  it('takes the password of PGPASSWORD, over TLS with an authority of your own', async (context) => {
    const at = await address(context);
    expect(await listed(withTls(at), { PGPASSWORD: password })).toMatchObject({ exit: 0 });
    const authority = { NODE_EXTRA_CA_CERTS: certificate };
    expect(await listed(withTls(at, ''), { PGPASSWORD: password, ...authority })).toMatchObject({ exit: 0 });
  });

  it('is refused with a wrong password, with none, and without TLS', async (context) => {
    const at = await address(context);
    for (const env of [{ PGPASSWORD: 'wrong-one' }, {}])
      expect(await listed(withTls(at), env)).toMatchObject({ exit: 2, code: 'invalid_journal' });
    expect(await listed(at, { PGPASSWORD: password })).toMatchObject({ exit: 2, code: 'invalid_journal' });
  });

  it('is not tried where the certificate is unknown, or is of another host', async (context) => {
    const at = await address(context);
    const unknown = await listed(withTls(at, ''), { PGPASSWORD: password });
    expect(unknown).toMatchObject({ exit: 12, code: 'journal_unreachable' });
    expect(unknown.err).toMatch(/self.signed certificate/);
    const other = await listed(withTls(at.replace('127.0.0.1', 'localhost')), { PGPASSWORD: password });
    expect(other).toMatchObject({ exit: 12, code: 'journal_unreachable' });
    expect(other.err).toMatch(/altnames/i);
  });

  it('takes the password of ~/.pgpass and PGPASSFILE, where only you can read them', async (context) => {
    const at = await address(context);
    const { port } = new URL(at);
    const line = `127.0.0.1:${port}:*:app:${password}\n`;
    expect(await listed(withTls(at), {}, [line, 0o600])).toMatchObject({ exit: 0 });
    expect(await listed(withTls(at), {}, [line, 0o644])).toMatchObject({ exit: 2, code: 'invalid_journal' });
    const file = join(folder, 'passwords');
    writeFileSync(file, line, { mode: 0o600 });
    expect(await listed(withTls(at), { PGPASSFILE: file })).toMatchObject({ exit: 0 });
  });
});
