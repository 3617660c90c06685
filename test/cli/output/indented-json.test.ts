import { describe, expect, it } from 'vitest';
import { newWorld } from '../../world.ts';

const lines = ['whoami', 'leads list', 'leads list --fields id', 'commands leads get', 'status', '--version'];
const indented = (text: string) => `${JSON.stringify(JSON.parse(text), null, 2)}\n`;

describe('a document of --json', () => {
  it('is one line in a pipe, and the same indented at a terminal and where that is asked for', async () => {
    const world = await newWorld();
    await world.outreach('leads add ana@lumen.example --yes');
    const calm = await newWorld({ env: { OUTREACH_JSON: 'pretty' } });
    await calm.outreach('leads add ana@lumen.example --yes');
    for (const line of lines) {
      const { out } = await world.outreach(`${line} --json`);
      expect(out, line).toMatch(/^\{.*\}\n$/);
      expect((await world.outreach(`${line} --json=pretty`)).out, line).toBe(indented(out));
      expect((await world.outreach(`${line} --json`, { tty: true })).out, line).toBe(indented(out));
      expect((await calm.outreach(`${line} --json`)).out, line).toMatch(/^\{\n {2}"/);
    }
    const { out } = await world.outreach('leads list --fields help --json=pretty');
    expect(out).toBe(indented(out));
  });

  it('has an error in one line unless it is asked for indented', async () => {
    const world = await newWorld();
    const { err } = await world.outreach('leads get nobody@lumen.example --json');
    expect(err).toMatch(/^\{"error":.*\}\n$/);
    expect((await world.outreach('leads get nobody@lumen.example --json', { tty: true })).err).toBe(err);
    expect((await world.outreach('leads get nobody@lumen.example --json=pretty')).err).toBe(indented(err));
    const calm = await newWorld({ env: { OUTREACH_JSON: 'pretty' } });
    expect((await calm.outreach('leads lst --json')).err).toMatch(/^\{\n {2}"error": \{\n/);
    expect((await calm.outreach('leads list --ndjson')).out).not.toContain('\n ');
  });

  it('takes pretty alone, and only behind an equals sign', async () => {
    const world = await newWorld();
    const { exit, err } = await world.outreach('whoami --json=compact');
    expect({ exit, err }).toMatchObject({ exit: 2, err: expect.stringContaining('--json=pretty') });
    expect((await world.outreach('commands --json pretty')).failure?.code).toBe('unknown_command');
    expect((await world.outreach('--json=pretty whoami')).out).toMatch(/^\{\n/);
    const odd = await newWorld({ env: { OUTREACH_JSON: 'wide' } });
    const refused = await odd.outreach('whoami --json');
    expect({ ...refused, code: refused.failure?.code }).toMatchObject({
      exit: 2,
      code: 'invalid_value',
      out: '',
    });
    expect((await odd.outreach('whoami')).exit).toBe(0);
  });
});
