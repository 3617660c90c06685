import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { accountOf } from '../../src/cli/profile/account.ts';
import { inProcessBaseUrl } from '../../src/cli/profile/settings.ts';
import { sandboxKey } from '../../src/contract/keys.ts';
import { type Transport, WireFailure } from '../../src/contract/wire.ts';
import { openLookStore } from '../../src/local/look-store.ts';
import { newWorld, type TestWorld, type WorldOptions } from '../world.ts';
import { withReplies } from './conversation.ts';
import { baseUrl, liveKey, liveReadOnlyKey, liveWorld } from './live-service.ts';

/** A world in which one person has answered, was answered from here, and had their address verified. */
async function answered(options: WorldOptions = {}) {
  const world = await newWorld({ saved: await withReplies(), ...options });
  const [draft] = (await world.outreach('drafts list --json')).json().items;
  await world.outreach(`drafts send ${draft.id} --yes --once monday`);
  const lead = (await world.outreach(`leads get ${draft.leadId} --json`)).json();
  await world.outreach(['verification', 'jobs', 'create', lead.email, 'other@lumen.example', '--yes']);
  await world.outreach('campaigns check 1');
  await world.outreach(`replies done ${draft.inReplyToEmailId} --as later --until 3d`);
  world.requests.length = 0;
  return { world, lead, draft, campaign: 1 };
}

const fileOf = async (world: TestWorld, name = 'subject.json') =>
  JSON.parse(await readFile(join(world.home, name), 'utf8'));

/** A service without these paths, as it answers a wrong one (spec, Errors: non-JSON answers). */
const without =
  (path: RegExp) =>
  (next: Transport): Transport =>
  async (request, signal) =>
    path.test(`${request.method} ${request.path}`)
      ? { status: 404, headers: { 'content-type': 'text/plain' }, body: '404 page not found' }
      : next(request, signal);

