import { describe, expect, it } from 'vitest';
import { newWorld } from '../world.ts';

describe('senders', () => {
  it('are listed, and filtered by connection', async () => {
    const world = await newWorld();
    const all = (await world.outreach('senders list --all --json')).json();
    const connected = (await world.outreach('senders list --all --connected --json')).json();
    const rest = (await world.outreach('senders list --all --no-connected --json')).json();
    expect(all.items.length).toBeGreaterThan(0);
    expect(connected.items.length + rest.items.length).toBe(all.items.length);
    expect(connected.items.every(({ isConnected }: { isConnected: boolean }) => isConnected)).toBe(true);
  });

  it('are shown by id or address', async () => {
    const world = await newWorld();
    const [first] = (await world.outreach('senders list --json')).json().items;
    const byId = (await world.outreach(`senders get ${first.id} --json`)).json();
    expect(byId.address).toBe(first.address);
    expect((await world.outreach(`senders get ${first.address.toUpperCase()} --json`)).json()).toEqual(byId);
    expect((await world.outreach(`senders get ${first.id}`)).out).toContain(first.address);
  });

  it('keep what is not changed', async () => {
    const world = await newWorld();
    const [first] = (await world.outreach('senders list --json')).json().items;
    const line = `senders update ${first.id} --daily-limit 17 --no-build-up --signature "Ana, Lumen" --json`;
    expect((await world.outreach(line)).json()).toMatchObject({
      id: first.id,
      address: first.address,
      currentDailyLimit: 17,
      toggleGradualBuildUp: false,
      signature: 'Ana, Lumen',
      maximumSendingsLimitPerDay: first.maximumSendingsLimitPerDay,
    });
  });

  it.each(['', '--daily-limit 1001', '--max-limit 0', '--min-limit many'])(
    'refuse the change %j',
    async (options) => {
      const world = await newWorld();
      expect((await world.outreach(`senders update 1 ${options}`)).exit).toBe(2);
      expect(world.requests).toEqual([]);
    },
  );

  it('have their DNS records checked', async () => {
    const world = await newWorld();
    const [first] = (await world.outreach('senders list --json')).json().items;
    const { out } = await world.outreach(`senders dns ${first.id} --json`);
    expect(JSON.parse(out)).toMatchObject({ senderEmailId: first.id, domain: first.address.split('@')[1] });
    const drawn = await world.outreach(`senders dns ${first.id}`, { tty: true });
    for (const check of ['SPF', 'DKIM', 'DMARC', 'MX']) expect(drawn.out).toContain(check);
  });

  it('say what MISSING and ERROR mean', async () => {
    const check = (status: string) => ({ status, record: null, issues: [] });
    const vitals = {
      senderEmailId: 1,
      domain: 'lumen.example',
      checkedAt: '2026-03-02T08:00:00Z',
      spf: check('ERROR'),
      dkim: { ...check('MISSING'), selector: null, selectorSource: null, checkedSelectors: ['a', 'b'] },
      dmarc: { ...check('MISSING'), policy: null },
      mx: { status: 'OK', hosts: ['10 mx.lumen.example'], issues: [] },
    };
    const world = await newWorld({
      tty: true,
      between: (next) => async (request, signal) =>
        request.path.endsWith('/dns')
          ? { status: 200, headers: {}, body: JSON.stringify(vitals) }
          : next(request, signal),
    });
    const { out } = await world.outreach('senders dns 1 --no-color');
    expect(out).toMatch(/SPF: .*timed out.*again/);
    expect(out).toMatch(/DKIM: .*not conclusive/);
    expect(out).not.toContain('DMARC: ');
    expect(out).toContain('none of a, b');
    // `p=none` is a policy, too.
    expect(out).toMatch(/DMARC policy +no record/);
  });

  it('warm up as they are told', async () => {
    const world = await newWorld();
    const [first] = (await world.outreach('senders list --json')).json().items;
    const line = `senders warmup set ${first.id} --enabled --cap-limit 33 --weekdays-only --timezone Europe/Lisbon`;
    expect((await world.outreach(line)).exit).toBe(0);
    expect((await world.outreach(`senders warmup show ${first.id} --json`)).json()).toMatchObject({
      enabled: true,
      configured: true,
      capLimit: 33,
      weekdaysOnly: true,
      timezone: 'Europe/Lisbon',
    });
  });
});

describe('senders connect', () => {
  const line =
    'senders connect ana@lumen.example --imap imap.lumen.example --smtp smtp.lumen.example:587 --password-file -';

  it('takes the password from standard input and shows it nowhere', async () => {
    const world = await newWorld();
    const { exit, out, err } = await world.outreach(`${line} --json`, { stdin: 'correct horse\n' });
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ address: 'ana@lumen.example' });
    expect(out + err).not.toContain('correct horse');
  });

  it('hides the password in a dry run', async () => {
    const world = await newWorld();
    const { exit, out } = await world.outreach(`${line} --dry-run --json`, { stdin: 'correct horse\n' });
    expect(exit).toBe(0);
    expect(out).not.toContain('correct horse');
    expect(JSON.parse(out).body).toMatchObject({
      email: 'ana@lumen.example',
      smtpServerUrl: 'smtp.lumen.example:587',
    });
  });

  it('needs a password', async () => {
    const world = await newWorld();
    const { exit, err } = await world.outreach(line, { stdin: '\n' });
    expect(exit).toBe(2);
    expect(err).toContain('contains no password');
    expect((await world.outreach(line.replace(' --password-file -', ''))).exit).toBe(3);
    expect(world.requests).toEqual([]);
  });
});
