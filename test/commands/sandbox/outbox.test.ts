import { lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setAnswerProfile } from '../../../src/sandbox/world/answers/answer-profile.ts';
import { silence } from '../../silence.ts';
import { newWorld, type TestWorld } from '../../world.ts';

const call = async (world: TestWorld, method: 'POST' | 'PUT', path: string, body?: unknown) => {
  const { sandboxKey } = await import('../../../src/contract/keys.ts');
  const answer = await world.sandbox.transport({
    method,
    path,
    query: [],
    headers: { authorization: `Bearer ${sandboxKey}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body}`);
  return JSON.parse(answer.body);
};

interface Options {
  people?: Record<string, unknown>[];
  steps?: Record<string, unknown>[];
  answers?: Parameters<typeof setAnswerProfile>[1];
}

/** A fortnight of a campaign. */
async function rehearsed({ people, steps, answers = silence }: Options = {}) {
  const world = await newWorld();
  setAnswerProfile(world.sandbox.state, answers);
  const { campaign } = await call(world, 'POST', '/campaigns', { name: 'Autumn' });
  const at = `/campaigns/${campaign.id}`;
  await call(world, 'PUT', `${at}/sequence`, {
    steps: steps ?? [
      { order: 1, subject: 'A question for {company}', body: 'Hi {firstName},\n\nyour {Big Plan}: {sizes}' },
      { order: 2, body: 'Any thoughts, {firstName}?', delayDays: 2, useSameThread: true },
    ],
    signature: 'Anna',
  });
  await call(world, 'PUT', `${at}/schedule`, { daysSchedule: '1,2,3,4,5' });
  await call(world, 'POST', `${at}/sender-emails`, { senderEmailIds: [1] });
  await call(world, 'POST', '/leads', {
    campaignId: campaign.id,
    leads: people ?? [
      {
        email: 'jose@lumen.example',
        firstName: 'José',
        lastName: 'Núñez',
        company: 'Lumen',
        customVariables: { 'big plan': 'merger', sizes: [1, 2], more: { a: 'b' } },
      },
      { email: 'info@acme.example', company: 'Acme' },
    ],
  });
  await call(world, 'POST', `${at}/resume`, {});
  await world.outreach('sandbox clock advance 14d -q');
  return world;
}

const outbox = async (world: TestWorld, words = '') =>
  (await world.outreach(`sandbox outbox ${words} --json`)).json();

describe('sandbox outbox', () => {
  it('lists what would have left, newest first, and names what had no value', async () => {
    const world = await rehearsed();
    const { items, total } = await outbox(world);
    expect(total).toBe(4);
    expect((await outbox(world, 'list')).items).toEqual(items);
    expect(items.map(({ to, step, missing }: Record<string, unknown>) => [to, step, missing])).toEqual([
      ['info@acme.example', 2, ['firstname']],
      ['jose@lumen.example', 2, []],
      ['info@acme.example', 1, ['firstname', 'big_plan', 'sizes']],
      ['jose@lumen.example', 1, []],
    ]);
    const wrong = await world.outreach('sandbox outbox lst');
    expect([wrong.exit, wrong.err.includes('outreach sandbox outbox list')]).toEqual([2, true]);
    expect((await world.outreach('sandbox outbox --help')).out).toContain('export');
    expect((await world.outreach('sandbox outbox --wrong')).exit).toBe(2);
    const drawn = await world.outreach('sandbox outbox');
    expect(drawn.out).toContain('{big_plan}');
  });

  it('names what the subject of a thread had no value for, in its follow-ups, too', async () => {
    const world = await rehearsed({
      people: [{ email: 'ana@lumen.example' }],
      steps: [
        { order: 1, subject: 'Hi {Met At}', body: 'Hi {firstName}' },
        { order: 2, body: 'Any thoughts?', delayDays: 2, useSameThread: true },
      ],
    });
    const { items } = await outbox(world, '--missing');
    expect(items.map(({ subject, missing }: Record<string, unknown>) => [subject, missing])).toEqual([
      ['Re: Hi {Met At}', ['met_at']],
      ['Hi {Met At}', ['met_at', 'firstname']],
    ]);
  });

  it('names it in an answer by hand to such a thread as well', async () => {
    const world = await rehearsed({
      people: [{ email: 'ana@lumen.example' }],
      steps: [{ order: 1, subject: 'Hi {Met At}', body: 'Hi {firstName}' }],
      answers: { ...silence, reply: 1, positive: 1 },
    });
    const [draft] = (await world.outreach('drafts list --json')).json().items;
    const { exit, err } = await world.outreach(`drafts send ${draft.id} --yes`);
    expect(exit, err).toBe(0);
    await world.outreach('sandbox clock advance 1h -q');
    const { items } = await outbox(world, '--missing');
    expect(items.map(({ subject, missing }: Record<string, unknown>) => [subject, missing])).toEqual([
      ['Re: Hi {Met At}', ['met_at']],
      ['Hi {Met At}', ['met_at', 'firstname']],
    ]);
  });

  it('narrows, pages, and says so where there is nothing', async () => {
    const world = await rehearsed();
    expect((await outbox(world, '--missing')).total).toBe(2);
    expect((await outbox(world, '--to JOSE@lumen.example')).total).toBe(2);
    expect((await outbox(world, '--campaign Autumn --from anna.berg@northwind-mail.example')).total).toBe(4);
    expect((await outbox(world, '--from tom.hale@northwind-mail.example')).total).toBe(0);
    const pages = [1, 2].map((page) => outbox(world, `list --limit 3 --page ${page}`));
    const [first, second] = await Promise.all(pages);
    expect([first.items.length, first.hasMore, second.items.length, second.hasMore]).toEqual([
      3,
      true,
      1,
      false,
    ]);
    const all = await world.outreach('sandbox outbox list --all --ndjson --fields id');
    expect(all.out.trim().split('\n')).toHaveLength(4);
    const unknown = await world.outreach('sandbox outbox --campaign Winter');
    expect([unknown.exit, unknown.out]).toEqual([6, '']);
  });

  it('shows one as it would have left, in its conversation', async () => {
    const world = await rehearsed();
    const { items } = await outbox(world, '--to jose@lumen.example');
    const [later, first] = await Promise.all(
      items.map(({ id }: { id: number }) => outbox(world, `show ${id}`)),
    );
    expect(first).toMatchObject({
      from: 'anna.berg@northwind-mail.example',
      subject: 'A question for Lumen',
      body: 'Hi José,\n\nyour merger: [1,2]\n\nAnna',
      inReplyTo: null,
      references: [],
    });
    expect(later).toMatchObject({
      subject: 'Re: A question for Lumen',
      threadId: first.threadId,
      inReplyTo: first.messageId,
      references: [first.messageId],
    });
    expect(first.messageId).toMatch(/^<\d+\.[a-z0-9]+@northwind-mail\.example>$/);
    const none = await world.outreach('sandbox outbox show 9999');
    expect([none.exit, none.out]).toEqual([6, '']);
  });

  it('finds texts, whatever their case', async () => {
    const world = await rehearsed();
    expect((await outbox(world, 'search JOSÉ')).items).toHaveLength(2);
    expect((await outbox(world, 'search "{firstName}" --limit 1')).hasMore).toBe(true);
    expect((await outbox(world, 'search "{firstName}" --limit 1 --page 2')).items).toHaveLength(1);
    expect((await outbox(world, 'search nowhere')).items).toEqual([]);
    const empty = await world.outreach(['sandbox', 'outbox', 'search', ' ']);
    expect(empty.exit).toBe(2);
  });

  it('holds answers that were sent by hand, with everything that was said before', async () => {
    const answers = {
      ...silence,
      reply: 1,
      followUpFactor: 0,
      positive: 1,
      unsubscribe: 0,
      languages: { en: 1 },
    };
    const world = await rehearsed({ answers });
    const drafts = (await world.outreach('drafts list --json')).json();
    await world.outreach(`drafts send ${drafts.items[0].id} --yes`);
    await world.outreach('sandbox clock advance 10m -q');
    const { items } = await outbox(world, '--answers');
    expect(items).toHaveLength(1);
    const shown = await outbox(world, `show ${items[0].id}`);
    expect(shown).toMatchObject({ campaignId: null, step: null, subject: expect.stringMatching(/^Re: /) });
    expect(shown.references.length).toBeGreaterThanOrEqual(2);
    expect(shown.inReplyTo).toMatch(/@(lumen|acme)\.example>$/);
  });

  it('has the same ids for the same seed', async () => {
    const ids = async () => {
      const world = await rehearsed();
      const { items } = await outbox(world);
      return (await outbox(world, `show ${items[0].id}`)).messageId;
    };
    expect(await ids()).toBe(await ids());
  });
});

describe('sandbox outbox export', () => {
  const hostile = {
    people: [{ email: 'mia@lumen.example', firstName: 'a\r\nBcc: evil@c.example', lastName: '"; <x>' }],
    steps: [{ order: 1, subject: '../../{firstName} 日本 '.repeat(9), body: '.\nFrom here on\n{firstName}' }],
  };

  it('writes a file for each email, safely named and for the owner alone', { tags: 'slow' }, async () => {
    const world = await rehearsed(hostile);
    const run = await world.outreach('sandbox outbox export mails --json');
    expect(run.json()).toEqual({ path: 'mails', emails: 1 });
    const folder = join(world.home, 'mails');
    const [name = '', ...others] = await readdir(folder);
    expect(others).toEqual([]);
    expect(name).toMatch(/^[a-z0-9._-]+\.eml$/);
    expect((await lstat(folder)).mode & 0o777).toBe(0o700);
    expect((await lstat(join(folder, name))).mode & 0o777).toBe(0o600);
    const text = await readFile(join(folder, name), 'utf8');
    const head = text.slice(0, text.indexOf('\r\n\r\n'));
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(head).not.toMatch(/^bcc/im);
    expect(head.split('\r\n').filter((line) => /^[A-Za-z-]+:/.test(line))).toHaveLength(9);
    const shown = await world.outreach(`sandbox outbox show ${Number(name.split('_')[1])} --eml`);
    expect(shown.out.trim()).toBe(text.trim());
  });

  it('has the From name of each email as it was sent, whatever the mailbox is called since', async () => {
    const world = await rehearsed({ people: [{ email: 'mia@lumen.example', firstName: 'Mia' }] });
    const rename = (name: string) => call(world, 'PUT', '/sender-emails/1', { givenName: name });
    const history = (await world.outreach('senders get 1 --json')).json().connectionHistory;
    await rename('Bo');
    await rename('Mallory');
    await call(world, 'POST', '/leads', {
      campaignId: 1,
      leads: [{ email: 'zoe@lumen.example', firstName: 'Zoe' }],
    });
    await world.outreach('sandbox clock advance 7d -q');
    const { items } = await outbox(world, '--all');
    const nameTo = (to: string) => [
      ...new Set(items.flatMap((email: Record<string, string>) => (email.to === to ? email.fromName : []))),
    ];
    expect([nameTo('mia@lumen.example'), nameTo('zoe@lumen.example')]).toEqual([
      ['Anna Berg'],
      ['Mallory Berg'],
    ]);
    const { id } = items.at(-1);
    expect((await world.outreach(`sandbox outbox show ${id} --eml`)).out).toContain('From: Anna Berg <');
    expect((await world.outreach(`sandbox outbox show ${id}`, { tty: true })).out).toContain('Anna Berg <');
    expect((await world.outreach('senders get 1 --json')).json().connectionHistory).toEqual(history);
  });

  it('replaces nothing, and follows no link', async () => {
    const world = await rehearsed();
    const path = (name: string) => join(world.home, name);
    await mkdir(path('full'));
    await writeFile(path('full/mine.txt'), 'mine');
    await writeFile(path('kept.eml'), 'mine');
    await symlink(path('elsewhere'), path('link'));
    for (const name of ['full', 'kept.eml', 'link', 'kept.eml/inside']) {
      const run = await world.outreach(`sandbox outbox export ${name}`);
      expect([name, run.exit, run.out]).toEqual([name, 2, '']);
      expect(run.err).toContain(name);
    }
    expect(await readdir(path('full'))).toEqual(['mine.txt']);
    expect(await readFile(path('kept.eml'), 'utf8')).toBe('mine');
    await expect(lstat(path('elsewhere'))).rejects.toThrow('ENOENT');
  });
});