describe('leads export-subject', () => {
  it('writes all that the service and this machine have about a person', { tags: 'slow' }, async () => {
    const { world, lead, draft, campaign } = await answered();
    const { exit, json } = await world.outreach(
      `leads export-subject ${lead.email} --output subject.json --json`,
    );
    const { service, thisMachine, missing, notAvailable, about } = await fileOf(world);
    expect({ exit, missing }).toEqual({ exit: 0, missing: [] });
    expect(about).toMatchObject({
      email: lead.email,
      leadId: lead.id,
      profile: 'sandbox',
      target: 'sandbox',
    });
    expect(service.lead).toEqual(lead);
    expect(service.category).toBe(lead.tag);
    expect(service.campaigns.map(({ id }: { id: number }) => id)).toEqual([campaign]);
    expect(service.replies.every((reply: { leadId: number }) => reply.leadId === lead.id)).toBe(true);
    expect(service.replies.map(({ id }: { id: number }) => id)).toContain(draft.inReplyToEmailId);
    expect(service.conversation.length).toBeGreaterThan(service.replies.length);
    expect(service.verification).toMatchObject([{ email: lead.email }]);
    expect(thisMachine.replyMarks).toMatchObject([
      { reply: String(draft.inReplyToEmailId), as: 'later', waitsAgainAt: expect.stringMatching(/^2026-/) },
    ]);
    expect(thisMachine.journal.map(({ operation }: { operation: string }) => operation)).toEqual([
      'drafts.send',
      'verification.createJob',
    ]);
    expect(notAvailable.length).toBeGreaterThan(5);
    expect(json()).toMatchObject({
      file: 'subject.json',
      email: lead.email,
      leadId: lead.id,
      counts: { replies: service.replies.length, journal: 2, verification: 1 },
      missing: [],
      complete: true,
    });
    expect((await stat(join(world.home, 'subject.json'))).mode & 0o777).toBe(0o600);
    expect(world.requests.length).toBeLessThan(30);
  });

  it('hands over nothing of other people from a call that named several', { tags: 'slow' }, async () => {
    const { world, lead } = await answered();
    await world.outreach(`leads export-subject ${lead.id} --output -`);
    const { out } = await world.outreach(`leads export-subject ${lead.id} --output -`);
    expect(JSON.parse(out).thisMachine.journal[1].texts.request).toEqual([lead.email]);
    expect(out).not.toContain('other@lumen.example');
  });

  it('hands over no other address where the call has the name of the person as well', async () => {
    const world = await newWorld();
    const name = 'check ana@lumen.example before bo@lumen.example';
    const emails = ['ana@lumen.example', 'bo@lumen.example'];
    await world.outreach(['verification', 'jobs', 'create', ...emails, '--name', name, '--yes']);
    const { out } = await world.outreach('leads export-subject ana@lumen.example --output -');
    expect(out).not.toContain('bo@lumen.example');
    expect(JSON.parse(out).thisMachine.journal[0].texts.request).toEqual([
      { name: 'check ana@lumen.example before [another address]', emails: ['ana@lumen.example'] },
    ]);
  });

  it('names a part that cannot be read, and ends with 15', async () => {
    const { world, lead } = await answered({ between: without(/GET .*\/conversation$/) });
    const { exit, err, json } = await world.outreach(
      `leads export-subject ${lead.id} --output subject.json --json`,
    );
    expect(exit).toBe(15);
    expect(JSON.parse(err).error).toMatchObject({ code: 'not_all_read' });
    expect(JSON.parse(err).error.hint).toContain('outreach profiles route leads.conversation');
    expect(json()).toMatchObject({ complete: false, missing: [{ part: 'conversation', failed: true }] });
    const { missing, service } = await fileOf(world);
    expect(missing).toMatchObject([{ part: 'conversation', failed: true }]);
    expect(service.replies.length).toBeGreaterThan(0);
  });

  it('looks a person up by address who is not a lead', async () => {
    const world = await newWorld();
    await world.outreach('blocklist add lumen.example');
    const { exit, json } = await world.outreach(
      'leads export-subject ana@lumen.example --output subject.json --json',
    );
    expect({ exit, leadId: json().leadId, blocked: json().counts.blocklist }).toEqual({
      exit: 0,
      leadId: null,
      blocked: 1,
    });
    expect((await fileOf(world)).service.lead).toBe(null);
  });

  it('refuses what is neither an id nor an address, an unknown id, and a place that takes no file', async () => {
    const world = await newWorld();
    expect((await world.outreach('leads export-subject nobody --output s.json')).exit).toBe(2);
    expect((await world.outreach('leads export-subject 99 --output s.json')).exit).toBe(6);
    world.requests.length = 0;
    expect((await world.outreach('leads export-subject 1 --output .')).exit).toBe(2);
    expect((await world.outreach('leads export-subject 1')).exit).toBe(2);
    expect((await world.outreach('leads export-subject 1 --output - --fields missing')).exit).toBe(2);
    expect(world.requests).toEqual([]);
  });
});

describe('leads export-subject where the service does not give all', () => {
  const partsOf = async (world: TestWorld, lead: string) => {
    const { exit, json } = await world.outreach(`leads export-subject ${lead} --output s.json --json`);
    const { missing, complete } = json();
    return { exit, complete, missing: missing.map(({ part }: { part: string }) => part) };
  };

  it.each(['{}', '"ok"', 'null', '{"conversation":null}', '{"conversation":[null,1]}'])(
    'ends with 15 where the conversation is %s',
    async (body) => {
      const { world, lead } = await confused(/^GET .*\/conversation$/, () => body);
      expect(await partsOf(world, String(lead.id))).toEqual({
        exit: 15,
        complete: false,
        missing: ['conversation'],
      });
    },
  );

  it.each([
    ['replies', /^GET \/replies$/, '{"replies":[],"total":30,"page":1,"limit":200,"hasMore":true}'],
    ['blocklist', /^GET \/blocklist$/, '{"items":[],"totalCount":35,"limit":100,"offset":0}'],
  ] as const)('names half a list of %s', async (part, when, body) => {
    const { world, lead } = await confused(when, () => body);
    expect(await partsOf(world, String(lead.id))).toMatchObject({ exit: 15, missing: [part] });
  });

  it('names the emails of a lead that was deleted, and of one that was added again', async () => {
    const { world, lead } = await answered();
    await world.outreach(`leads delete ${lead.id} --yes`);
    expect(await partsOf(world, lead.email)).toEqual({ exit: 0, complete: false, missing: ['conversation'] });
    await world.outreach(`leads add ${lead.email}`);
    expect(await partsOf(world, lead.email)).toEqual({ exit: 0, complete: false, missing: ['conversation'] });
  });
});

