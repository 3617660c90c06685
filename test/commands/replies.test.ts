import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { WireAnswer } from '../../src/contract/wire.ts';
import { newWorld } from '../world.ts';
import { campaignWithReplies, withReplies } from './conversation.ts';

interface Reply {
  readonly id: number;
  readonly responseCategory: string | null;
}

describe('replies', () => {
  it('come from the leads of a campaign and are shown one by one', async () => {
    const world = await newWorld({ saved: await withReplies() });
    const id = 1;
    const { items, total } = (await world.outreach('replies list --all --json')).json();
    expect(items.length).toBeGreaterThan(0);
    expect(total).toBe(items.length);
    const reply = items[0];
    expect(reply.campaignId).toBe(id);
    expect((await world.outreach(`replies show ${reply.id} --json`)).json()).toEqual(reply);
    expect((await world.outreach(`replies show ${reply.id}`)).out).toContain(reply.fromAddress);
  });

  it('show whole names where there is room, and say that more than 20 people were not looked up', {
    tags: 'slow',
  }, async () => {
    const world = await newWorld({ tty: true, columns: 140, env: { NO_COLOR: '1' } });
    await world.outreach('start --yes');
    const few = await world.outreach('replies list --limit 20');
    expect(few.out).toMatch(/ {2}\S.{28,}, .*(?:not_)?interested/);
    expect(few.err).not.toContain('looked up');
    const many = await world.outreach('replies list --limit 25');
    expect(many.err).toContain('Names are looked up for 20 people; the others are shown by their address.');
    expect(many.out).toMatch(/ \S+@\S+\.example /);
    expect(many.out.split('\n').every((line) => line.length <= 140)).toBe(true);
  });

  it('that do not exist are not found', async () => {
    const world = await newWorld();
    const { exit, err } = await world.outreach('replies show 99');
    expect(exit).toBe(6);
    expect(err).toContain('There is no reply 99');
  });
});

describe('replies that wait for an answer', () => {
  it('are interested or not categorized, the newest of their thread, and not answered from here', async () => {
    const world = await newWorld({ saved: await withReplies() });
    const all = (await world.outreach('replies list --all --json')).json().items;
    const waiting = async () => {
      const { json, err } = await world.outreach('replies list --unanswered --all --json');
      expect(JSON.parse(err)).toEqual({
        warning: 'answers sent elsewhere are not seen: from Gmail, Outlook or the app',
      });
      return json().items.map(({ id }: { id: number }) => id);
    };
    const matter = all
      .filter(({ responseCategory }: Reply) => ['interested', null].includes(responseCategory))
      .map(({ id }: Reply) => id);
    expect(matter.length).toBeGreaterThan(0);
    expect(await waiting()).toEqual(matter);
    const [draft] = (await world.outreach('drafts list --json')).json().items;
    expect((await world.outreach(`drafts send ${draft.id} --yes`)).exit).toBe(0);
    expect(await waiting()).toEqual(matter.filter((id: number) => id !== draft.inReplyToEmailId));
  });

  it('are shown at a terminal with their people, campaign, draft and first words', async () => {
    const world = await newWorld({ tty: true, columns: 200, saved: await withReplies() });
    const [draft] = (await world.outreach('drafts list --json')).json().items;
    const { items } = (await world.outreach('replies list --all --json')).json();
    const reply = items.find(({ id }: Reply) => id === draft.inReplyToEmailId);
    const { firstName, company } = (await world.outreach(`leads get ${reply.leadId} --json`)).json();
    const [campaign] = (await world.outreach('campaigns list --json')).json().items;
    const rowOf = (out: string, id: number) =>
      out.split('\n').find((line) => line.trim().startsWith(`${id} `));

    world.requests.length = 0;
    const row = rowOf((await world.outreach('replies list --no-color')).out, reply.id);
    for (const shown of [firstName, company, campaign.name, `${draft.id}`])
      expect(row).toContain(shown ?? '');
    expect(row).toContain(reply.body.split('\n')[0]);
    expect(world.requests.length).toBeLessThanOrEqual(24);

    const drafted = rowOf((await world.outreach('drafts list --no-color')).out, draft.id);
    for (const shown of [firstName, campaign.name, reply.responseCategory])
      expect(drafted).toContain(shown ?? '');

    const shown = (await world.outreach(`drafts show ${draft.id} --no-color`)).out;
    expect(shown).toContain(`│ ${reply.body.split('\n')[0]}`);
    expect(shown.indexOf('They wrote')).toBeLessThan(shown.indexOf('Draft of your answer'));
    expect((await world.outreach(`leads get ${reply.leadId} --no-color`)).out).toMatch(
      new RegExp(`Campaigns *: *${campaign.id} ${campaign.name}|Campaigns +${campaign.id} ${campaign.name}`),
    );

    await world.outreach(`drafts send ${draft.id} --yes`);
    expect(rowOf((await world.outreach('replies list --no-color')).out, reply.id)).toContain('sent');
  });

  it('are found by names, too, and not at all under a name that nothing has', async () => {
    const world = await newWorld({ saved: await withReplies() });
    const { items } = (await world.outreach('replies list --all --json')).json();
    const line = `replies list --campaign autumn --lead ${items[0].fromAddress} --since 21d --until today --json`;
    expect((await world.outreach(line)).json()).toMatchObject({
      items: [items[0]],
      total: 1,
      hasMore: false,
    });
    for (const option of ['--campaign Spring', '--lead no-such@lumen.example']) {
      const { exit, out } = await world.outreach(`replies list ${option} --all --json`);
      expect({ exit, out }).toEqual({ exit: 6, out: '' });
    }
  });

  it('are as the service gives them where a program reads them, in one call', async () => {
    const world = await newWorld({ saved: await withReplies() });
    for (const line of [
      'replies list',
      'replies list --json',
      'drafts list',
      'drafts list --csv',
      'senders list',
    ]) {
      world.requests.length = 0;
      const { out } = await world.outreach(line);
      expect({ line, requests: world.requests.length, out }).toMatchObject({ requests: 1 });
      expect(out).not.toContain('beside');
    }
  });

  it('are shown where nothing of what stands beside them can be read', async () => {
    const refused = /^\/(?:campaigns|leads\/\d+|reply-drafts)$/;
    let broken = false;
    const world = await newWorld({
      tty: true,
      between: (next) => async (request, signal) =>
        broken && refused.test(request.path)
          ? { status: 500, headers: {}, body: '{}' }
          : next(request, signal),
    });
    await campaignWithReplies(world);
    const { items } = (await world.outreach('replies list --json')).json();
    broken = true;
    const { exit, out } = await world.outreach('replies list --no-color');
    expect({ exit, out }).toEqual({ exit: 0, out: expect.stringContaining(items[0].fromAddress) });
  });
});

