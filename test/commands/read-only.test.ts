import { describe, expect, it } from 'vitest';
import { personHint } from '../../src/cli/messages/hints/hint-of.ts';
import { baseUrl, liveKey, liveWorld } from './live-service.ts';

const mcpUrl = 'https://mcp.outreach.example/mcp';

/** A live account whose profile is set to read-only here; its key may write. */
async function readOnlyWorld() {
  const world = await liveWorld();
  await world.outreach(`login --profile prod --base-url ${baseUrl} --key-stdin --mcp-url ${mcpUrl}`, {
    stdin: liveKey,
  });
  await world.outreach('campaigns create Autumn');
  await world.outreach('profiles set prod --read-only');
  const before = world.sent.length;
  return { ...world, since: () => world.sent.slice(before).map(({ method, path }) => `${method} ${path}`) };
}

const failureOf = (err: string) => JSON.parse(err.trim().split('\n').at(-1) ?? '').error;

describe('a profile that is set to read-only', () => {
  it.each([
    'campaigns create Winter',
    'campaigns update 1 --daily-limit 50',
    'campaigns resume 1 --yes',
    'credits buy 2000 --yes',
    'leads add ana@lumen.example',
    'leads delete 1 --yes',
    'api POST /credits/purchase --field credits=2000 --yes',
    'api POST /campaigns --field name=Winter',
    'api campaigns.pause --param id=1',
    'api DELETE /webhooks/1 --yes',
    'api POST /no/such/thing --yes',
    'mcp call purchase_credits --field credits=2000 --yes',
    'mcp call create_campaign --field name=Winter',
  ])('sends nothing of: %s', async (line) => {
    const world = await readOnlyWorld();
    const { exit, out, err } = await world.outreach(`${line} --json`);
    expect([exit, out]).toEqual([5, '']);
    expect(failureOf(err)).toMatchObject({
      code: 'read_only_profile',
      outcome: 'none',
      hint: personHint,
    });
    expect(world.since().filter((request) => !request.startsWith('GET '))).toEqual([]);
  });

  it.each([
    'campaigns list',
    'finder search --job-title CEO',
    'dfy domains check acme-mail.com',
    'api finder.search --field filters.jobTitles[]=CEO',
    'api dfy.checkDomains --field domains[]=acme-mail.com',
    'journal list',
  ])('lets a read pass, also as a POST: %s', async (line) => {
    const world = await readOnlyWorld();
    const { exit, err } = await world.outreach(`${line} --json`);
    expect([exit, err]).toEqual([0, '']);
  });

  it.each(['', ' --all-profiles'])('is not passed by the stop button, which says so%s', async (more) => {
    const world = await readOnlyWorld();
    world.database.prepare("UPDATE campaign SET status = 'running'").run();
    const { exit, json, err } = await world.outreach(`campaigns pause --all${more} --json`);
    expect([exit, failureOf(err).code]).toEqual([15, 'not_all_stopped']);
    expect(failureOf(err).message).toContain("The profile 'prod' is set to read-only");
    const inProd = json().items.filter(({ profile }: { profile: string }) => profile === 'prod');
    expect(inProd).toMatchObject([{ outcome: 'failed', error: { code: 'read_only_profile' } }]);
    expect(world.since().filter((request) => !request.startsWith('GET '))).toEqual([]);
  });

  it('still shows the request of a dry run', async () => {
    const world = await readOnlyWorld();
    const code = 'read_only_profile';
    for (const [line, exitCode] of [
      ['credits buy 2000', 5],
      ['api POST /no/such/thing', 5],
      ['campaigns create Winter', 0],
    ] as const) {
      const { exit, json } = await world.outreach(`${line} --dry-run --json`);
      expect([line, exit, json().dryRun]).toEqual([line, exitCode, true]);
      if (exitCode !== 0) expect(json().wouldRefuse).toMatchObject({ code, exitCode });
    }
    expect(world.since().filter((request) => !request.startsWith('GET '))).toEqual([]);
  });

  it.each([
    ['blocklist import - --yes', 'domain\nacme.com\nlumen.example\n'],
    ['senders connect-csv - --yes', 'emailAddress,password\nana@acme.com,secret\n'],
    ['campaigns sequence set 1 -', '--- step ---\nSubject: A question\n\nHello {firstName}\n'],
  ])('sends nothing of what comes in a file: %s', async (line, stdin) => {
    const world = await readOnlyWorld();
    const { exit } = await world.outreach(`${line} --json`, { stdin });
    expect(exit).not.toBe(0);
    expect(world.since().filter((request) => !request.startsWith('GET '))).toEqual([]);
  });

  it('asks nobody, and leaves nothing in the journal', async () => {
    const world = await readOnlyWorld();
    await world.outreach('credits buy 2000 --yes');
    const { items } = (await world.outreach('journal list --json')).json();
    expect(items.map(({ operation }: { operation: string }) => operation)).toEqual(['campaigns.create']);
  });

  it('says so', async () => {
    const world = await readOnlyWorld();
    expect((await world.outreach('whoami --json')).json().readOnly).toBe(true);
    expect((await world.outreach('whoami', { tty: true })).out).toContain('Read-only');
    expect((await world.outreach('profiles show --json')).json().readOnly).toBe(true);
    const both = await world.outreach('profiles set prod --read-only --unset read-only');
    expect([both.exit, both.err]).toEqual([2, expect.stringContaining('cannot be both set and removed')]);
  });

  it('binds a key of the environment, too, where the profile is named', async () => {
    const world = await liveWorld({ env: { OUTREACH_API_KEY: liveKey, OUTREACH_PROFILE: 'prod' } });
    await world.outreach(`profiles set prod --read-only --base-url ${baseUrl}`);
    const { exit } = await world.outreach('credits buy 2000 --yes');
    expect([exit, world.sent]).toEqual([5, []]);
  });

  it('does not keep the trial of a new key from telling what the key may do', async () => {
    const world = await readOnlyWorld();
    const login = `login --profile prod --base-url ${baseUrl} --key-stdin --json`;
    expect((await world.outreach(login, { stdin: liveKey })).json().scope).toBe('read_write');
    expect((await world.outreach('whoami --json')).json().readOnly).toBe(true);
  });
});
