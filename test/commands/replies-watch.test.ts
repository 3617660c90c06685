import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/local/database.ts';
import { reply, replyService } from './reply-service.ts';

const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, at) => reply(last - at));
const idsIn = (out: string) => out.split('\n').flatMap((line) => (line === '' ? [] : [Number(line)]));

describe('replies watch', () => {
  it('begins with what comes from then on, and goes on from where it stopped', async () => {
    const { world, service } = await replyService({ replies: upTo(3) });
    const look = async (more = '') => {
      const { exit, out } = await world.outreach(`replies watch --once --ndjson --fields id ${more}`);
      expect(exit).toBe(0);
      return out.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).id]));
    };
    expect(await look()).toEqual([]);
    service.replies = upTo(6);
    expect(await look()).toEqual([4, 5, 6]);
    expect(await look()).toEqual([]);
    service.replies = upTo(9);
    expect(await look('--limit 2')).toEqual([7, 8]);
    expect(await look()).toEqual([9]);
  });

  it('shows more than a page of new ones, each once, in the calls that it takes', async () => {
    const { world, service, sent } = await replyService({ replies: upTo(450) });
    await world.outreach('replies watch --once');
    expect(sent).toHaveLength(1);
    service.replies = upTo(900);
    const { out } = await world.outreach('replies watch --once --fields id');
    expect(idsIn(out)).toEqual(Array.from({ length: 450 }, (_, at) => 451 + at));
    expect(sent).toHaveLength(1 + 3);
  });

  it('loses nothing and repeats nothing where a look fails, also in the middle of its pages', async () => {
    let looks = 0;
    const { world, service } = await replyService(
      { replies: upTo(10) },
      {
        answer: ({ path, query }) => {
          if (path !== '/replies') return undefined;
          const isFirst = Object.fromEntries(query).page !== '2';
          if (isFirst && ++looks === 2) service.replies = upTo(300);
          if (looks >= 2 && looks < 20 && !isFirst) return { status: 503, body: '{}' };
          return undefined;
        },
      },
    );
    const { exit, out } = await world.outreach('replies watch --every 1m --for 20m --fields id');
    expect([exit, out]).toEqual([11, '']);
    looks = 20;
    const on = await world.outreach('replies watch --every 1m --for 3m --fields id');
    expect([on.exit, idsIn(on.out)]).toEqual([0, Array.from({ length: 290 }, (_, at) => 11 + at)]);
  });

  it('goes on over looks that fail, and says so', async () => {
    let looks = 0;
    const { world, service } = await replyService(
      { replies: upTo(1) },
      {
        answer: () => {
          looks += 1;
          if (looks === 2) service.replies = upTo(2);
          return looks > 1 && looks < 8 ? { status: 503, body: '{}' } : undefined;
        },
      },
    );
    const { exit, out, err } = await world.outreach('replies watch --every 1m --for 10m --fields id');
    expect([exit, idsIn(out)]).toEqual([0, [2]]);
    expect(err).toContain('Could not check');
  });

  it('writes one document with --json, whole where it ends and said to be cut where it is stopped', async () => {
    const { world, service } = await replyService({ replies: upTo(1) });
    await world.outreach('replies watch --once');
    service.replies = upTo(2);
    const { json } = await world.outreach('replies watch --every 1m --for 2m --json --fields id');
    expect(json()).toEqual({ items: [{ id: 2 }], total: 1, page: 1, limit: 1, hasMore: false });
    service.replies = upTo(3);
    const sleep = world.clock.sleep.bind(world.clock);
    world.clock.sleep = async (...given) => {
      world.interrupt();
      return sleep(...given);
    };
    const stopped = await world.outreach('replies watch --json --fields id');
    expect([stopped.exit, stopped.json()]).toMatchObject([130, { items: [{ id: 3 }], complete: false }]);
    expect((await world.outreach('replies watch --once --fields id')).out).toBe('');
  });

  it('works where nothing can be stored, with one note', async () => {
    const { world } = await replyService({ replies: upTo(1) });
    await world.outreach('replies watch --once');
    const stored = await openDatabase(join(world.home, 'state', 'checks.db'));
    stored.exec('PRAGMA user_version = 99');
    stored.close();
    const { exit, err } = await world.outreach('replies watch --every 1m --for 5m');
    expect([exit, err.match(/is stored/g)?.length]).toEqual([0, 1]);
  });

  it('shows a person who they are from and when they came', async () => {
    const { world, service } = await replyService({ replies: upTo(1) }, { tty: true });
    await world.outreach('replies watch --once --no-color');
    service.replies = upTo(2);
    const { out } = await world.outreach('replies watch --once --no-color');
    expect(out).toMatch(/ 2 {2}p2@lumen\.example .*Yes, 2 .*1 Mar 2026 0?2:00/);
  });
});