describe('drafts', () => {
  it('say above the question what no one has filled in', async () => {
    const world = await newWorld({ saved: await withReplies() });
    const [{ id }] = (await world.outreach('drafts list --all --json')).json().items;
    const facts = async (body: string) => {
      await writeFile(join(world.home, 'answer.txt'), body);
      await world.outreach(`drafts edit ${id} --subject "Re: Thursday" --file answer.txt`);
      return JSON.parse((await world.outreach(`drafts send ${id} --json`)).err).error.details.facts.join(
        '\n',
      );
    };
    expect(await facts('Hello {firstName}, [Company] { at {{city}}.')).toMatch(
      /Not filled in, and sent as it is: \{\{city\}\}, \[Company\], \{firstName\}\nA brace in it is not part/,
    );
    expect(await facts('Thursday suits me.')).not.toMatch(/Not filled in|brace/);
  });

  it('are shown, edited and sent once, with consent', async () => {
    const world = await newWorld({ saved: await withReplies() });
    const { items } = (await world.outreach('drafts list --all --json')).json();
    expect(items.length).toBeGreaterThan(0);
    const [{ id, to }] = items;
    await writeFile(join(world.home, 'answer.txt'), 'Thursday suits me.\nAna\n');
    const edited = await world.outreach(
      `drafts edit ${id} --subject "Re: Thursday" --file answer.txt --json`,
    );
    expect(edited.json()).toMatchObject({ id, subject: 'Re: Thursday', body: 'Thursday suits me.\nAna' });

    const asked = await world.outreach(`drafts send ${id}`);
    expect({ exit: asked.exit, out: asked.out }).toEqual({ exit: 3, out: '' });
    expect(asked.err).toContain(`To: ${to[0]}`);
    expect(asked.err).toContain('Subject: Re: Thursday');
    expect(world.requests).not.toContain(`POST /reply-drafts/${id}/send`);

    const sent = await world.outreach(`drafts send ${id} --yes --json`);
    expect(sent.exit).toBe(0);
    expect(sent.json()).toMatchObject({ id, subject: 'Re: Thursday' });
    world.clock.advance(60_000);
    for (const line of [`drafts send ${id} --yes`, `drafts show ${id}`, `drafts send ${id}`]) {
      const again = await world.outreach(`${line} --json`);
      expect(again.exit).toBe(7);
      expect(JSON.parse(again.err).error).toMatchObject({ code: 'done_recently' });
      expect(again.err).toMatch(/60 s ago, at \S+ \(journal \d+\)/);
    }
    world.clock.advance(3_600_000);
    const late = await world.outreach(`drafts send ${id} --yes --json`);
    expect([late.exit, JSON.parse(late.err).error.code]).toEqual([7, 'already_sent']);
    const other = await world.outreach('drafts send 987654 --yes');
    expect(other.exit).toBe(6);
    expect(other.err).toContain('There is no draft 987654');
    expect(world.requests.filter((request) => request === `POST /reply-drafts/${id}/send`)).toHaveLength(1);
  });

  it('are not sent again within ten minutes, also where the list still has them', async () => {
    let lagging: WireAnswer | undefined;
    const world = await newWorld({
      between: (next) => async (request, signal) => {
        const isList = request.method === 'GET' && request.path === '/reply-drafts';
        if (isList && lagging !== undefined) return lagging;
        const answer = await next(request, signal);
        if (isList) lagging = answer;
        return answer;
      },
    });
    await campaignWithReplies(world);
    lagging = undefined;
    const [{ id }] = (await world.outreach('drafts list --all --json')).json().items;
    const line = `drafts send ${id} --yes --json`;
    expect((await world.outreach(line)).exit).toBe(0);
    for (let run = 0; run < 2; run++) {
      const again = await world.outreach(line);
      expect([again.exit, JSON.parse(again.err).error.code]).toEqual([7, 'done_recently']);
    }
    const posts = world.requests.filter((request) => request === `POST /reply-drafts/${id}/send`);
    expect(posts).toHaveLength(1);
  });

  it('need something to change, from one place', async () => {
    const world = await newWorld();
    expect((await world.outreach('drafts edit 1')).err).toContain('Nothing to change');
    expect((await world.outreach('drafts edit 1 --body x --file y')).err).toContain(
      'cannot be used together',
    );
    expect((await world.outreach('drafts edit 1 --file missing.txt')).err).toContain('missing.txt');
    expect(world.requests).toEqual([]);
  });
});

