import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sandboxReadOnlyKey } from '../../../src/contract/keys.ts';
import { WireFailure } from '../../../src/contract/wire.ts';
import { actsOnTerminal, hostile } from '../../cli/output/hostile.ts';
import { savedOnce } from '../../saved-once.ts';
import { type Keyboard, newWorld, type TestWorld, type WorldOptions } from '../../world.ts';
import { draftTo, reply, replyService } from '../reply-service.ts';

/** The world that `outreach start` leaves: some thirty replies wait, each with its draft. */
const started = savedOnce((world) => world.outreach('start --yes'));

const deskWorld = async (options: WorldOptions = {}): Promise<TestWorld> =>
  newWorld({ saved: await started(), ...options, env: { NO_COLOR: '1', ...options.env } });

/** The desk, with a person who has seen its first reply. */
const sitting = (world: TestWorld, typing: (keyboard: Keyboard) => Promise<void>, line = 'replies desk') =>
  world.outreach(line, {
    tty: true,
    async typing(keyboard) {
      await keyboard.sees('? keys');
      await typing(keyboard);
    },
  });

const sentIn = (world: TestWorld): number => world.ledger.of('drafts.send').length;

const press = (keyboard: Keyboard, ...keys: readonly string[]): Promise<void> =>
  keys.reduce(async (before, key) => {
    await before;
    keyboard.type(key);
    await keyboard.sees('? keys');
  }, Promise.resolve());

const marks = async (world: TestWorld) =>
  (await world.outreach('replies list --unanswered --all --json'))
    .json()
    .items.map(({ id }: { id: number }) => id);

