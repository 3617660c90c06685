import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../../package.json';
import { listen } from '../../src/sandbox/listen.ts';
import { liveKey, played } from '../commands/live-service.ts';
import { needTools } from '../tool-here.ts';
import { newWorld, type TestWorld, type WorldOptions } from '../world.ts';
import { cleanEnv, temporaryFolder } from './binary.ts';
import { type Job, runJob } from './workflow-job.ts';

/** Where Outreach keeps its journal on a runner, below the home folder. */
const journal = '.local/state/outreach';
const examples = resolve(import.meta.dirname, '../../examples');

interface Workflow {
  readonly on: Record<string, unknown>;
  readonly permissions: unknown;
  readonly env: Record<string, string>;
  readonly jobs: { readonly check: Job; readonly nightly: Job };
}

let workflow: Workflow;
beforeAll(async () => {
  workflow = parse(await readFile(join(examples, 'ci/outreach.yml'), 'utf8'));
});

/** A folder as a repository has it that the example was copied to. */
async function repository(): Promise<string> {
  const home = await temporaryFolder();
  for (const folder of ['ci', 'campaigns'])
    await cp(join(examples, folder), join(home, folder), { recursive: true });
  await mkdir(join(home, 'leads'));
  await cp(join(examples, 'prospects.csv'), join(home, 'leads/prospects.csv'));
  return home;
}

const runnerEnv = (home: string) => ({
  ...workflow.env,
  GITHUB_RUN_ID: '77',
  GITHUB_STEP_SUMMARY: join(home, 'summary.md'),
  RUNNER_TEMP: home,
});

const summaryOf = (home: string) => readFile(join(home, 'summary.md'), 'utf8');

describe('the example workflow', () => {
  const withKey = (job: Job) => job.steps.filter(({ env = {} }) => 'OUTREACH_API_KEY' in env);

  it('gives the key to the lines that call the service, and to nothing of a pull request', () => {
    const { check, nightly } = workflow.jobs;
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect(JSON.stringify(check)).not.toContain('secrets.');
    expect(nightly.env).toEqual({ OUTREACH_REQUIRE_LIVE: '1' });
    expect(nightly.steps.filter(({ run }) => run?.startsWith('bash ci/run.sh'))).toEqual(withKey(nightly));
    expect(nightly.concurrency).toEqual({ group: 'outreach-live', 'cancel-in-progress': false });
  });

  it('brings the journal along, and does not start without it', () => {
    const { steps } = workflow.jobs.nightly;
    const [restore, save] = ['restore', 'save'].map((what) =>
      steps.find(({ uses }) => uses?.includes(`cache/${what}@`)),
    );
    expect(restore?.with).toMatchObject({
      ...save?.with,
      'fail-on-cache-miss': expect.stringContaining('!inputs.new_journal'),
    });
    expect(String(save?.with?.key)).toContain(String(restore?.with?.['restore-keys']));
    expect([save?.if, steps.at(-1)]).toEqual(['always()', save]);
    expect(save?.with?.path).toBe(`~/${journal}`);
  });

  it('installs this version', () => {
    const installs = Object.values(workflow.jobs).flatMap(({ steps }: Job) =>
      steps.filter(({ run }) => run?.startsWith('npm')),
    );
    const [, minor] = /^(\d+\.\d+)\./.exec(packageJson.version) ?? [];
    expect(installs.map(({ run }) => run)).toEqual(
      Array(2).fill(`npm install --global outreach-cli@${minor}`),
    );
  });
});

describe('the checks of a pull request', { tags: 'slow' }, () => {
  const check = (home: string, failing?: string) =>
    runJob(workflow.jobs.check, home, { env: runnerEnv(home), ...(failing && { failing }) });

  it('pass, with the plan in the summary', async (context) => {
    needTools(context, 'bash', 'jq');
    const home = await repository();
    const { output } = await check(home);
    expect(output).toContain('"sent":60');
    expect(output).toMatch(/^::warning file=campaigns,title=dmarc::/m);
    expect(output).not.toContain('::error');
    expect(await summaryOf(home)).toContain('+ create    autumn-launch.md');
    expect((await readdir(join(home, 'campaigns'))).sort()).toEqual(
      (await readdir(join(examples, 'campaigns'))).sort(),
    );
  });

  it('fail where a lead has no value for a merge tag, or an address is malformed, and name the line', async (context) => {
    needTools(context, 'bash', 'jq');
    const home = await repository();
    const leads = join(home, 'leads/prospects.csv');
    const text = await readFile(leads, 'utf8');
    await writeFile(leads, `${text}Ana,::error::100%,ana@lumen,,,,,,,\nBo,Li,bo@lumen.example,,,,,,,\n`);
    const { output } = await check(home, 'Check');
    expect(output).toMatch(/^::error file=leads\/prospects\.csv,title=malformed-address::.*%0ARows: 62%0A/m);
    expect(output).toMatch(/^::error file=campaigns,title=merge-tag-empty::/m);
  });
});

