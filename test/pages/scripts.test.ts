// @module-tag slow
import { chmod, cp, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it, onTestFinished } from 'vitest';
import { noRedis, startRedis } from '../client/redis-server.ts';
import { binary, cleanEnv, temporaryFolder } from '../e2e/binary.ts';
import { serviceOfFile } from '../e2e/service-of-file.ts';
import { PostgresServer } from '../postgres/server.mjs';
import { envOf } from '../sweep/answering-service.ts';
import { needPostgres } from '../tool-here.ts';
import { blocksOf, readPage, typedLines } from './page-lines.ts';

/** The scripts and statements of the page for a team, as a shell and a database run them. */

const page = await readPage('docs/scripts.md');
const scripts = blocksOf(page, 'sh');
const ofPlace = (word: string) => scripts.filter((script) => script.includes(word));
const service = serviceOfFile();

/** A folder with the examples, in which `outreach` is the built program. */
async function machine() {
  const home = await temporaryFolder();
  await cp(resolve(import.meta.dirname, '../../examples'), join(home, 'examples'), { recursive: true });
  await writeFile(join(home, 'outreach'), `#!/bin/sh\nexec "${process.execPath}" "${binary}" "$@"\n`);
  await chmod(join(home, 'outreach'), 0o755);
  const clean = cleanEnv(home);
  const bash = (script: string, env: Record<string, string> = {}) =>
    execa('bash', ['-c', script], {
      cwd: home,
      env: { ...clean, OUTREACH_HOME: join(home, 'state'), ...env, PATH: `${home}${delimiter}${clean.PATH}` },
      extendEnv: false,
      reject: false,
    });
  return { home, bash, read: (file: string) => readFile(join(home, file), 'utf8') };
}

describe('the five scripts', () => {
  it('do on the sandbox what the page says', async () => {
    const { bash, read } = await machine();
    const [imports = '', guard = '', buy = '', report = '', stop = '', ...others] = scripts.filter((script) =>
      /^set /.test(script),
    );
    expect(others).toEqual([]);
    const made = typedLines(page.slice(page.indexOf('## Five scripts'), page.indexOf('**Import')));
    for (const { line } of made) expect((await bash(`outreach ${line}`)).exitCode, line).toBe(0);

    const imported = (await bash(imports)).stdout.split('\n').map((line) => JSON.parse(line));
    expect(imported.map(({ sent }) => sent)).toEqual([60, 618]);
    expect((await bash(guard)).exitCode).toBe(0);
    expect(JSON.parse(await read('guard.json')).items).toHaveLength(1);

    const bought = [await bash(buy), await bash(buy)].map(({ stdout }) => stdout);
    // The second time there is enough.
    expect(bought).toEqual([expect.stringContaining('"creditsPurchased":1000'), '']);

    expect((await bash(report)).exitCode).toBe(0);
    expect(JSON.parse(await read('week.json')).outcomes.sent).toBeGreaterThan(0);
    expect(await read('week.csv')).toContain('Autumn launch 2026');

    expect((await bash(stop)).stdout).toContain('"outcome":"paused"');
  });

  it('says in the report of the guard that a campaign was paused', async () => {
    const { bash } = await machine();
    const guard = scripts.find((script) => script.includes('campaigns guard')) ?? '';
    const worse = `outreach() { echo '{"items":[]}'; return 16; }\n${guard}`;
    const { exitCode, stderr } = await bash(worse);
    expect([exitCode, stderr]).toEqual([16, 'A campaign is paused, see guard.json']);
  });
});

describe('the shared journal of the page', () => {
  it('is made, granted and moved to by its lines', async (context) => {
    needPostgres(context);
    service.answering();
    const server = await PostgresServer.start();
    onTestFinished(() => server.close());
    const at = (database: string, role = 'outreach') =>
      `postgres://${role}@127.0.0.1:${server.port}/${database}`;
    const [make = '', grant = '', ...more] = blocksOf(page, 'sql');
    expect(more).toEqual([]);
    const [first = '', ...others] = ofPlace('OUTREACH_JOURNAL=');
    expect(others).toEqual([]);
    const [move = ''] = ofPlace('journal move');

    // CREATE DATABASE runs in no transaction.
    for (const statement of make.split(';\n').filter(Boolean)) await server.run(at('postgres'), statement);
    const env = envOf(service.baseUrl);
    const owner = await machine();
    const began = await owner.bash(
      first.replace('postgres://outreach_owner@db.example.com/outreach', at('outreach', 'outreach_owner')),
      env,
    );
    expect(began.stdout).toContain('{"items":[],"total":0');
    expect(began.stdout).toMatch(/"check":"shared journal","state":"ok"/);

    await server.run(at('outreach'), grant);
    const job = { ...env, OUTREACH_JOURNAL: at('outreach', 'outreach_job') };
    const runner = await machine();
    const buy = 'outreach credits buy 2000 --yes --json --once order-1';
    expect((await runner.bash(buy, job)).exitCode).toBe(0);
    await server.run(at('postgres'), 'CREATE DATABASE empty');
    const emptied = await (await machine()).bash('outreach journal list', {
      ...env,
      OUTREACH_JOURNAL: at('empty', 'outreach_job'),
    });
    expect([emptied.exitCode, emptied.stderr]).toEqual([2, expect.stringContaining('needs CREATE')]);

    const mover = await machine();
    expect((await mover.bash('outreach credits buy 3000 --yes --json', env)).exitCode).toBe(0);
    const moved = (await mover.bash(move, job)).stdout.split('\n').map((line) => JSON.parse(line));
    expect(moved).toMatchObject([{ dryRun: true, added: 1 }, { calls: 1 }]);
    expect(JSON.parse((await runner.bash('outreach journal list --json', job)).stdout).total).toBe(2);
  });
});

describe('the shared rate limit of the page', () => {
  it.skipIf(noRedis)('is kept in Redis', async () => {
    const redis = await startRedis();
    service.answering();
    const [script = ''] = ofPlace('OUTREACH_PACE');
    const { bash, read } = await machine();
    const { exitCode, stderr } = await bash(
      script.replace('redis://127.0.0.1:6379', redis.url),
      envOf(service.baseUrl),
    );
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(JSON.parse(await read('leads.json')).items).toBeDefined();
  });
});