const forgetting = (email: string) => ['leads', 'forget', email, '--yes', '--json'];

describe('leads forget', () => {
  it('blocks first, then deletes the lead, and takes the person out of what this machine stores', async () => {
    const { world, lead } = await answered();
    expect(world.journalled()).toContain(lead.email);
    const { exit, json } = await world.outreach(forgetting(lead.email));
    expect(exit).toBe(0);
    expect(json()).toMatchObject({
      email: lead.email,
      profiles: [
        { profile: 'sandbox', leadId: lead.id, blocked: 'added', deleted: true, outcome: 'forgotten' },
      ],
      machine: { journal: { open: [], otherProfiles: [] }, replyMarks: 1 },
      leftOpen: [],
      complete: true,
    });
    expect(json().machine.journal.redacted).toHaveLength(2);
    expect(json().notDeleted.map(({ what }: { what: string }) => what)).toContain('drafts of replies');
    const writes = world.requests.filter((request) => !request.startsWith('GET'));
    expect(writes).toEqual(['POST /blocklist', `DELETE /leads/${lead.id}`]);
    expect(world.journalled().toLowerCase()).not.toContain(lead.email);
    expect(world.journalled()).not.toContain(`${lead.firstName} ${lead.lastName}`);
    expect(world.journalled()).toContain('other@lumen.example');
    expect((await world.outreach(`leads get ${lead.id}`)).exit).toBe(6);
    expect((await world.outreach(`blocklist check ${lead.email} --json`)).json()).toMatchObject({
      items: [{ blocked: true, by: lead.email }],
    });
  });

  it('leaves the journal able to prevent doubles, and readable', async () => {
    const { world, lead, draft } = await answered();
    await world.outreach(forgetting(lead.email));
    const sent = world.ledger.of('drafts.send').length;
    const once = await world.outreach(`drafts send ${draft.id} --yes --once monday --json`);
    const again = await world.outreach(`drafts send ${draft.id} --yes --json`);
    const twice = ['verification', 'jobs', 'create', lead.email, 'other@lumen.example', '--yes', '--json'];
    expect([once.exit, again.exit, (await world.outreach(twice)).exit]).toEqual([0, 7, 7]);
    expect(world.ledger.of('drafts.send')).toHaveLength(sent);
    const { items } = (await world.outreach('journal list --json')).json();
    for (const { id } of items) expect((await world.outreach(`journal show ${id}`)).exit).toBe(0);
  });

  it('takes the address out of a token, which still counts, out of names, and out of texts that were cut off', async () => {
    const world = await newWorld();
    const ana = 'ana@lumen.example';
    const name = `nm ${ana} and more text than a summary can show`;
    const line = (name: string, token: string) =>
      [
        'verification',
        'jobs',
        'create',
        ana,
        'bo@x.example',
        '--name',
        name,
        '--once',
        token,
        '--yes',
      ] as const;
    const lines = [line(name, `answer-${ana}`), line(`check-${ana}`, ana), line('n'.repeat(38), 'cut')];
    for (const words of lines) expect((await world.outreach(words)).exit).toBe(0);
    const jobs = () => world.ledger.of('verification.createJob').length;
    expect([world.journalled().includes(`answer-${ana}`), jobs()]).toEqual([true, 3]);
    const { exit, json } = await world.outreach(forgetting(ana));
    expect({ exit, complete: json().complete }).toEqual({ exit: 0, complete: true });
    expect(world.journalled()).not.toMatch(/ana@/i);
    for (const words of lines) expect((await world.outreach(words)).exit).toBe(0);
    expect(jobs()).toBe(3);
    expect((await world.outreach('journal show 1 --json')).json().token).toBe('answer-[forgotten]');
  });

  it('may be run twice, by address', async () => {
    const { world, lead } = await answered();
    await world.outreach(forgetting(lead.email));
    const { exit, json } = await world.outreach(forgetting(lead.email.toUpperCase()));
    expect(exit).toBe(0);
    expect(json().profiles).toMatchObject([
      { leadId: null, blocked: 'already', deleted: false, outcome: 'forgotten' },
    ]);
    expect((await world.outreach(`leads forget ${lead.id} --yes`)).exit).toBe(6);
  });

  it('blocks a person who is not a lead', async () => {
    const world = await newWorld();
    const { exit, json } = await world.outreach(forgetting('ana@lumen.example'));
    expect({ exit, rows: json().profiles }).toMatchObject({
      exit: 0,
      rows: [{ leadId: null, blocked: 'added', deleted: false }],
    });
  });

  it('asks once with the facts, and does nothing without consent', async () => {
    const { world, lead } = await answered();
    const before = world.journalled();
    const { exit, err } = await world.outreach(`leads forget ${lead.id}`);
    expect(exit).toBe(3);
    for (const fact of [lead.email, `Lead ${lead.id}`, 'blocklist', 'drafts', '2 journal entries', '--yes'])
      expect(err).toContain(fact);
    expect(world.requests.every((request) => request.startsWith('GET'))).toBe(true);
    expect(world.journalled()).toBe(before);
  });

  it('shows both requests in a dry run, and changes nothing', async () => {
    const { world, lead } = await answered();
    const before = world.journalled();
    const { exit, json } = await world.outreach(`leads forget ${lead.id} --dry-run --json`);
    expect(exit).toBe(0);
    expect(json().items).toMatchObject([
      { method: 'POST', path: '/blocklist', body: { values: [lead.email] } },
      { method: 'DELETE', path: `/leads/${lead.id}` },
    ]);
    expect(world.requests.every((request) => request.startsWith('GET'))).toBe(true);
    expect(world.journalled()).toBe(before);
  });

  it('deletes no one who could not be blocked', async () => {
    const { world, lead } = await answered({ between: without(/POST .*\/blocklist$/) });
    const { exit } = await world.outreach(forgetting(lead.email));
    expect(exit).toBe(6);
    expect(world.requests.some((request) => request.startsWith('DELETE'))).toBe(false);
    expect(world.journalled()).toContain(lead.email);
  });

  it('leaves the person blocked where the deletion fails, and goes on from there', {
    tags: 'slow',
  }, async () => {
    let fails = true;
    const between =
      (next: Transport): Transport =>
      async (request, signal) =>
        fails && request.method === 'DELETE'
          ? { status: 500, headers: { 'content-type': 'application/json' }, body: '{"error":"broken"}' }
          : next(request, signal);
    const { world, lead } = await answered({ between });
    const first = await world.outreach(forgetting(lead.email));
    expect({ exit: first.exit, code: JSON.parse(first.err.split('\n').at(-2) ?? '').error.code }).toEqual({
      exit: 15,
      code: 'not_all_forgotten',
    });
    expect(first.json()).toMatchObject({
      profiles: [{ blocked: 'added', deleted: null, outcome: 'failed' }],
      complete: false,
    });
    expect(world.journalled()).toContain(lead.email);
    expect(first.json().machine.replyMarks).toBe(0);
    expect(world.journalled()).toContain('"later"');
    fails = false;
    const second = await world.outreach(forgetting(lead.email));
    expect({ exit: second.exit, rows: second.json().profiles }).toMatchObject({
      exit: 0,
      rows: [{ blocked: 'already', deleted: true }],
    });
    expect([second.json().machine.replyMarks, world.journalled().includes('"later"')]).toEqual([1, false]);
  });

  it('leaves an open call of the journal as it is, and names it', async () => {
    const { world, lead } = await answered();
    world.changeJournal(
      "UPDATE intent SET told_at = NULL, state = 'unknown' WHERE operation = 'drafts.send'",
    );
    const { exit, json } = await world.outreach(forgetting(lead.email));
    const { machine, leftOpen, complete } = json();
    expect({ exit, complete }).toEqual({ exit: 15, complete: false });
    expect([machine.journal.open.length, machine.journal.redacted.length]).toEqual([1, 1]);
    expect(leftOpen[0].hint).toContain(`outreach journal settle ${machine.journal.open[0]}`);
    expect(world.journalled()).toContain(lead.email);
  });

  it('keeps the person from coming back with a file, which says which rows', async () => {
    const world = await newWorld();
    const rows = [
      'ana@lumen.example,Ana',
      'bo@lumen.example,Bo',
      'ANA@lumen.example,Anna',
      '"Ana <ana@lumen.example>",A',
    ];
    const file = join(world.home, 'p.csv');
    await writeFile(file, `Email,First Name\n${rows.join('\n')}\n`);
    await world.outreach('leads import p.csv');
    await world.outreach(forgetting('Ana@Lumen.example'));
    const done = await world.outreach('leads import p.csv --json');
    expect(done.json()).toMatchObject({ read: 4, valid: 1, sent: 1, rejected: 3 });
    expect(done.json().rejects).toMatchObject([
      { kind: 'forgotten', count: 3, rows: [{ row: 2 }, { row: 4 }, { row: 5 }] },
    ]);
    expect((await world.outreach('leads get ana@lumen.example')).exit).toBe(6);
    const { err } = await world.outreach('leads import p.csv --dry-run');
    expect(err).toContain(
      '3 rows left out, forgotten before: row 2, row 4, row 5; --keep forgotten takes them.',
    );
    expect((await world.outreach('leads audit p.csv')).err).toContain(
      '1 person was forgotten on this machine: an import leaves them out.',
    );
    await writeFile(
      join(world.home, 'out.csv'),
      'Email,Opted out\nana@lumen.example,no\nana@lumen.example,yes\n',
    );
    expect((await world.outreach('leads audit out.csv')).err).toContain('0 of 2 rows would be imported.');
    // What is stored does not name them.
    const store = await openLookStore({
      env: { OUTREACH_HOME: world.home },
      platform: 'linux',
      cwd: world.home,
    });
    onTestFinished(() => store.close());
    expect(store.naming(['ana@lumen.example'], 'all')).toEqual([]);
    const { out } = await world.outreach('leads export-subject ana@lumen.example --output -');
    expect(JSON.parse(out).thisMachine.launchChecks).toEqual([
      { stored: 'hash of the address', of: 'forgotten people' },
    ]);
    const kept = await world.outreach('leads import p.csv --keep forgotten --json');
    expect(kept.json()).toMatchObject({ valid: 2, sent: 2, rejected: 0 });
  });

  it('warns where the person is added again by hand, and is unsaid by a fresh sandbox', async () => {
    const world = await newWorld();
    await world.outreach(forgetting('ana@lumen.example'));
    const added = await world.outreach('leads add ana@lumen.example');
    expect([added.exit, added.err]).toEqual([
      0,
      expect.stringContaining('ana@lumen.example was forgotten before'),
    ]);
    await world.outreach('sandbox reset --yes');
    expect((await world.outreach('leads add ana@lumen.example')).err).not.toContain('forgotten');
  });

  it('takes the person out of stored looks and lists of leads', async () => {
    const { world, lead } = await answered();
    const store = await openLookStore({
      env: { OUTREACH_HOME: world.home },
      platform: 'linux',
      cwd: world.home,
    });
    onTestFinished(() => store.close());
    const own = accountOf({ baseUrl: inProcessBaseUrl, key: sandboxKey, inProcess: true });
    store.keepLeads(own, '7', { ids: JSON.stringify([String(lead.id), '99999']), wholeAt: 1 });
    store.keepLook(own, 'seen', JSON.stringify({ from: lead.email, id: 4 }));
    const { err } = await world.outreach(`leads forget ${lead.id}`);
    expect(err).toMatch(/Taken out of \d+ looks and lists of leads stored on this machine/);
    const { json } = await world.outreach(forgetting(lead.email));
    expect(json().machine.launchChecks).toBeGreaterThanOrEqual(2);
    expect(store.findLeads(own, '7')?.ids).toBe('["99999"]');
    expect(store.naming([lead.email], 'all')).toEqual([]);
    expect(store.findLook(own, 'seen')).toBe('{"from":"[forgotten]","id":4}');
  });

  it('leaves the person blocked where it is interrupted before the deletion', async () => {
    let world: TestWorld | undefined;
    let interrupts = true;
    const between =
      (next: Transport): Transport =>
      async (request, signal) => {
        if (interrupts && request.method === 'DELETE') world?.interrupt();
        signal?.throwIfAborted();
        return next(request, signal);
      };
    const made = await answered({ between });
    world = made.world;
    const { lead } = made;
    const { exit, json } = await world.outreach(forgetting(lead.email));
    expect(exit).toBe(130);
    expect(json().profiles).toMatchObject([{ blocked: 'added', outcome: 'failed' }]);
    interrupts = false;
    expect((await world.outreach(`leads get ${lead.id}`)).exit).toBe(0);
    expect((await world.outreach(`blocklist check ${lead.email}`)).out).toContain('true');
    expect((await world.outreach(forgetting(lead.email))).json().complete).toBe(true);
  });
});