const notFound = { status: 404, headers: { 'content-type': 'text/plain' }, body: '404 page not found' };

/** A live service behind HTTP: a sandbox in this process, at the time of this machine; to wait for an import takes no time. */
async function liveService(home: string, faults: WorldOptions['faults'] = [], isHidden = async () => false) {
  const world = await newWorld({ faults });
  world.clock.advance(Date.now() - world.clock.now());
  const campaigns = join(home, 'campaigns');
  expect(await world.outreach(['campaigns', 'apply', campaigns, '--yes'])).toMatchObject({ exit: 0 });
  const posted: string[] = [];
  const transport: TestWorld['sandbox']['wire'] = async (request, signal) => {
    const { method, path } = request;
    if (method === 'POST') posted.push(path);
    // A list that cannot be read shows nothing of a call that was made.
    if (method === 'GET' && posted.includes(path) && (await isHidden())) return notFound;
    if (path.startsWith('/lead-finder/imports/')) world.clock.advance(60_000);
    const key = played[request.headers.authorization?.slice('Bearer '.length) ?? ''];
    const headers = { ...request.headers, authorization: `Bearer ${key}` };
    return world.sandbox.wire({ ...request, headers }, signal);
  };
  const service = await listen({ transport, port: 0 });
  onTestFinished(() => service.close());
  const secrets = { 'secrets.OUTREACH_KEY': liveKey, 'secrets.OUTREACH_BASE_URL': service.url };
  return { secrets, posted, imports: () => world.ledger.of('finder.startImport').length };
}

describe('the nightly job', { tags: 'slow' }, () => {
  const nightly = (home: string, filled: Record<string, string>, { only = '', failing = '' } = {}) => {
    const { steps, ...job } = workflow.jobs.nightly;
    return runJob({ ...job, steps: steps.filter(({ name }) => only === '' || name === only) }, home, {
      filled,
      ...(failing && { failing }),
      // The folders are the usual ones of a runner. No time passes here, so the program must not wait for it either.
      env: { ...runnerEnv(home), OUTREACH_HOME: '', OUTREACH_PACE: 'off' },
    });
  };

  it('waits as long as the service says after 9, and imports once, also on the next machine that has the journal', async (context) => {
    needTools(context, 'bash', 'jq');
    const home = await repository();
    const { secrets, imports } = await liveService(home, [
      { operation: 'finder.startImport', kind: 'rate-limited:600s', phase: 'before', nth: 1 },
    ]);
    const { record, output } = await nightly(home, secrets);
    expect([imports(), record]).toEqual([1, 'sleep 600\n']);
    expect(output).toContain('Exit code 9: the same line again in 600 s, try 2 of 5');
    expect(output).not.toContain('::error');
    expect((await summaryOf(home)).match(/"(sent|added|passed)": \w+/g)).toEqual([
      '"sent": 60',
      '"added": 20',
      '"passed": true',
    ]);

    const another = await repository();
    await mkdir(join(another, '.local/state'), { recursive: true });
    await rename(join(home, journal), join(another, journal));
    await nightly(another, secrets, { only: 'Import people' });
    expect(imports()).toBe(1);
  });

  it('runs a line with a token again after 14, and does not make its call again', async (context) => {
    needTools(context, 'bash', 'jq');
    const cases = [
      { until: 'sleep 30', failing: '', says: '"added":20', slept: 'sleep 30\n' },
      {
        until: 'never',
        failing: 'Import people',
        says: '::error title=outreach::Exit code 14: ',
        slept: `${'sleep 30\n'.repeat(4)}sleep 0\nsleep 60\nsleep 240\n`,
      },
    ];
    // Together, because the program itself looks for its call for a while.
    const settled = cases.map(async ({ until, failing, says, slept }) => {
      const home = await repository();
      const isHidden = async () => !(await readFile(join(home, '.record'), 'utf8')).includes(until);
      const lost = [{ operation: 'finder.startImport', kind: 'reset', phase: 'after', nth: 1 }] as const;
      const { secrets, imports, posted } = await liveService(home, lost, isHidden);
      const { record, output } = await nightly(home, secrets, { only: 'Import people', failing });
      expect(output).toContain('"exitCode":14');
      expect(output).toContain(says);
      const starts = posted.filter((path) => path === '/lead-finder/imports').length;
      expect([record, imports(), starts]).toEqual([slept, 1, 1]);
    });
    await Promise.all(settled);
  });
});

