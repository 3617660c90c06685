import Ajv2020 from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { longestAnswer } from '../../../src/cli/agent/tool-answer.ts';
import { leavesOf, loadTree } from '../../../src/cli/describe/tree.ts';
import { tree } from '../../../src/commands/index.ts';
import { sandboxKey } from '../../../src/contract/keys.ts';
import { newWorld, type TestWorld } from '../../world.ts';
import { baseUrl, liveKey, liveReadOnlyKey } from '../live-service.ts';
import { called, greeting, listed, requests } from './session.ts';

const leaves = leavesOf((await loadTree(tree)).commands);
const nameOf = (path: string) => path.replaceAll(' ', '_');
const isFile = ({ type }: { readonly type: string }) => type === 'file' || type === 'folder';
/** One needs a file in the place of an option that no tool has. */
const needsFolder = ({ path, arguments: args, options }: (typeof leaves)[number]) =>
  path === 'blocklist sync' || [...args, ...options].some((param) => param.required && isFile(param));

/** Those of a session in the sandbox of this machine. */
const namesOf = (levels: readonly string[], { hasFolder = false } = {}) =>
  leaves
    .filter((leaf) => levels.includes(leaf.tool) && (hasFolder || !needsFolder(leaf)))
    .map(({ path }) => nameOf(path));

describe('the tools of mcp serve', () => {
  it.each([
    ['--all-tools', ['read']],
    ['--all-tools --tools read', ['read']],
    ['--all-tools --tools work', ['read', 'work']],
    ['--all-tools --tools effects', ['read', 'work', 'effects']],
  ])('are the commands that are not never, in their order: %s', async (options, levels) => {
    const world = await newWorld();
    const tools = await listed(world, options);
    expect(tools.map(({ name }) => name)).toEqual(namesOf(levels));
    expect(await listed(world, options)).toEqual(tools);
    const withFolder = await listed(world, `${options} --folder .`);
    expect(withFolder.map(({ name }) => name)).toEqual(namesOf(levels, { hasFolder: true }));
  });

  it('are none of the sandbox of this machine where the session is on another service, live or served', async () => {
    const names = namesOf(['read', 'work', 'effects']).filter((name) => !name.startsWith('sandbox_'));
    for (const [key, address] of [
      [liveKey, baseUrl],
      [sandboxKey, 'http://127.0.0.1:4711/r'],
    ] as const) {
      const world = await newWorld({ env: { OUTREACH_API_KEY: key, OUTREACH_BASE_URL: address } });
      expect((await listed(world, '--tools effects --all-tools')).map(({ name }) => name)).toEqual(names);
      const [, ledger] = (
        await requests(world, '--tools effects', [
          { method: 'tools/list', params: {} },
          { method: 'tools/call', params: { name: 'sandbox_ledger' } },
        ])
      ).said;
      expect(ledger?.error?.message).toContain('sandbox_ledger');
    }
  });

  it('say what a command of its own means by `all`', async () => {
    const tools = await listed(await newWorld(), '--tools effects --all-tools');
    const all = (name: string) => tools.find((tool) => tool.name === name)?.inputSchema.properties.all;
    for (const name of ['campaigns_pause', 'autopilot_kill'])
      expect(all(name)).toMatchObject({ description: expect.stringMatching(/^every /) });
    expect(all('campaigns_check')).toMatchObject({
      description: expect.stringContaining('rules that passed'),
    });
    expect(all('leads_list')).toEqual({ type: 'boolean' });
  });

  it('are none that need a file where no folder is open', async () => {
    const named = async (options: string) =>
      (await listed(await newWorld(), `--tools effects --all-tools ${options}`)).map(({ name }) => name);
    expect(await named('')).not.toContain('blocklist_sync');
    expect(await named('--folder .')).toContain('blocklist_sync');
  });

  it('are none that list or call the tools of another server', async () => {
    const tools = await listed(await newWorld(), '--tools effects --all-tools --folder .');
    expect(tools.map(({ name }) => name).filter((name) => name.startsWith('mcp_'))).toEqual([]);
  });

  it('say which of two that import people has a known price', async () => {
    const tools = await listed(await newWorld(), '--tools effects --all-tools');
    const said = (name: string) => tools.find((tool) => tool.name === name)?.description;
    expect(said('prospects_source')).toMatch(/at a price that is not known in advance/);
    expect(said('finder_import')).toMatch(/by filters or from a search/);
  });

  it('are those of the groups that are named', async () => {
    const world = await newWorld();
    const tools = await listed(world, '--tools effects --groups leads,replies');
    expect(tools.map(({ name }) => name)).toEqual(
      namesOf(['read', 'work', 'effects']).filter((name) => /^(?:leads|replies)_/.test(name)),
    );
    const { exit, err } = await world.outreach('mcp serve --groups leads,replise');
    expect([exit, err]).toEqual([2, expect.stringContaining("there is no group 'replise'")]);
    expect(err).toContain('replies');
  });

  it('have schemas that are valid, and names and arguments that name no consent, key, recipient or place of events', {
    tags: 'slow',
  }, async () => {
    const world = await newWorld();
    const ajv = new Ajv2020({
      strict: true,
      strictTypes: false,
      allowUnionTypes: true,
      validateFormats: false,
    });
    ajv.addKeyword('x-untrusted');
    for (const folder of ['', '--folder .'])
      for (const tool of await listed(world, `--tools effects --all-tools ${folder}`)) {
        ajv.compile(tool.inputSchema);
        ajv.compile(tool.outputSchema);
        expect(tool.outputSchema).toMatchObject({ type: 'object' });
        expect(tool.name).toMatch(/^[a-z_-]{1,64}$/);
        for (const name of Object.keys(tool.inputSchema.properties)) {
          expect(name, tool.name).not.toMatch(
            /^(?:yes|recipients?|key|apiKey|once|again|profile|url|cc|bcc|json|noInput|timeout|live|quiet)$/,
          );
          if (name === 'to')
            expect(tool.name).toMatch(/^(?:campaigns_schedule|senders_plan|sandbox_outbox_\w+)$/);
        }
      }
  });

  it('only read, say their annotations, where they can write no file either', async () => {
    const world = await newWorld();
    const reading = (tools: Awaited<ReturnType<typeof listed>>) =>
      tools.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name);
    expect(reading(await listed(world, '--tools effects --all-tools'))).toEqual(namesOf(['read']));
    const withFolder = reading(await listed(world, '--tools effects --all-tools --folder .'));
    expect(withFolder).toContain('leads_list');
    for (const name of ['leads_export', 'campaigns_pull', 'copilot_plan'])
      expect(withFolder).not.toContain(name);
  });

  it('take files only where a folder is open', async () => {
    const world = await newWorld();
    const files = new Map(
      leaves.map((leaf) => [
        nameOf(leaf.path),
        [...leaf.arguments, ...leaf.options]
          .filter(isFile)
          .map(({ name }) =>
            name.replace(/^--/, '').replaceAll(/-([a-z])/g, (_, letter) => letter.toUpperCase()),
          ),
      ]),
    );
    const taken = (tools: Awaited<ReturnType<typeof listed>>) =>
      tools.flatMap(({ name, inputSchema }) =>
        Object.keys(inputSchema.properties).filter((given) => files.get(name)?.includes(given)),
      );
    const without = await listed(world, '--tools effects --all-tools');
    expect(taken(without)).toEqual([]);
    const names = without.map(({ name }) => name);
    for (const name of ['leads_import', 'leads_audit', 'campaigns_plan']) expect(names).not.toContain(name);
    expect(names).toEqual(expect.arrayContaining(['leads_list', 'leads_export']));
    expect(taken(await listed(world, '--tools effects --all-tools --folder .'))).toEqual(
      expect.arrayContaining(['file', 'folder', 'rejects', 'output', 'values']),
    );
  });
});

