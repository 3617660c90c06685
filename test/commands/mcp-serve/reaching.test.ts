import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { newWorld } from '../../world.ts';
import { budget, forImports } from '../approvals/agent.ts';
import { call, called, callMessage, greeting, imports, listed, messagesIn, requests } from './session.ts';

describe('the tools of every day', () => {
  it.each([
    ['read', 25_000],
    ['work', 40_000],
    ['effects', 40_000],
  ])('are few, and short: %s', { tags: 'slow' }, async (level, most) => {
    for (const folder of ['', '--folder .']) {
      const world = await newWorld();
      const stdin = `${greeting}{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n`;
      const { out } = await world.outreach(`mcp serve --tools ${level} ${folder}`, { stdin });
      const line = out.trimEnd().split('\n').at(-1) ?? '';
      const { tools } = JSON.parse(line).result;
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(most);
      expect(tools.length).toBeLessThanOrEqual(36);
      expect(tools.filter((tool: object) => 'outputSchema' in tool)).toEqual([]);
    }
  });

  it('are others where groups are named, and all of those', async () => {
    const world = await newWorld();
    const tools = await listed(world, '--tools effects --groups leads');
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['leads_list', 'leads_meeting_mark']),
    );
    expect(tools.every(({ name, outputSchema }) => name.startsWith('leads_') && outputSchema)).toBe(true);
    const [inside, outside] = await called(
      world,
      '--tools effects --groups leads',
      { name: 'outreach_read', arguments: { command: 'leads list' } },
      { name: 'outreach_call', arguments: { command: 'credits buy', arguments: { amount: 2000 } } },
    );
    expect(inside?.structuredContent).toMatchObject({ items: [], total: 0 });
    expect(outside?.structuredContent.error).toMatchObject({
      exitCode: 2,
      message: 'credits buy is not in this session: its group is not in --groups',
    });
  });

  it('say what they cost', async () => {
    for (const { name, description, annotations } of await listed(
      await newWorld(),
      '--tools effects --all-tools',
    )) {
      const costs = annotations.readOnlyHint ? /\bfree\b/i : /\bfree\b|approves it first/i;
      expect([name, description]).toEqual([name, expect.stringMatching(costs)]);
      expect(description.split('. ').length).toBeLessThanOrEqual(3);
    }
  });

  it('have no two descriptions that a reader could swap', async () => {
    const tools = await listed(await newWorld(), '--tools effects --all-tools --folder .');
    const small = new Set(
      'a an and at for from how in is it its of one or the to what with without'.split(' '),
    );
    const own = tools.map(({ name, description }) => {
      const words = description.replace(/ (?:A|Where .*, a) person approves it first\.$/, '').toLowerCase();
      return {
        name,
        verb: words.split(' ')[0],
        words: new Set((words.match(/\w+/g) ?? []).filter((word) => !small.has(word))),
      };
    });
    const alike = own.flatMap((one) =>
      own
        .filter(
          (other) =>
            other !== one && other.verb === one.verb && [...one.words].every((word) => other.words.has(word)),
        )
        .map((other) => `${one.name} says no more than ${other.name}`),
    );
    expect(alike).toEqual([]);
  });
});