describe('run.sh', () => {
  beforeEach((context) => needTools(context, 'bash', 'jq'));

  /** Runs it with an outreach that ends as these lines of sh say, one after the other and the last for ever. */
  async function run(endings: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const home = await temporaryFolder();
    const bin = join(home, 'bin');
    await mkdir(bin);
    const noted = '#!/bin/sh\necho "$(basename "$0") $*" >> "$HOME/record"\n';
    const turn = 'turn=$(grep -c ^outreach "$HOME/record")\n';
    const cases = endings.map((ending, n) => `[ "$turn" -gt ${n + 1} ] || { ${ending}; }\n`);
    const program = `${noted}${turn}${cases.join('')}${endings.at(-1)}\n`;
    await writeFile(join(bin, 'outreach'), program, { mode: 0o755 });
    await writeFile(join(bin, 'sleep'), noted, { mode: 0o755 });
    const { exitCode, stdout, stderr } = await execa('bash', [join(examples, 'ci/run.sh'), 'leads', 'list'], {
      env: { ...cleanEnv(home), PATH: `${bin}:${process.env.PATH}`, ...env },
      ...{ extendEnv: false, reject: false },
    });
    const record = await readFile(join(home, 'record'), 'utf8');
    return { code: exitCode, out: stdout, err: stderr, record: record.trim().split('\n') };
  }
  const line = 'outreach leads list --json --no-input';
  const says = (error: object, code: number) => `echo '${JSON.stringify({ error })}' >&2; exit ${code}`;
  const refused = (retryAfterSeconds?: unknown) => says({ retryable: true, retryAfterSeconds }, 9);
  const answers = `echo '{"state":"done"}'; exit 0`;

  it.each([
    [0.5, 1],
    [12.01, 13],
    [-3, 0],
    [null, 30],
    ['soon', 30],
  ])('waits whole seconds where the service says %j', { tags: 'slow' }, async (said, waited) => {
    const { code, out, err, record } = await run([refused(said), answers]);
    expect([code, out, record]).toEqual([0, '{"state":"done"}', [line, `sleep ${waited}`, line]]);
    expect(err).not.toContain('run.sh: line');
  });

  it.each([7, 9, 11, 12, 14])('runs the same line again after %d where it is worth that', async (ends) => {
    const { code, record } = await run([says({ retryable: true, retryAfterSeconds: 30 }, ends), answers]);
    expect([code, record]).toEqual([0, [line, 'sleep 30', line]]);
  });

  it.each([1e300, 901])('does not wait %d seconds', async (said) => {
    const { code, err, record } = await run([refused(said)]);
    expect([code, record]).toEqual([9, [line]]);
    expect(err).not.toContain('run.sh: line');
  });

  it('gives up where 9 never ends', { tags: 'slow' }, async () => {
    const { code, record } = await run([refused(2)], { OUTREACH_TRIES: '3' });
    expect([code, record]).toEqual([9, [line, 'sleep 2', line, 'sleep 2', line]]);
  });

  it.each([
    'kill -9 $$',
    'kill -15 $$',
    'exit 127',
    says({ retryable: false }, 12),
    says({ retryable: false }, 7),
    'exit 9',
    says({}, 14),
  ])('runs the line once where it ends by %s', { tags: 'slow' }, async (ending) => {
    const { code, out, err, record } = await run([ending]);
    expect([code === 0, out, record]).toEqual([false, '', [line]]);
    expect(err).toContain(`::error title=outreach::Exit code ${code}: `);
  });

  it.each([
    ['done', 0],
    ['not done', 14],
  ])('settles 14 once it is known: %s', async (state, ends) => {
    const unknown = says({ details: { intent: 'j-1' } }, 14);
    const { code, record } = await run([unknown, `echo '{"state":"${state}"}'; exit 0`]);
    const settle = ['sleep 0', 'outreach journal settle j-1 --json --no-input'];
    expect([code, record]).toEqual([ends, [line, ...settle]]);
  });
});
