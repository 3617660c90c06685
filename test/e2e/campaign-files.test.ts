// @module-tag slow
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { outreach, start, temporaryFolder } from './binary.ts';
import { type Job, runJob } from './workflow-job.ts';

const examples = resolve(import.meta.dirname, '../../examples');

/** A folder with the example files, as a repository has them. */
async function repository(): Promise<string> {
  const home = await temporaryFolder();
  await cp(join(examples, 'campaigns'), join(home, 'campaigns'), { recursive: true });
  const prospects = await readFile(join(examples, 'prospects.csv'), 'utf8');
  await writeFile(join(home, 'prospects.csv'), prospects.split('\n').slice(0, 41).join('\n'));
  return home;
}

const mailbox = (address: string, givenName: string) => ({
  address,
  givenName,
  familyName: 'Berg',
  provider: 'google',
  healthScore: 97,
  connectedWeeks: 20,
});

interface Served {
  readonly baseUrl: string;
  readonly key: string;
  readonly readOnlyKey: string;
}

/** A world of its own behind an address of this machine: the account of `values/live.yaml`. */
async function liveService(): Promise<Served & { run(line: string): ReturnType<typeof outreach> }> {
  const home = await temporaryFolder();
  const world = {
    seed: 'live',
    senders: [mailbox('anna@outwell-mail.example', 'Anna'), mailbox('tom@outwell-mail.example', 'Tom')],
  };
  await writeFile(join(home, 'world.json'), JSON.stringify(world));
  const run = (line: string) => outreach(home, line.split(' '));
  expect(await run('sandbox seed world.json --yes')).toMatchObject({ exit: 0 });
  const serving = start(home, ['sandbox', 'serve', '--port', '0', '--json'], { buffer: false });
  onTestFinished(async () => {
    serving.kill('SIGTERM');
    await serving;
  });
  let text = '';
  for await (const chunk of serving.stdout as NodeJS.ReadableStream) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return { ...JSON.parse(text), run };
}

describe('the example campaigns', () => {
  it('are rehearsed in the sandbox, and go live as the same files', async () => {
    const home = await repository();
    const run = async (line: string, options = {}) => {
      const ended = await outreach(
        home,
        line.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? [],
        options,
      );
      expect([line, ended.exit, ended.err]).toEqual([line, 0, expect.any(String)]);
      return ended.out;
    };
    await run('campaigns apply campaigns --profile sandbox --yes');
    await run('leads import prospects.csv --campaign "Autumn launch 2026" --profile sandbox');
    const checked = JSON.parse(await run('campaigns check "Autumn launch 2026" --profile sandbox --json'));
    const rules = checked.problems.map(({ rule }: { rule: string }) => rule);
    expect([checked.passed, rules]).toEqual([true, ['dmarc', 'out-of-office-stops']]);
    const forecast = JSON.parse(
      await run('campaigns forecast "Autumn launch 2026" --profile sandbox --json'),
    );
    expect(forecast.emails).toBeGreaterThan(10);
    await run('campaigns resume "Autumn launch 2026" --profile sandbox --yes');
    await run('sandbox clock advance 14d');
    const missing = JSON.parse(await run('sandbox outbox list --missing --json'));
    expect(missing.total).toBe(0);

    const live = await liveService();
    await run(`login --profile live --workspace main --base-url ${live.baseUrl} --key-stdin`, {
      input: live.key,
    });
    const planned = JSON.parse(await run('campaigns plan campaigns --profile live --json'));
    expect(planned.items.map(({ file, action }: Record<string, string>) => [file, action])).toEqual([
      ['autumn-launch.md', 'create'],
      ['winter-launch.md', 'create'],
    ]);
    await run('campaigns apply campaigns --profile live --yes');
    await run('campaigns diff campaigns --profile live');
    await run('campaigns diff campaigns --profile sandbox');
    const lock = JSON.parse(await readFile(join(home, 'campaigns/outreach.lock.json'), 'utf8'));
    expect(Object.keys(lock.accounts)).toHaveLength(2);
    const created = JSON.parse((await live.run('campaigns list --json')).out);
    expect(created.items.map(({ name, status }: Record<string, string>) => [name, status]).sort()).toEqual([
      ['Autumn launch 2026', 'draft'],
      ['Winter launch 2026', 'draft'],
    ]);
  });
});

describe('the example workflow', () => {
  it('posts the plan on a pull request with a key that can only read, and applies what is merged', async () => {
    const home = await repository();
    const live = await liveService();
    const { jobs } = parse(await readFile(join(examples, 'campaigns/outreach.yml'), 'utf8')) as {
      jobs: { plan: Job; apply: Job };
    };
    const secrets = {
      'secrets.OUTREACH_READ_ONLY_KEY': live.readOnlyKey,
      'secrets.OUTREACH_KEY': live.key,
      'secrets.OUTREACH_BASE_URL': live.baseUrl,
      'github.token': 'token',
      'github.event.number': '7',
    };
    const recorded = async (job: Job, options = {}) =>
      (await runJob(job, home, { filled: secrets, ...options })).record;
    const autumn = join(home, 'campaigns/autumn-launch.md');
    const text = await readFile(autumn, 'utf8');
    await writeFile(autumn, text.replace('dailyLimit:', 'dailyLimt:'));
    await writeFile(join(home, 'campaigns/README.md'), '# Ours');
    expect(await recorded(jobs.plan, { failing: 'Plan' })).toMatch(
      /--body-file plan\.md\n\*\*There is no plan\.\*\*\n\n( {4}.*\n)* {4}Error: campaigns\/README\.md:1:1: .*\n {4}campaigns\/autumn-launch\.md:5:1: .* did you mean dailyLimit\?\n/,
    );
    await rm(join(home, 'campaigns/README.md'));
    await writeFile(autumn, text.replace('senders: [', 'senders: ["*@nowhere.example", '));
    expect(await recorded(jobs.plan)).toMatch(
      /\n\n {4}Warning: campaigns\/autumn-launch\.md:\d+:\d+: no mailbox of nowhere\.example is connected.*\n$/,
    );
    await writeFile(autumn, text);
    const git = (...args: string[]) => execa('git', args, { cwd: home });
    await git('init', '--quiet', '--bare', 'origin.git');
    await git('init', '--quiet', '--initial-branch', 'main');
    await git('remote', 'add', 'origin', 'origin.git');
    await git('config', 'push.autoSetupRemote', 'true');

    const posted = await recorded(jobs.plan);
    expect(posted).toContain('gh pr comment 7 --edit-last --create-if-none --body-file plan.md');
    expect(posted).toContain('+ create    autumn-launch.md');
    expect(posted).toContain('a•••@outwell-mail.example');
    expect(posted).not.toMatch(/run_|anna@/);
    expect(JSON.parse((await live.run('campaigns list --json')).out).total).toBe(0);

    await recorded(jobs.apply);
    expect(JSON.parse((await live.run('campaigns list --json')).out).total).toBe(2);
    const { stdout } = await git('ls-tree', '-r', '--name-only', 'origin/main');
    expect(stdout).toBe('campaigns/outreach.lock.json');
    const again = await recorded(jobs.plan);
    expect(again).toContain('**Nothing to change.**');
  });
});