/** The same; then the answers to some requests are changed, though the call has its effect. Undefined: it is lost. */
async function confused(when: RegExp, change: (body: string) => string | undefined) {
  let isOn = false;
  const between =
    (next: Transport): Transport =>
    async (request, signal) => {
      const answer = await next(request, signal);
      if (!isOn || !when.test(`${request.method} ${request.path}`)) return answer;
      const body = change(answer.body);
      if (body === undefined) throw new WireFailure('reset', true, 'the connection was closed');
      return { ...answer, body };
    };
  const made = await answered({ between });
  isOn = true;
  return made;
}

const writesOf = (world: TestWorld) => world.requests.filter((request) => !request.startsWith('GET'));

describe('leads forget of a person whom the service confuses', () => {
  it('sends nothing where the answer is about another lead', async () => {
    const { world, lead } = await confused(/^GET \/leads\/\d+$/, (body) =>
      body.replace(/"id":\d+/, '"id":999'),
    );
    expect((await world.outreach(`leads forget ${lead.id} --yes`)).exit).toBe(11);
    expect((await world.outreach(`leads export-subject ${lead.id} --output -`)).exit).toBe(11);
    expect(writesOf(world)).toEqual([]);
  });

  it.each(['gmail.com', '', 'ana@'])('blocks only an address: not %o', async (email) => {
    const { world, lead } = await confused(/^GET \/leads\/\d+$/, (body) =>
      body.replace(/"email":"[^"]*"/, `"email":"${email}"`),
    );
    const { exit, err } = await world.outreach(`leads forget ${lead.id} --yes`);
    expect([exit, writesOf(world)]).toEqual([7, []]);
    expect(err).toContain('has no email address');
    expect((await world.outreach(`leads export-subject ${lead.id} --output -`)).exit).toBe(7);
  });

  it.each([
    [
      'other leads',
      '{"leads":[{"id":9,"email":"bo@x.example"}],"total":1,"page":1,"limit":20,"hasMore":false}',
    ],
    ['more pages', '{"leads":[],"total":40,"page":1,"limit":20,"hasMore":true}'],
  ])('does not take %s for a lookup that found none', async (_, body) => {
    const { world, lead } = await confused(/^GET \/leads$/, () => body);
    const { exit, err } = await world.outreach(forgetting(lead.email));
    expect([exit, writesOf(world)]).toEqual([15, []]);
    expect(err).toContain('could not be looked up');
  });

  it('takes no deletion of another lead for done', async () => {
    const { world, lead } = await confused(/^DELETE \/leads\/\d+$/, () => '{"id":999,"message":"deleted"}');
    // It is gone in fact, which the look afterwards shows.
    expect((await world.outreach(forgetting(lead.email))).json().profiles[0].deleted).toBe(true);
    expect((await world.outreach('leads delete 2 --yes')).exit).toBe(14);
  });

  it('ends with 14 where the answer to the block is lost at every try', async () => {
    const { world, lead } = await confused(/^POST \/blocklist$/, () => undefined);
    const { exit, err } = await world.outreach(forgetting(lead.email));
    expect({ exit, outcome: JSON.parse(err.split('\n').at(-2) ?? '').error.outcome }).toEqual({
      exit: 14,
      outcome: 'unknown',
    });
  });
});