describe('report outcomes', () => {
  it('is not asked for backwards', async () => {
    const world = await newWorld();
    const { exit, err } = await world.outreach('report outcomes --since 2026-11-30 --until 2026-11-01');
    expect([exit, world.requests]).toEqual([2, []]);
    expect(err).toContain('--since 2026-11-30 is after --until 2026-11-01');
    const day = '--since 2026-11-01 --until 2026-11-01';
    expect((await world.outreach(`report outcomes ${day}`)).exit).toBe(0);
  });

  it.each(['2026-13-01', '2026-02-30', '2026-02-29', '2026-00-10', '2026-10-01T25:00:00Z', 'soon'])(
    'is not asked for a day that there is none of: %s',
    async (day) => {
      for (const line of [
        `report outcomes --since ${day} --json`,
        `report outcomes --until ${day} --json`,
        `api report.outcomes --query since=${day} --json`,
        `api GET /reports/outcomes?until=${day} --json`,
      ]) {
        const world = await newWorld();
        const { exit, err } = await world.outreach(line);
        expect([line, exit, world.requests]).toEqual([line, 2, []]);
        const { message } = JSON.parse(err.trim().split('\n').at(-1) ?? '').error;
        expect(message).toMatch(/since|until/);
        expect(message).toContain(day);
        expect(message).toMatch(/must be a (?:date|day of the calendar|time such as)/);
      }
    },
  );

  it('adds up from what happened', async () => {
    const world = await newWorld({ saved: await withReplies() });
    const id = 1;
    const report = (await world.outreach(`report outcomes --campaign ${id} --json`)).json();
    const replies = (await world.outreach('replies list --all --json')).json();
    expect(report.outcomes.sent).toBeGreaterThan(0);
    expect(report.outcomes.replies).toBe(replies.items.length);
    const drawn = await world.outreach(`report outcomes --campaign ${id}`, { tty: true });
    expect(drawn.out).toContain('Positive replies');
  });

  it('knows nothing to divide by from a price of zero', async () => {
    const world = await newWorld();
    const report = (await world.outreach('report outcomes --json')).json();
    expect(report).toMatchObject({ outcomes: { sent: 0 }, costPerReply: null, costPerMeeting: null });
    const { out } = await world.outreach('report outcomes', { tty: true });
    expect(stripVTControlCharacters(out)).toMatch(/Per meeting +- *$/m);
  });

  it('takes dates and times, and refuses other words', async () => {
    const world = await newWorld();
    expect(
      (await world.outreach('report outcomes --since 2026-10-01 --until 2026-10-02T10:00:00Z')).exit,
    ).toBe(0);
    const { exit, err } = await world.outreach('report outcomes --since lately');
    expect(exit).toBe(2);
    expect(err).toContain('--since must be a time');
  });
});