describe('what a tool answers', () => {
  /** With 16 the document itself says no. */
  const saysSo = (exit: number): boolean => exit === 0 || exit === 16;

  it('is the document of a read that says no, with the failure as a text after it', async () => {
    const world = await newWorld();
    await world.outreach('campaigns create Autumn');
    for (const verb of ['check', 'forecast', 'why']) {
      const printed = await world.outreach(`campaigns ${verb} 1 --json`);
      expect(printed.exit).toBe(16);
      const [result] = await called(world, '', { name: `campaigns_${verb}`, arguments: { campaign: '1' } });
      const { checkedAt: _, ...document } = printed.json();
      expect(result?.structuredContent).toMatchObject(document);
      expect(result?.isError).toBeUndefined();
      expect(JSON.parse(result?.content[1]?.text ?? '').error).toMatchObject({ exitCode: 16 });
    }
  });

  it('has lines of the program as calls of tools beside it', async () => {
    const world = await newWorld();
    await world.outreach('campaigns create Autumn');
    const [why, status] = await called(
      world,
      '',
      { name: 'campaigns_check', arguments: { campaign: '1' } },
      { name: 'status' },
    );
    expect(why?.content.at(-1)?.text).toBe(
      'outreach campaigns schedule 1 --days mon-fri --from 09:00 --to 17:00: a person runs outreach campaigns schedule 1 --days mon-fri --from 09:00 --to 17:00',
    );
    expect(status?.content).toHaveLength(1);
    const [asked] = await called(world, '--tools work', {
      name: 'campaigns_check',
      arguments: { campaign: '1' },
    });
    expect(asked?.content.at(-1)?.text).toBe(
      'outreach campaigns schedule 1 --days mon-fri --from 09:00 --to 17:00: the tool campaigns_schedule with campaign 1, days mon-fri, from 09:00, to 17:00',
    );
  });

  it('is an error where a change was refused by the checks', async () => {
    const world = await newWorld();
    await world.outreach('campaigns create Autumn');
    const [result] = await called(world, '--tools effects', {
      name: 'campaigns_resume',
      arguments: { campaign: '1' },
    });
    expect(result?.isError).toBe(true);
    expect(result?.structuredContent.error).toMatchObject({ code: 'checks_failed', exitCode: 16 });
  });

  const alone = leaves.filter(
    ({ tool, arguments: args, options }) =>
      tool === 'read' && [...args, ...options].every(({ required }) => !required),
  );

  it('is cut where it is long: lists between records, and goes on behind them; texts of a single record', {
    tags: 'slow',
  }, async () => {
    const world = await newWorld();
    const long = 'ä'.repeat(9000);
    await world.outreach('leads add long@lumen.example');
    for (const n of Array.from({ length: 20 }, (_, at) => at))
      await world.outreach(['leads', 'update', 'long@lumen.example', '--var', `field${n}=${long}`]);
    const rows = Array.from(
      { length: 300 },
      (_, at) => `p${at}@lumen.example,${'x'.repeat(at % 7 ? 400 : 9)}`,
    );
    await world.outreach('leads import - --json', { stdin: `email,notes\n${rows.join('\n')}\n` });
    const seen: number[] = [];
    let given: object = { limit: 200 };
    for (let page = 0; page < 200; page++) {
      const [result] = await called(world, '', { name: 'leads_list', arguments: { ...given } });
      expect(result?.content.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(
        longestAnswer,
      );
      const { items, truncated, hasMore, page: at, limit } = result?.structuredContent ?? {};
      seen.push(...items.map(({ id }: { id: number }) => id));
      if (!hasMore) break;
      given = truncated?.next ?? { page: at + 1, limit };
    }
    const { items } = (await world.outreach('leads list --all --json')).json();
    expect(seen).toEqual(items.map(({ id }: { id: number }) => id));
    const [one] = await called(world, '', { name: 'leads_get', arguments: { lead: 'long@lumen.example' } });
    expect(one?.content[0]?.text.length).toBeLessThanOrEqual(longestAnswer);
    expect(one?.structuredContent).toMatchObject({ email: 'long@lumen.example' });
    expect(one?.content[0]?.text).toMatch(/ä… \(\d+ characters more\)/);
  });

  it('has every command once, in order, on the pages of all commands', { tags: 'slow' }, async () => {
    const world = await newWorld();
    const seen: string[] = [];
    const sizes: number[] = [];
    let given: object = {};
    for (let asked = 0; asked < 30; asked++) {
      const [result] = await called(world, '', { name: 'commands', arguments: { ...given } });
      const { commands, truncated, hasMore, page, limit } = result?.structuredContent ?? {};
      seen.push(...leavesOf(commands).map(({ path }) => path));
      sizes.push(result?.content[0]?.text.length ?? 0);
      if (truncated === undefined && !hasMore) break;
      given = truncated?.next ?? { page: page + 1, limit };
    }
    expect(seen).toEqual(leaves.map(({ path }) => path));
    for (const size of sizes.slice(0, -1)) expect(size).toBeGreaterThan(longestAnswer * 0.7);
  });

  it.each(alone.map(({ path }) => [path]))('is the document of --json, and valid: %s', async (path) => {
    const world = await newWorld();
    const printed = await world.outreach(`${path} --json --no-input`);
    const { said } = await requests(world, '--all-tools', [
      { method: 'tools/list', params: {} },
      { method: 'tools/call', params: { name: nameOf(path) } },
    ]);
    const result = said[1]?.result;
    const text = result?.content[0]?.text ?? '';
    expect(text.length).toBeLessThanOrEqual(longestAnswer);
    const isLong = saysSo(printed.exit) && JSON.stringify(printed.json()).length > longestAnswer;
    if (isLong) expect(result?.structuredContent.truncated.shown).toBeGreaterThan(0);
    else if (saysSo(printed.exit))
      expect(without(result?.structuredContent)).toEqual(without(asObject(printed.json())));
    else expect(unsaid(result?.structuredContent.error)).toEqual(unsaid(errorIn(printed.err)));
    expect(result?.isError).toBe(saysSo(printed.exit) ? undefined : true);
    const tool = said[0]?.result?.tools.find(({ name }: { name: string }) => name === nameOf(path));
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const valid = ajv.compile(tool.outputSchema);
    valid(result?.structuredContent);
    expect(valid.errors).toBeNull();
  });
});

describe('the profile of a session', () => {
  it('stays what it was, whatever is chosen meanwhile', async () => {
    const keys: (string | undefined)[] = [];
    let chosen: Promise<unknown> | undefined;
    const world: TestWorld = await newWorld({
      network: async (request, signal) => {
        const { method, headers } = request;
        if (method === 'POST') {
          keys.push(headers.authorization);
          chosen ??= world.outreach('profiles use second');
          await chosen;
        }
        const authorization = `Bearer ${sandboxKey}`;
        return world.sandbox.transport({ ...request, headers: { ...headers, authorization } }, signal);
      },
    });
    for (const [profile, key] of [
      ['first', liveKey],
      ['second', liveReadOnlyKey],
    ])
      await world.outreach(`login --profile ${profile} --base-url ${baseUrl} --key-stdin`, {
        stdin: key ?? '',
      });
    await world.outreach('profiles use first');
    // A login looks what its key may do.
    keys.length = 0;
    chosen = undefined;
    await called(
      world,
      '--tools effects',
      { name: 'leads_add', arguments: { email: 'ana@lumen.example' } },
      { name: 'leads_add', arguments: { email: 'bo@lumen.example' } },
    );
    expect((await world.outreach('whoami --json')).json().profile).toBe('second');
    expect(keys).toEqual([`Bearer ${liveKey}`, `Bearer ${liveKey}`]);
  });
});

describe('an id', () => {
  it('is given as it was answered, as a number or as text', async () => {
    const world = await newWorld();
    await world.outreach('campaigns create Autumn');
    await world.outreach('leads add ana@lumen.example');
    const [campaign, lead, named] = await called(
      world,
      '',
      { name: 'campaigns_get', arguments: { campaign: 1 } },
      { name: 'leads_get', arguments: { lead: 1 } },
      { name: 'campaigns_get', arguments: { campaign: '1' } },
    );
    expect(campaign?.structuredContent).toMatchObject({ id: 1, name: 'Autumn' });
    expect(lead?.structuredContent).toMatchObject({ email: 'ana@lumen.example' });
    expect(named).toEqual(campaign);
    const tools = await listed(world, '--tools effects --all-tools');
    for (const [tool, name] of [
      ['leads_get', 'lead'],
      ['leads_list', 'campaign'],
      ['campaigns_resume', 'campaign'],
      ['senders_get', 'sender'],
    ])
      expect(tools.find((it) => it.name === tool)?.inputSchema.properties[name ?? '']?.type).toEqual([
        'string',
        'integer',
      ]);
  });
});

describe('numbers of a tool', () => {
  const long = '9007199254740993';
  it('have every digit, and an id with more than a number holds is given as text', async () => {
    const asked: string[] = [];
    const world = await newWorld({
      network: async ({ path }) => {
        asked.push(path);
        return { status: 200, headers: {}, body: `{"icp": {"id": ${long}, "name": "Heads of sales"}}` };
      },
      env: { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: baseUrl },
    });
    const line = (id: string) =>
      greeting +
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"icps_get","arguments":{"id":${id}}}}\n`;
    const good = await world.outreach('mcp serve', { stdin: line(`"${long}"`) });
    expect(good.out).toContain(`"id":${long}`);
    expect(asked.at(-1)).toContain(long);
    const rounded = await world.outreach('mcp serve', { stdin: line(long) });
    expect(rounded.out).toContain('id must be text where it has more than 15 digits; nothing was done');
    expect(asked).toHaveLength(1);
    const found = await called(
      world,
      '',
      ...[1.5, Number(`${long}0000`)].map((lead) => ({ name: 'leads_get', arguments: { lead } })),
    );
    expect(found.map(({ structuredContent }) => structuredContent.error.message)).toEqual([
      'lead must be text or a whole number, not 1.5; nothing was done',
      'lead must be text where it has more than 15 digits; nothing was done',
    ]);
  });
});

/** Time goes on between two runs. */
const without = (document: unknown): unknown =>
  JSON.parse(
    JSON.stringify(document, (name, value) =>
      /At$|Ms$|^(?:now|ahead|since|until|checks)$/.test(name) ? undefined : value,
    ),
  );

/** Options are arguments in the words of a tool. */
const unsaid = (error: object) => without({ ...error, message: '', hint: '' });

const asObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { result: value };

const errorIn = (err: string) => JSON.parse(err.trim().split('\n').at(-1) ?? '').error;