describe('leads forget that was cut off', () => {
  it.each([
    ['id', (lead: { id: number }) => String(lead.id)],
    ['address', (lead: { email: string }) => lead.email],
  ] as const)('is finished by the same line after the deletion took effect: by %s', async (_, argument) => {
    let dies = true;
    let world: TestWorld | undefined;
    const between =
      (next: Transport): Transport =>
      async (request, signal) => {
        const answer = await next(request, signal);
        if (!dies || request.method !== 'DELETE') return answer;
        world?.interrupt();
        throw new WireFailure('aborted', true, 'stopped');
      };
    const made = await answered({ between });
    world = made.world;
    const line = forgetting(argument(made.lead));
    expect((await world.outreach(line)).exit).toBe(130);
    expect((await world.outreach(`leads get ${made.lead.id}`)).exit).toBe(6);
    expect(world.journalled()).toContain(made.lead.email);
    dies = false;
    const { exit, json } = await world.outreach(line);
    expect({ exit, leadId: json().profiles[0].leadId, complete: json().complete }).toEqual({
      exit: 0,
      leadId: made.lead.id,
      complete: true,
    });
    expect(world.journalled()).not.toContain(made.lead.email);
    const checks = await readFile(join(world.home, 'state', 'checks.db'), 'latin1');
    expect(checks).not.toContain(made.lead.email);
    expect((await world.outreach(`leads forget ${made.lead.id} --yes`)).exit).toBe(6);
  });

  it('sees that the lead is gone where every answer to the deletion was lost', async () => {
    const { world, lead } = await confused(/^DELETE \/leads\/\d+$/, () => '');
    const { exit, json } = await world.outreach(forgetting(String(lead.id)));
    expect({ exit, complete: json().complete }).toEqual({ exit: 0, complete: true });
    expect(world.journalled()).not.toContain(lead.email);
  });

  it('does not call the own entries those of other profiles where the deletion fails', async () => {
    const { world, lead } = await answered({ between: without(/^DELETE \/leads/) });
    const { exit, json } = await world.outreach(forgetting(lead.email));
    expect([exit, json().machine.journal.otherProfiles]).toEqual([15, []]);
    expect(JSON.stringify(json().leftOpen)).not.toContain('other profiles');
  });

  it('ends with 15 and is not complete where anything is left', async () => {
    const { world, lead } = await answered();
    await world.outreach('sandbox snapshot save before');
    const { exit, json } = await world.outreach(forgetting(lead.email));
    expect([exit, json().complete, json().leftOpen.length]).toEqual([15, false, 1]);
  });

  it('names the marks of their replies in its question', async () => {
    const { world, lead } = await answered();
    const { err } = await world.outreach(`leads forget ${lead.id}`);
    expect(err).toContain('mark of their replies');
  });
});

