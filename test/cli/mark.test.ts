import { describe, expect, it } from 'vitest';
import { sandboxKey } from '../../src/contract/keys.ts';
import { baseUrl, liveKey, liveWorld } from '../commands/live-service.ts';
import { newWorld } from '../world.ts';

const withoutColours = (text: string): string => text.replaceAll(/\u001b\[\d+m/g, '');

describe('the mark at a terminal', () => {
  it('is a dim word on the sandbox', async () => {
    const world = await newWorld({ tty: true, env: { OUTREACH_PROFILE: 'sandbox' } });
    const { out, err } = await world.outreach('credits balance');
    expect(err).toBe('\u001b[2msandbox\u001b[22m\n');
    expect(out).not.toContain('sandbox');
  });

  it('has the time of the sandbox where its clock was moved', async () => {
    const world = await newWorld({ tty: true, env: { OUTREACH_PROFILE: 'sandbox' } });
    await world.outreach('sandbox clock advance 3d');
    expect(withoutColours((await world.outreach('credits balance')).err)).toMatch(
      /^sandbox · 5 Mar \d\d:\d\d\n$/,
    );
    expect(withoutColours((await world.outreach('whoami')).err)).toBe('sandbox\n');
  });

  it('is the same word where nothing is configured', async () => {
    const world = await newWorld({ tty: true, columns: 60 });
    expect(withoutColours((await world.outreach('credits balance')).err)).toBe('sandbox\n');
  });

  it('names the live profile, in red where the command has an effect', async () => {
    const world = await liveWorld({ tty: true });
    await world.outreach(`login --profile prod --base-url ${baseUrl} --key-stdin`, { stdin: liveKey });
    const [reads, spends] = [
      await world.outreach('credits balance'),
      await world.outreach('credits buy 2000 --no-input'),
    ];
    expect(reads.err).toBe('\u001b[1mLIVE prod\u001b[22m\n');
    expect(spends.err).toContain('\u001b[1m\u001b[31mLIVE prod\u001b[39m\u001b[22m\n');
  });

  it('says that a key of the environment has no profile', async () => {
    const env = { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: baseUrl };
    const world = await liveWorld({ tty: true, env });
    expect(withoutColours((await world.outreach('credits balance')).err)).toBe(
      'LIVE key of OUTREACH_API_KEY, no profile\n',
    );
  });

  it.each(['-q', '--json', '--ndjson', '--csv'])('is left out with %s', async (flag) => {
    const world = await newWorld({ tty: true, env: { OUTREACH_PROFILE: 'sandbox' } });
    expect((await world.outreach(`credits balance ${flag}`)).err).toBe('');
  });

  it('is left out in a pipe, and in a line that another command runs', { tags: 'slow' }, async () => {
    const world = await newWorld({ env: { OUTREACH_PROFILE: 'sandbox' } });
    expect((await world.outreach('credits balance')).err).toBe('');
    const atTerminal = await newWorld({ tty: true, env: { OUTREACH_PROFILE: 'sandbox' } });
    expect((await atTerminal.outreach('start --no-input')).err).not.toMatch(/^\u001b\[2msandbox/m);
  });
});

it('says in one line of a pipe that nothing is configured', async () => {
  const world = await newWorld();
  const { err } = await world.outreach('credits balance');
  expect(err).toMatch(/^Nothing is configured.* outreach login\n$/);
  expect(err.trimEnd().length).toBeLessThan(80);
});

describe('a demanded live target', () => {
  const refused = { code: 'live_required', exitCode: 4, outcome: 'none' };

  it.each([
    ['--live', {}],
    ['', { OUTREACH_REQUIRE_LIVE: '1' }],
  ])('refuses the sandbox before anything happens: %s', async (flag, env) => {
    const world = await newWorld({ env });
    for (const line of [
      'leads list',
      'leads add ana@lumen.example',
      'credits buy 2000 --yes',
      'api GET /leads',
      'mcp call list_leads',
      'doctor',
      'doctor --routes',
      'leads list --profile sandbox',
    ]) {
      const { exit, out, err } = await world.outreach(`${line} --json ${flag}`);
      expect({ line, exit, out, ...JSON.parse(err).error }).toMatchObject({
        line,
        exit: 4,
        out: '',
        ...refused,
      });
    }
    expect(world.requests).toEqual([]);
    expect(world.journalled()).toBe('');
  });

  it('leaves alone what does not call the service, and what is about the sandbox', {
    tags: 'slow',
  }, async () => {
    const world = await newWorld({ env: { OUTREACH_REQUIRE_LIVE: '1' } });
    for (const line of ['whoami', 'help safety', 'commands', 'completion bash', 'sandbox info', 'start -q'])
      expect({ line, exit: (await world.outreach(line)).exit }).toEqual({ line, exit: 0 });
  });

  it.each([
    ['--live', {}],
    ['', { OUTREACH_REQUIRE_LIVE: '1' }],
  ])('warns where a command shows the sandbox as the target: %s', async (flag, env) => {
    const world = await newWorld({ env });
    for (const line of ['whoami', 'whoami --json']) {
      const { exit, err } = await world.outreach(`${line} ${flag}`);
      expect({ line, exit, err }).toEqual({
        line,
        exit: 0,
        err: expect.stringMatching(/demands a live target, and the target is the sandbox\./),
      });
    }
  });

  it.each(['', '0', 'false'])('is not demanded by %j', async (OUTREACH_REQUIRE_LIVE) => {
    const world = await newWorld({ env: { OUTREACH_REQUIRE_LIVE } });
    expect((await world.outreach('leads list')).exit).toBe(0);
  });

  it('lets a live profile through, and stops what runs there alone', async () => {
    const world = await liveWorld({ env: { OUTREACH_REQUIRE_LIVE: '1' } });
    await world.outreach(`login --profile prod --base-url ${baseUrl} --key-stdin`, { stdin: liveKey });
    expect((await world.outreach('leads list --live')).exit).toBe(0);
    const { exit, json } = await world.outreach('campaigns pause --all --all-profiles --json');
    expect({ exit, items: json().items }).toEqual({ exit: 0, items: [] });
  });

  it('does not let a key of the sandbox be saved', async () => {
    const world = await newWorld();
    const line = 'login --profile local --base-url http://127.0.0.1:4000/r --key-stdin --live --json';
    const { exit, err } = await world.outreach(line, { stdin: sandboxKey });
    expect({ exit, ...JSON.parse(err).error }).toMatchObject({ exit: 4, ...refused });
  });
});