describe('what is not listed', () => {
  it('is found by words, with what it takes and answers, and called by its own name all the same', {
    tags: 'slow',
  }, async () => {
    const world = await newWorld();
    const found = await call(world, '--tools effects', 'outreach_find', { words: 'block a domain' });
    const entry = found.items.find(({ tool }: { tool: string }) => tool === 'blocklist_add');
    expect(entry).toMatchObject({
      command: 'blocklist add',
      level: 'work',
      effect: 'none',
      by: 'outreach_call',
      inputSchema: { required: ['values'] },
    });
    expect(found.items.length).toBeLessThanOrEqual(5);
    expect(found.total).toBe(found.items.length + found.more.length);
    const given = { values: ['acme.com'] };
    const [added] = await called(world, '--tools work', { name: 'blocklist_add', arguments: given });
    const [read] = await called(world, '', {
      name: 'outreach_read',
      arguments: { command: 'blocklist_list' },
    });
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    expect(ajv.validate(entry.outputSchema, added?.structuredContent)).toBe(true);
    expect(read?.structuredContent).toMatchObject({ items: [{ domain: 'acme.com' }] });
    for (const words of ['icps set-primary', 'icps_set_primary', ['outreach icps set-primary']]) {
      const { items } = await call(world, '--tools work', 'outreach_find', { words });
      expect(items.map(({ tool }: { tool: string }) => tool)).toEqual(['icps_set-primary']);
    }
    const one = await call(world, '--tools read', 'outreach_find', { words: 'senders reputation' });
    expect(one.items.map(({ command }: { command: string }) => command)).toEqual(['senders reputation']);
  });

  it('is reached as outreach_find says where it may write into the folder of a session that only reads', async () => {
    const world = await newWorld();
    const options = '--tools read --folder .';
    for (const command of ['campaigns diff', 'leads export']) {
      const { items } = await call(world, options, 'outreach_find', { words: command });
      expect(items).toMatchObject([{ command, by: 'outreach_call' }]);
    }
    await mkdir(join(world.home, 'c'));
    const [done, more] = await called(
      world,
      options,
      { name: 'outreach_call', arguments: { command: 'campaigns plan', arguments: { folder: 'c' } } },
      { name: 'outreach_call', arguments: { command: 'leads add', arguments: { email: 'ana@acme.com' } } },
    );
    expect(done?.structuredContent).toMatchObject({ items: [], calls: 0 });
    expect(more?.structuredContent.error.message).toContain('it takes mcp serve --tools effects');
  });

  it.each([
    ['no command', {}, 'missing_argument', /command is missing/],
    ['a group', { command: 'leads' }, 'unknown_command', /leads is a group/],
    ['nothing that is there', { command: 'leads lits' }, 'unknown_command', /lits/],
    ['what is never a tool', { command: 'approvals_approve' }, 'invalid_value', /never a tool/],
    ['consent', { command: 'leads list', yes: true }, 'unknown_option', /no argument "yes"/],
    [
      'consent in the arguments',
      { command: 'credits buy', arguments: { amount: 2000, yes: true } },
      'unknown_option',
      /no argument "yes"/,
    ],
    ['a list for arguments', { command: 'leads list', arguments: ['--yes'] }, 'invalid_value', /an object/],
    ['an option for a command', { command: '--yes' }, 'unknown_command', /--yes/],
  ])('is refused with %s', async (_, given, code, message) => {
    const world = await newWorld();
    const [result] = await called(world, '--tools effects', { name: 'outreach_call', arguments: given });
    expect(result).toMatchObject({ isError: true, structuredContent: { error: { code, exitCode: 2 } } });
    expect(result?.structuredContent.error.message).toMatch(message);
    expect(world.requests).toEqual([]);
  });

  it.each(['credits buy', 'drafts_edit', 'outreach sandbox clock advance'])(
    'is not called by what only reads where it does more: %s',
    async (command) => {
      const world = await newWorld();
      const [result] = await called(world, '--tools effects', {
        name: 'outreach_read',
        arguments: { command },
      });
      expect(result).toMatchObject({ isError: true, structuredContent: { error: { exitCode: 2 } } });
      expect(result?.structuredContent.error.message).toContain('does more than read');
      expect(world.requests).toEqual([]);
    },
  );

  it('is not written to a file by what only reads', async () => {
    const world = await newWorld();
    const [refused] = await called(world, '--tools effects --folder .', {
      name: 'outreach_read',
      arguments: { command: 'leads export', arguments: { output: 'out.csv' } },
    });
    expect(refused?.structuredContent.error.message).toContain('does more than read');
  });

  it('counts as read where others wrote it', { tags: 'slow' }, async () => {
    const world = await newWorld();
    await world.outreach('campaigns create Autumn');
    await budget(world, forImports(500));
    const [paid] = await called(world, '--tools effects', imports(5, 'France'));
    const [, asked] = await called(
      world,
      '--tools effects',
      { name: 'outreach_read', arguments: { command: 'icps list' } },
      imports(5, 'Spain'),
    );
    expect(paid?.structuredContent.importId).toBeGreaterThan(0);
    expect(asked?.structuredContent.approvalRequired?.code).toMatch(/^\w{8}$/);
  });
});