describe('replies desk', () => {
  it('sends what was queued after one question, with a line for each answer', { tags: 'slow' }, async () => {
    const world = await deskWorld();
    const waited = (await marks(world)).length;
    const { exit, err } = await sitting(world, async (keyboard) => {
      await press(keyboard, 's', 's');
      expect(keyboard.window()?.[0]).toMatch(/^Reply 3 of \d+ .* 2 queued$/);
      expect(sentIn(world)).toBe(0);
      keyboard.type('q');
      await keyboard.sees('Send 2 answers to 2 people? Type y or n:');
      expect(sentIn(world)).toBe(0);
      keyboard.type('y\r');
    });
    expect([exit, sentIn(world)]).toEqual([0, 2]);
    expect(err.match(/^To \S+@\S+\.example · Re: .* · \S/gm)).toHaveLength(2);
    expect((await marks(world)).length).toBe(waited - 2);
    expect(world.journalled()).not.toContain('"prepared"');
  });

  it('names in its question who is on the blocklist or said no', { tags: 'slow' }, async () => {
    const { world, sent } = await replyService(
      { replies: [reply(2), reply(1)], drafts: [draftTo(1), draftTo(2)] },
      {
        answer: ({ path }) => {
          if (path === '/blocklist')
            return {
              body: JSON.stringify({ items: [{ id: 1, emailAddress: 'p1@lumen.example' }], totalCount: 1 }),
            };
          if (path !== '/leads/102') return undefined;
          return {
            body: JSON.stringify({ lead: { id: 102, email: 'p2@x.example', tag: 'not_interested' } }),
          };
        },
      },
    );
    const { exit, err } = await sitting(world, async (keyboard) => {
      await keyboard.sees('p1@lumen.example is on the blocklist.');
      await press(keyboard, 's', 's');
      await keyboard.sees('this person said no.');
      await press(keyboard, 's', 's');
      keyboard.type('q');
      await keyboard.sees('Type y or n:');
      keyboard.type('n\r');
      await keyboard.sees('Press q again');
      keyboard.type('q');
    });
    expect(exit).toBe(3);
    expect(err).toContain('  Warning, said-no: this person said no');
    expect(err).toContain('  Warning, blocklisted: p1@lumen.example is on the blocklist');
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it.each([
    ['after it was queued', 'Send 1 answer to 1 person?'],
    ['while the question was open', 'Send 2 answers to 2 people?'],
  ])(
    'holds back an answer to a person who was blocked elsewhere %s',
    { tags: ['slow', 'needed'] },
    async (_, question) => {
      let isBlocked = false;
      const { world, sent } = await replyService(
        { replies: [reply(2), reply(1)], drafts: [draftTo(1), draftTo(2)] },
        {
          answer: ({ path }) =>
            path === '/blocklist' && isBlocked
              ? {
                  body: JSON.stringify({
                    items: [{ id: 1, emailAddress: 'p1@lumen.example' }],
                    totalCount: 1,
                  }),
                }
              : undefined,
        },
      );
      const { exit } = await sitting(world, async (keyboard) => {
        await press(keyboard, 's', 's');
        isBlocked = question.includes('1 answer');
        keyboard.type('S');
        await keyboard.sees(`${question} Type y or n:`);
        isBlocked = true;
        keyboard.type('y\r');
        await keyboard.sees('? keys');
        expect(keyboard.window()?.join('\n')).toContain('1 answer to someone who wants no email by now');
        expect(keyboard.window()?.join('\n')).toContain('p1@lumen.example is on the blocklist.');
        // As of any other whom it names on the screen: pressed twice, it is queued all the same.
        await press(keyboard, 's', 's');
        keyboard.type('S');
        await keyboard.sees('Type y or n:');
        keyboard.type('y\r');
        await keyboard.sees('Sent 1 answer.');
        keyboard.type('q');
      });
      const posts = sent.filter(({ method }) => method === 'POST').map(({ path }) => path);
      expect([exit, posts]).toEqual([0, ['/reply-drafts/1002/send', '/reply-drafts/1001/send']]);
    },
  );

  it('says at the start that the key is read-only, and queues nothing', { tags: 'slow' }, async () => {
    const world = await deskWorld({ env: { OUTREACH_API_KEY: sandboxReadOnlyKey } });
    const { exit, err } = await sitting(world, async (keyboard) => {
      expect(keyboard.window()?.join('\n')).toContain('This API key is read-only: no answer can be sent.');
      await press(keyboard, 's');
      expect(keyboard.window()?.[0]).not.toContain('queued');
      expect(keyboard.window()?.at(-1)).toBe(
        'd done  z later  u undo  t thread  n next  p back  q leave  ? keys',
      );
      keyboard.type('?');
      await keyboard.sees('any key goes back');
      expect(keyboard.window()?.join('\n')).not.toMatch(/^(?:s|e|c|m|b|S) {2}/m);
      keyboard.type('q');
      await keyboard.sees('? keys');
      keyboard.type('q');
    });
    expect([exit, sentIn(world)]).toEqual([0, 0]);
    const { actions } = (await world.outreach('replies next --json')).json();
    expect(actions.map(({ action }: { action: string }) => action)).toEqual([
      'read',
      'answered',
      'skipped',
      'later',
      'blocked',
    ]);
    expect(err).toContain('Warning: This API key is read-only: no answer can be sent');
  });

  it('handles seventeen replies with 20 keys', { tags: 'slow' }, async () => {
    const world = await deskWorld();
    let keys = 0;
    const { exit } = await sitting(world, async (keyboard) => {
      const type = (typed: string) => {
        keys += typed.length;
        keyboard.type(typed);
      };
      type('s'.repeat(17));
      await keyboard.sees('17 queued');
      type('S');
      await keyboard.sees('Send 17 answers to ');
      await keyboard.sees('Type y or n:');
      type('y\r');
      await keyboard.sees('Sent 17 answers.');
      keyboard.type('q');
    });
    expect([exit, sentIn(world), keys]).toEqual([0, 17, 20]);
  });

  it.each([
    ['no', 'n\r'],
    ['Return', '\r'],
    ['Escape', '\u001b'],
  ])('sends nothing at %s to the question, and goes on where it was', { tags: 'slow' }, async (_, answer) => {
    const world = await deskWorld();
    const { exit } = await sitting(world, async (keyboard) => {
      await press(keyboard, 's');
      keyboard.type('S');
      await keyboard.sees('Type y or n:');
      keyboard.type(answer);
      await keyboard.sees('1 queued');
      await keyboard.sees('Cancelled. Nothing was sent.');
      await press(keyboard, 'u');
      keyboard.type('q');
    });
    expect([exit, sentIn(world)]).toEqual([0, 0]);
  });

  it('keeps the desk and its queue at no on leaving; a second q leaves without sending, and ends with 3', async () => {
    const world = await deskWorld();
    const leave = async (keyboard: Keyboard) => {
      keyboard.type('q');
      await keyboard.sees('Type y or n:');
      keyboard.type('n\r');
      await keyboard.sees('Press q again to leave without sending.');
      expect(keyboard.window()?.[0]).toContain('1 queued');
    };
    const { exit, err } = await sitting(world, async (keyboard) => {
      await press(keyboard, 's');
      await leave(keyboard);
      await press(keyboard, 'n');
      await leave(keyboard);
      keyboard.type('q');
    });
    expect([exit, sentIn(world)]).toEqual([3, 0]);
    expect(err).toMatch(/Cancelled\. Nothing was sent\. Queued, and not sent: to \S+@\S+\.example$/m);
  });

  it('takes nothing for a yes that was typed before the question', async () => {
    const world = await deskWorld();
    const { exit } = await sitting(world, async (keyboard) => {
      await press(keyboard, 's');
      keyboard.type('Sy\ry\r');
      await keyboard.sees('Type y or n:');
      keyboard.type('\u0003');
    });
    expect([exit, sentIn(world)]).toEqual([130, 0]);
  });

  it.each([
    ['the list', ''],
    ['help', '?'],
    ['the thread', 't'],
    ['the categories', 'c'],
    ['a queue', 's'],
  ])('sends nothing at Ctrl-C in %s, and leaves the screen', async (_, keys) => {
    const world = await deskWorld();
    const { exit, out, err } = await sitting(world, async (keyboard) => {
      keyboard.type(`${keys}\u0003`);
    });
    expect([exit, sentIn(world)]).toEqual([130, 0]);
    expect([out, err.includes('Nothing was sent')]).toEqual(['', true]);
    expect(err.lastIndexOf('\u001b[?1049l')).toBeGreaterThan(err.lastIndexOf('\u001b[?1049h'));
  });

  it.each([
    ['the question about a block', 'b'],
    ['the question about all', 'sS'],
  ])('sends nothing at Ctrl-C in %s', async (_, keys) => {
    const world = await deskWorld();
    const { exit, err } = await sitting(world, async (keyboard) => {
      keyboard.type(keys);
      await keyboard.sees('Type y or n:');
      keyboard.type('\u0003');
    });
    expect([exit, sentIn(world), err.includes('Nothing was sent')]).toEqual([130, 0, true]);
    expect(world.requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
  });

  it('sends no draft that changed after it was on the screen, and shows it again', async () => {
    const world = await deskWorld();
    const { exit } = await sitting(world, async (keyboard) => {
      await press(keyboard, 's', 's', 's');
      const [, , third] = (await world.outreach('drafts list --all --json --fields id'))
        .json()
        .items.reverse();
      await world.outreach(`drafts edit ${third.id} --body "Something else."`);
      keyboard.type('q');
      await keyboard.sees('Send 2 answers to 2 people? Type y or n:');
      keyboard.type('y\r');
      await keyboard.sees('1 draft changed meanwhile: not sent, look again.');
      expect(keyboard.window()?.join('\n')).toContain('│ Something else.');
      expect(keyboard.window()?.[0]).not.toContain('queued');
      keyboard.type('q');
    });
    expect([exit, sentIn(world)]).toEqual([0, 2]);
  });

  it('sends no draft that changed while the question was open', async () => {
    const world = await deskWorld();
    await sitting(world, async (keyboard) => {
      await press(keyboard, 's', 's');
      keyboard.type('S');
      await keyboard.sees('Type y or n:');
      const [first] = (await world.outreach('drafts list --all --json --fields id')).json().items.reverse();
      await world.outreach(`drafts edit ${first.id} --body "Something else."`);
      keyboard.type('y\r');
      await keyboard.sees('Sent 1 answer. 1 draft changed meanwhile');
      keyboard.type('q');
    });
    expect(sentIn(world)).toBe(1);
  });

  it('stores what is done or comes later, and takes it back', async () => {
    const world = await deskWorld();
    const before = await marks(world);
    await sitting(world, async (keyboard) => {
      await press(keyboard, 'd', 'z', 'd', 'u');
      keyboard.type('q');
    });
    expect((await marks(world)).length).toBe(before.length - 2);
    await world.outreach('sandbox clock advance 25h');
    expect((await marks(world)).length).toBeGreaterThanOrEqual(before.length - 1);
  });

  it('sets categories and meetings, and blocks after a question', async () => {
    const world = await deskWorld();
    let blocked = '';
    await sitting(world, async (keyboard) => {
      keyboard.type('c');
      await keyboard.sees('1 to 6 choose');
      keyboard.type('2');
      await keyboard.sees('Category: not interested.');
      await press(keyboard, 'n');
      keyboard.type('m');
      await keyboard.sees('Press m again');
      keyboard.type('m');
      await keyboard.sees('Meeting marked.');
      await press(keyboard, 'n');
      keyboard.type('b');
      await keyboard.sees('Type y or n:');
      keyboard.type('y\r');
      await keyboard.sees(' is blocked.');
      blocked = /(\S+) is blocked\./.exec(keyboard.window()?.join('\n') ?? '')?.[1] ?? '';
      keyboard.type('q');
    });
    expect((await world.outreach(`blocklist check ${blocked} --json`)).out).toContain('true');
    const written = world.requests.filter((request) => !request.startsWith('GET'));
    expect(written.map((request) => request.replace(/\d+/, ':id'))).toEqual([
      expect.stringMatching(/^(PUT|POST) \/leads\/:id\/(tag|category)$/),
      'POST /leads/:id/meeting',
      expect.stringMatching(/^POST \/blocklist/),
    ]);
  });

  it('says at Ctrl-C which meetings and categories were set', async () => {
    const world = await deskWorld();
    const { exit, err } = await sitting(world, async (keyboard) => {
      keyboard.type('c2');
      await keyboard.sees('Category: not interested.');
      keyboard.type('mm');
      await keyboard.sees('Meeting marked.');
      keyboard.type('\u0003');
    });
    expect(exit).toBe(130);
    expect(err).toContain('Nothing was sent. Before that: 1 meeting marked, 1 category set');
  });

  it('edits in the editor, and needs a new s for the new text', async () => {
    const world = await deskWorld({
      env: { EDITOR: "sed -i 's/^\\(Hello\\|Hi\\|Bonjour\\|Hallo\\|Dag\\).*/Dear you,/; $a PS: edited'" },
    });
    await sitting(world, async (keyboard) => {
      await press(keyboard, 's', 'p');
      expect(keyboard.window()?.[0]).toContain('1 queued');
      keyboard.type('e');
      await keyboard.sees('The draft is saved.');
      expect(keyboard.window()?.join('\n')).toContain('│ PS: edited');
      expect(keyboard.window()?.[0]).not.toContain('queued');
      keyboard.type('q');
    });
    expect([
      sentIn(world),
      world.requests.filter((request) => request.startsWith('PUT /reply-drafts')).length,
    ]).toEqual([0, 1]);
  });

  it('keeps what was written in the editor where the service refuses it, and says where', async () => {
    const refused: NonNullable<WorldOptions['between']> = (next) => async (request, signal) =>
      request.method === 'PUT' && request.path.startsWith('/reply-drafts')
        ? {
            ...(await next(
              { ...request, method: 'GET', path: '/reply-drafts', body: undefined } as never,
              signal,
            )),
            status: 400,
            body: '{"error":"No such field","code":"invalid_request"}',
          }
        : next(request, signal);
    const world = await deskWorld({
      between: refused as never,
      env: { EDITOR: "sed -i '$a PS: edited'" },
    });
    let file = '';
    const { err } = await sitting(world, async (keyboard) => {
      keyboard.type('e');
      await keyboard.sees('Your text is saved in');
      expect(keyboard.window()?.join('\n')).toContain('Not done: No such field');
      file = /saved in\s+(\S+\.txt)/.exec(keyboard.window()?.join('\n') ?? '')?.[1] ?? '';
      await press(keyboard, 'n');
      keyboard.type('q');
    });
    // Not on the screen of the desk, which is gone when the person leaves.
    expect(err.replaceAll(/\u001b\[\?1049h[\s\S]*?\u001b\[\?1049l/g, '').replaceAll(/\s+/g, ' ')).toContain(
      `Your text is saved in ${file}`,
    );
    expect([existsSync(file), existsSync(file) && readFileSync(file, 'utf8').includes('PS: edited')]).toEqual(
      [true, true],
    );
  });

  it('keeps an edited text at Ctrl-C while it is being saved, and names the file', async () => {
    const world: TestWorld = await deskWorld({
      env: { EDITOR: "sed -i '$a PS: edited'" },
      between: (next) => async (request, signal) => {
        if (request.method !== 'PUT') return next(request, signal);
        world.interrupt();
        throw signal?.reason ?? new WireFailure('reset', true, 'connection reset');
      },
    });
    const { exit, err } = await sitting(world, async (keyboard) => keyboard.type('e'));
    const file = /saved in\s+(\S+\.txt)/.exec(err)?.[1] ?? '';
    expect([exit, sentIn(world), readFileSync(file, 'utf8').includes('PS: edited')]).toEqual([130, 0, true]);
  });

  it('keeps an edited text that the service accepts and does not store, and goes on', async () => {
    const world: TestWorld = await deskWorld({
      env: { EDITOR: "sed -i '$a PS: edited'" },
      between: (next) => async (request, signal) =>
        request.method === 'PUT' ? { status: 200, headers: {}, body: '{}' } : next(request, signal),
    });
    const { exit, err } = await sitting(world, async (keyboard) => {
      await press(keyboard, 's', 'p');
      keyboard.type('e');
      await keyboard.sees('Your text is saved in');
      expect(keyboard.window()?.join(' ')).toContain('is not known to be saved');
      expect(keyboard.window()?.[0]).toContain('1 queued');
      keyboard.type('u');
      await keyboard.sees('Taken back.');
      keyboard.type('q');
    });
    const file = /saved in\s+(\S+\.txt)/.exec(err)?.[1] ?? '';
    expect([exit, readFileSync(file, 'utf8').includes('PS: edited')]).toEqual([0, true]);
  });

  it('says at Ctrl-Z why it does nothing', async () => {
    const world = await deskWorld();
    await sitting(world, async (keyboard) => {
      await press(keyboard, 's');
      keyboard.type('\u001a');
      await keyboard.sees('Ctrl-Z is off here');
      expect(keyboard.window()?.[0]).toContain('1 queued');
      keyboard.type('\u0003');
    });
    expect(sentIn(world)).toBe(0);
  });

  it('ends with 14 where the answer shows another email, and sends no more', async () => {
    const world: TestWorld = await deskWorld({
      between: (next) => async (request, signal) => {
        const answer = await next(request, signal);
        if (!request.path.endsWith('/send')) return answer;
        return {
          ...answer,
          body: JSON.stringify({ ...JSON.parse(String(answer.body)), body: 'OTHER TEXT' }),
        };
      },
    });
    const { exit, err } = await sitting(world, async (keyboard) => {
      await press(keyboard, 's', 's');
      keyboard.type('S');
      await keyboard.sees('Type y or n:');
      keyboard.type('y\r');
    });
    expect([exit, sentIn(world)]).toEqual([14, 1]);
    expect(err.replaceAll(/\s+/g, ' ')).toContain('it has another text, "OTHER TEXT"');
  });

  it('goes on where the editor removes its file, with what is queued', async () => {
    const world = await deskWorld({ env: { EDITOR: 'rm -f' } });
    await sitting(world, async (keyboard) => {
      await press(keyboard, 's');
      keyboard.type('e');
      await keyboard.sees('removed its file');
      expect(keyboard.window()?.[0]).toContain('1 queued');
      keyboard.type('\u0003');
    });
    expect(sentIn(world)).toBe(0);
  });

  it('sends no draft that changes before the last look at it', async () => {
    let reads = 0;
    const world: TestWorld = await deskWorld({
      between: (next) => async (request, signal) => {
        // One as the desk opens, one before the question, one before the call.
        if (request.path === '/reply-drafts' && ++reads === 3)
          world.database.prepare("UPDATE draft SET body = 'No one has agreed to this'").run();
        return next(request, signal);
      },
    });
    await sitting(world, async (keyboard) => {
      await press(keyboard, 's');
      keyboard.type('S');
      await keyboard.sees('Type y or n:');
      keyboard.type('y\r');
      await keyboard.sees('1 draft changed meanwhile');
      expect(keyboard.window()?.join('\n')).toContain('No one has agreed to this');
      keyboard.type('q');
    });
    expect([reads >= 3, sentIn(world)]).toEqual([true, 0]);
  });

  it('says where another command here has sent the answer meanwhile, and leaves the reply', async () => {
    const world = await deskWorld();
    const [draft] = (await world.outreach('replies next --json')).json().actions;
    const { id } = (await world.outreach('replies next --json')).json().draft;
    expect(draft.action).toBe('send');
    const { out, exit } = await sitting(world, async (keyboard) => {
      await press(keyboard, 's');
      await world.outreach(`drafts send ${id} --yes`, { tty: false });
      keyboard.type('S');
      await keyboard.sees('sent meanwhile by another command here (journal 1)');
      keyboard.type('q');
    });
    expect([exit, sentIn(world), out]).toEqual([0, 1, expect.stringContaining('done 1')]);
  });

  it('sends no second draft of a reply that another command here has answered meanwhile', async () => {
    const second = draftTo(1, { id: 1990, body: 'Another text' });
    const { world, sent } = await replyService({ replies: [reply(1)], drafts: [second, draftTo(1)] });
    const posts = () => sent.filter(({ method }) => method === 'POST').map(({ path }) => path);
    const { exit } = await sitting(world, async (keyboard) => {
      await press(keyboard, 's');
      await world.outreach('drafts send 1001 --yes', { tty: false });
      keyboard.type('S');
      await keyboard.sees('sent meanwhile by another command here (journal 1)');
      keyboard.type('q');
    });
    expect([exit, posts()]).toEqual([0, ['/reply-drafts/1001/send']]);
  });

  it('says of a draft that is gone that it may have been sent elsewhere', async () => {
    const { world, service, sent } = await replyService({ replies: [reply(1)], drafts: [draftTo(1)] });
    await sitting(world, async (keyboard) => {
      await press(keyboard, 's');
      service.drafts = [];
      keyboard.type('S');
      await keyboard.sees('1 draft is not listed any more, perhaps sent elsewhere.');
      keyboard.type('q');
    });
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('writes each answer with its own line and its own people into the journal, and forgets all of it', {
    tags: 'slow',
  }, async () => {
    const world = await deskWorld();
    const drafts = (await world.outreach('drafts list --all --json')).json().items;
    await sitting(world, async (keyboard) => {
      await press(keyboard, 's', 's', 's');
      keyboard.type('q');
      await keyboard.sees('Type y or n:');
      keyboard.type('y\r');
    });
    const { items } = (await world.outreach('journal list --all --json')).json();
    const sends = items.filter(({ operation }: { operation: string }) => operation === 'drafts.send');
    expect(sends).toHaveLength(3);
    let address = '';
    for (const { id, people } of sends) {
      const [first, ...rest] = (await world.outreach(`journal show ${id} --json`)).json().quote.facts;
      address = /^To ([^\s,]+@[^\s,]+)/.exec(first)?.[1] ?? '';
      const { to, cc, subject } = drafts.find((draft: { to: string[] }) => draft.to.includes(address));
      expect({ people, subject: first.includes(subject.slice(0, 30)), rest }).toEqual({
        people: to.length + cc.length,
        subject: true,
        rest: [],
      });
    }
    await world.outreach(`leads forget ${address} --yes`);
    const after = (await world.outreach(`journal show ${sends.at(-1).id} --json`)).json();
    expect(after.quote.facts).toEqual(['[forgotten]']);
  });

  it('goes on where one answer could not be sent, and ends with 15', async () => {
    const world = await deskWorld({
      faults: [{ operation: 'drafts.send', kind: 'status:409', phase: 'before', nth: 1 }],
    });
    const { exit, out, err } = await sitting(world, async (keyboard) => {
      await press(keyboard, 's', 's');
      keyboard.type('q');
      await keyboard.sees('Type y or n:');
      keyboard.type('y\r');
    });
    expect([exit, sentIn(world), out.includes('1 answer')]).toEqual([15, 1, true]);
    const [, told] = err.replaceAll(/\s+/g, ' ').split('1 answer could not be sent');
    expect(told).toMatch(/^ Not sent to \S+@\S+\.example: .*\. The draft: outreach drafts show \d+ $/);
  });

  it('ends at once with 14 where it is not known whether an answer was sent', async () => {
    let isLost = false;
    const world = await deskWorld({
      between: (next) => async (request, signal) => {
        if (isLost) throw new WireFailure('reset', true, 'connection reset');
        const answer = await next(request, signal);
        isLost = request.path.endsWith('/send');
        if (isLost) throw new WireFailure('reset', true, 'connection reset');
        return answer;
      },
    });
    const { exit, err } = await sitting(world, async (keyboard) => {
      await press(keyboard, 's', 's', 's');
      keyboard.type('S');
      await keyboard.sees('Type y or n:');
      keyboard.type('y\r');
    });
    expect([exit, sentIn(world)]).toEqual([14, 1]);
    const [, second, third] = err.match(/(?<=^To )\S+@\S+\.example(?=[ ,])/gm) ?? [];
    expect(err.replaceAll(/\s+/g, ' ')).toContain(`2 answers were not sent: to ${second}; ${third}`);
    isLost = false;
    expect((await world.outreach('replies list --unanswered --all --json')).exit).toBe(0);
  });

  it('follows the window, down to the smallest and below', async () => {
    const world = await deskWorld();
    await sitting(world, async (keyboard) => {
      for (const [columns, rows] of [
        [60, 15],
        [200, 60],
        [80, 24],
      ] as const) {
        keyboard.resize(columns, rows);
        await keyboard.sees('? keys');
        expect(keyboard.window()?.length).toBe(rows);
      }
      keyboard.resize(40, 10);
      await keyboard.sees('q leaves');
      keyboard.type('s');
      keyboard.resize(60, 15);
      await keyboard.sees('? keys');
      expect(keyboard.window()?.[0]).not.toContain('queued');
      keyboard.type('q');
    });
    expect(sentIn(world)).toBe(0);
  });

  it('lets no text of the service act, on the screen and in its questions', async () => {
    const text = hostile.join(' ').replaceAll('\n', ' ');
    const world = await deskWorld({
      between: (next) => async (request, signal) => {
        const answer = await next(request, signal);
        const body = answer.body as unknown;
        if (
          typeof body !== 'string' ||
          !/^\/(?:replies|reply-drafts|leads\/\d+|campaigns)/.test(request.path)
        )
          return answer;
        const spoiled = JSON.parse(body, (key, value) =>
          ['subject', 'body', 'firstName', 'lastName', 'title', 'company', 'name', 'fromAddress'].includes(
            key,
          )
            ? text
            : value,
        );
        return { ...answer, body: JSON.stringify(spoiled) };
      },
    });
    const { err } = await sitting(world, async (keyboard) => {
      await press(keyboard, 's');
      keyboard.type('t');
      await keyboard.sees('space more');
      keyboard.type('q');
      await keyboard.sees('? keys');
      keyboard.type('b');
      await keyboard.sees('Type y or n:');
      keyboard.type('\r');
      await keyboard.sees('Not blocked.');
      keyboard.type('S');
      await keyboard.sees('Type y or n:');
      keyboard.type('\u0003');
    });
    // What is ours: moving the cursor, the screen of the desk, line feeds.
    const theirs = err
      .replaceAll(/\u001b\[\?(?:1049|25|7)[hl]|\u001b\[\d*(?:;1)?[ABDEGHJK]/g, '')
      .replaceAll('\r', '');
    expect(actsOnTerminal(theirs, { lines: true })).toBe(false);
    expect(theirs).toContain('^[[2J^[[H wiped');
  });
});

describe('a program', () => {
  it.each([
    ['', 3],
    [' --json', 3],
    [' --yes', 2],
  ])('is shown the lines that are for it: replies desk%s', async (options, code) => {
    const world = await deskWorld();
    const { exit, err, out } = await world.outreach(`replies desk${options}`);
    expect([exit, out, world.requests]).toEqual([code, '', []]);
    expect(err).toContain('outreach replies next --json');
  });

  it('cannot agree for the person at the desk', async () => {
    const world = await deskWorld();
    for (const option of ['--yes', '--dry-run']) {
      const { exit } = await world.outreach(`replies desk ${option}`, {
        tty: true,
        typing: async () => undefined,
      });
      expect([option, exit, world.requests]).toEqual([option, 2, []]);
    }
  });

  it('is reported where others have taken all replies', { tags: 'slow' }, async () => {
    const world = await deskWorld();
    for (const _ of await marks(world)) await world.outreach('replies next --claim 10m --json');
    const { err } = await world.outreach('replies desk', { tty: true, typing: async () => undefined });
    expect(err).toMatch(/\d+ replies that wait are taken by another program/);
    expect(err).not.toContain('No reply waits');
  });

  it('is told where no reply waits, without a screen', async () => {
    const world = await newWorld();
    const { exit, err } = await world.outreach('replies desk', { tty: true, typing: async () => undefined });
    expect([exit, err.includes('No reply waits for an answer.'), err.includes('?1049h')]).toEqual([
      0,
      true,
      false,
    ]);
  });
});