describe('leads forget --all-profiles', () => {
  const ana = 'ana@lumen.example';
  const everywhere = ['leads', 'forget', ana, '--all-profiles', '--json'];
  const login = (name: string) =>
    [`login --profile ${name} --base-url ${baseUrl} --key-stdin`, { stdin: liveKey }] as const;

  it('goes on where one profile fails, and names it', async () => {
    const world = await liveWorld();
    await world.outreach(...login('prod'));
    await world.outreach('profiles set nokey --base-url https://api.outreach.example/r');
    await world.outreach(`leads add ${ana} --profile prod`);
    const rehearsed = await world.outreach([...everywhere, '--dry-run']);
    expect(JSON.parse(rehearsed.err).error).toMatchObject({
      exitCode: 15,
      outcome: 'none',
      message: expect.stringContaining('would not be forgotten everywhere'),
      hint: expect.not.stringContaining('what is done'),
    });
    const { exit, json } = await world.outreach([...everywhere, '--yes']);
    expect(exit).toBe(15);
    const of = (name: string) => json().profiles.find(({ profile }: { profile: string }) => profile === name);
    expect(of('prod')).toMatchObject({ target: 'live', deleted: true, outcome: 'forgotten' });
    expect(of('nokey')).toMatchObject({ outcome: 'failed', error: { code: 'no_key' } });
    expect(json().leftOpen[0].what).toContain('nokey');
    expect((await world.outreach(`leads get ${ana} --profile prod`)).exit).toBe(6);
  });

  it('asks one question for all, and shows every request in a dry run', async () => {
    const world = await liveWorld();
    await world.outreach(...login('prod'));
    await world.outreach(`leads add ${ana} --profile prod`);
    world.sent.length = 0;
    const asked = await world.outreach(everywhere);
    expect(asked.exit).toBe(3);
    expect(JSON.parse(asked.err).error).toMatchObject({ code: 'confirmation_required' });
    expect(asked.err).toContain('prod: lead');
    const { exit, json } = await world.outreach([...everywhere, '--dry-run']);
    expect(exit).toBe(0);
    const prod = json().profiles.find(({ profile }: { profile: string }) => profile === 'prod');
    expect(prod).toMatchObject({ outcome: 'planned', requests: [{ method: 'POST' }, { method: 'DELETE' }] });
    expect(world.sent.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('takes a read-only profile for done where another of the same workspace has done it', async () => {
    const world = await liveWorld();
    await world.outreach(...login('prod'));
    const other = [
      `login --profile reader --base-url ${baseUrl} --key-stdin`,
      { stdin: liveReadOnlyKey },
    ] as const;
    await world.outreach(...other);
    await world.outreach(`leads add ${ana} --profile prod`);
    await world.outreach('profiles set reader --read-only');
    const { exit, json, err } = await world.outreach([...everywhere, '--yes']);
    const of = (name: string) => json().profiles.find(({ profile }: { profile: string }) => profile === name);
    expect([err, of('reader')]).toMatchObject(['', { outcome: 'forgotten', blocked: 'already' }]);
    expect([exit, json().complete]).toEqual([0, true]);
  });

  it('plans no request for a key that only reads, where nothing else forgets the person', async () => {
    const world = await liveWorld();
    await world.outreach(`login --profile reader --base-url ${baseUrl} --key-stdin`, {
      stdin: liveReadOnlyKey,
    });
    const all = await world.outreach([...everywhere, '--dry-run']);
    const reader = all.json().profiles.find(({ profile }: { profile: string }) => profile === 'reader');
    expect([all.exit, reader]).toMatchObject([15, { outcome: 'failed', error: { code: 'forbidden' } }]);
    const [dry, real] = [
      await world.outreach(`leads forget ${ana} --profile reader --dry-run`),
      await world.outreach(`leads forget ${ana} --profile reader --yes`),
    ];
    expect([dry.exit, dry.out, real.exit]).toEqual([5, '', 5]);
  });

  it('takes an address: an id is another person in each profile', async () => {
    const world = await newWorld();
    expect((await world.outreach('leads forget 1 --all-profiles --yes')).exit).toBe(2);
    expect((await world.outreach(`leads forget ${ana} --all-profiles --profile sandbox`)).exit).toBe(2);
    expect(world.requests).toEqual([]);
  });
});