describe('the ceiling of an answer', () => {
  it('is 200 records, which all lifts', { tags: 'slow' }, async () => {
    const world = await newWorld();
    const rows = Array.from({ length: 450 }, (_, at) => `p${at}@lumen.example`);
    await writeFile(join(world.home, 'people.csv'), `email\n${rows.join('\n')}\n`);
    await world.outreach(['leads', 'import', join(world.home, 'people.csv'), '--json']);
    const fields = ['id'];
    const [first, second, whole, full] = await called(
      world,
      '',
      { name: 'leads_list', arguments: { limit: 300, fields } },
      { name: 'leads_list', arguments: { limit: 300, page: 2, fields } },
      { name: 'leads_list', arguments: { all: true, fields } },
      { name: 'leads_list', arguments: { all: true } },
    );
    expect(first?.structuredContent).toMatchObject({
      hasMore: true,
      truncated: { shown: 200, total: 450, next: { page: 2, limit: 200 } },
    });
    // A page of the service has 200 of them, so the second page of 300 begins behind the first of 200.
    expect(second?.structuredContent).toMatchObject({
      items: { length: 200 },
      truncated: { shown: 200, total: 450, next: { page: 3, limit: 200 } },
    });
    expect(whole?.structuredContent.items).toHaveLength(450);
    expect(full?.structuredContent.items).toHaveLength(450);
    expect(full?.content[0]?.text.length).toBeGreaterThan(40_000);
    expect(full?.content[0]?.text).not.toMatch(/\n| {2}"/);
  });

  it('holds for the longest documents too', async () => {
    const answers = await called(
      await newWorld(),
      '',
      { name: 'sandbox_fidelity' },
      { name: 'commands' },
      { name: 'journal_list', arguments: { all: true } },
    );
    for (const { content } of answers)
      expect(Buffer.byteLength(content[0]?.text ?? '')).toBeLessThanOrEqual(40_000);
    expect(answers[0]?.structuredContent.truncated.shown).toBeGreaterThan(0);
  });
});

describe('a session at its edges', () => {
  it('goes on behind a cut answer by the call that it names, with everything that was asked', {
    tags: 'slow',
  }, async () => {
    const world = await newWorld();
    const rows = Array.from({ length: 250 }, (_, at) => `p${at}@lumen.example`);
    await writeFile(join(world.home, 'people.csv'), `email\n${rows.join('\n')}\n`);
    await world.outreach('campaigns create Spring');
    await world.outreach(['leads', 'import', join(world.home, 'people.csv'), '--campaign', 'Spring']);
    const given = { campaign: 'Spring', limit: 250, fields: ['id', 'email'] };
    const read = { command: 'leads list', arguments: given };
    const [direct, reached] = await called(
      world,
      '',
      { name: 'leads_list', arguments: given },
      { name: 'outreach_read', arguments: read },
    );
    const place = { page: 2, limit: 200 };
    expect(direct?.structuredContent.truncated.next).toEqual({ ...given, ...place });
    const { next } = reached?.structuredContent.truncated ?? {};
    expect(next).toEqual({ command: 'leads list', arguments: { ...given, ...place } });
    const rest = await call(world, '', 'outreach_read', next);
    expect(rest.items).toHaveLength(50);
  });

  it.each([
    ['sandbox_fidelity', {}, 'items', 'rule'],
    ['leads_export', {}, 'items', 'id'],
    ['commands', { short: true }, 'commands', 'path'],
  ])(
    'goes on behind a cut list that has no pages: %s',
    { tags: 'needed' },
    async (name, given, list, key) => {
      const world = await newWorld();
      const rows = Array.from({ length: 450 }, (_, at) => `p${at}@lumen.example`);
      await world.outreach('leads import - --json', { stdin: `email\n${rows.join('\n')}\n` });
      const whole = await call(world, '--all-tools', name, { ...given, all: true });
      expect(whole.truncated).toBeUndefined();
      const seen: Record<string, unknown>[] = [];
      let next: Readonly<Record<string, unknown>> | undefined = given;
      for (let n = 0; next !== undefined && n < 200; n++) {
        const part = await call(world, '--all-tools', name, next);
        seen.push(...part[list]);
        if (part.truncated) expect(part.truncated.total).toBe(whole[list].length);
        const { page = 1, limit } = next as { page?: number; limit?: number };
        const goesOn = part.truncated || (limit !== undefined && page * limit < whole[list].length);
        next = goesOn ? (part.truncated?.next ?? { ...next, page: page + 1 }) : undefined;
      }
      expect(seen.map((one) => one[key])).toEqual(
        whole[list].map((one: Record<string, unknown>) => one[key]),
      );
      const [none] = await called(world, '--all-tools', { name, arguments: { ...given, page: 0 } });
      expect(none?.structuredContent.error.code).toBe('invalid_value');
    },
  );

  it.each([
    ['workspaces keys', 'There is no command "workspaces keys"; nothing was done', /outreach_find/],
    ['credits BUY', 'There is no command "credits BUY"; nothing was done', /Did you mean credits buy\?/],
    ['constructor', 'There is no command "constructor"; nothing was done', /outreach_find/],
    [
      'senders list --below 90',
      '"senders list --below 90" is more than a command; nothing was done',
      /^Pass the rest of it as arguments\.$/,
    ],
  ])('refuses a command in words of a session: %s', async (command, message, hint) => {
    const [said] = await called(await newWorld(), '--tools effects', {
      name: 'outreach_read',
      arguments: { command },
    });
    expect(said?.structuredContent.error).toMatchObject({ exitCode: 2, message });
    expect(said?.structuredContent.error.hint).toMatch(hint);
  });

  it('finds by exact words first, and in 40,000 bytes', async () => {
    const world = await newWorld();
    const sent = ['campaigns check of dead leads', 'dead addresses', 'find people and launch a campaign'];
    const { said } = await requests(
      world,
      '--tools effects',
      sent.map((words) => ({
        method: 'tools/call',
        params: { name: 'outreach_find', arguments: { words } },
      })),
    );
    expect(said.map(({ result }) => result?.structuredContent.items[0].command)).toEqual([
      'campaigns check',
      'blocklist check',
      'campaigns resume',
    ]);
    for (const one of said) expect(Buffer.byteLength(JSON.stringify(one))).toBeLessThan(40_000);
  });

  it('repeats in the error of a check no more than the fields that were asked for', async () => {
    const world = await newWorld();
    await world.outreach('campaigns create Autumn');
    const [said] = await called(world, '', {
      name: 'campaigns_check',
      arguments: { campaign: '1', fields: ['passed'] },
    });
    expect(said?.structuredContent).toEqual({ passed: false });
    const { error } = JSON.parse(said?.content[1]?.text ?? '');
    expect(error.exitCode).toBe(16);
    expect(error).not.toHaveProperty('problems');
  });
});

describe('a line of a client', () => {
  const long = 'x'.repeat(11 * 1024 * 1024);
  it('that is too long is refused, and the session goes on', { tags: 'slow' }, async () => {
    const lines = [`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"${long}"}}`, long, '   '];
    const stdin = `${greeting}${lines.join('\n')}\n\r\n${callMessage(9, { name: 'whoami' })}`;
    const { exit, out } = await (await newWorld()).outreach('mcp serve', { stdin });
    const said = messagesIn(out);
    expect(exit).toBe(0);
    expect(said.filter(({ error }) => error).map(({ id, error }) => [id, error.code])).toEqual([
      [null, -32_600],
      [null, -32_600],
    ]);
    expect(said.at(-1)).toMatchObject({ id: 9, result: { structuredContent: { profile: 'sandbox' } } });
  });

  it('without an end is answered as well', async () => {
    const stdin = greeting + callMessage(9, { name: 'whoami' }).trimEnd();
    expect((await (await newWorld()).outreach('mcp serve', { stdin })).out).toContain('"id":9');
    const { said } = await requests(await newWorld(), '', [{ method: 'ping' }]);
    expect(said[0]?.result).toEqual({});
  });
});

describe('a client', () => {
  it.each(['2024-10-07', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'may greet by revision %s',
    async (protocolVersion) => {
      const clientInfo = { name: 'test', version: '1' };
      const params = { protocolVersion, capabilities: {}, clientInfo };
      const stdin = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`;
      const { out } = await (await newWorld()).outreach('mcp serve', { stdin });
      expect(JSON.parse(out).result.protocolVersion).toBe(protocolVersion);
    },
  );
});
