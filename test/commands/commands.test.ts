import { describe, expect, it } from 'vitest';
import { leavesOf, loadTree } from '../../src/cli/describe/tree.ts';
import { tree } from '../../src/commands/index.ts';
import { newWorld } from '../world.ts';

interface Node {
  name: string;
  path: string;
  commands?: Node[];
}

describe('outreach commands', () => {
  it('lists every command in a line: path, summary, key, effect', async () => {
    const world = await newWorld();
    const { exit, out, err } = await world.outreach('commands');
    expect([exit, err]).toEqual([0, '']);
    const rows = out.replace(/\n$/, '').split('\n');
    for (const row of rows) expect(row.split('\t')).toHaveLength(4);
    expect(rows).toContain(['leads list', 'List leads, newest first', 'read', ''].join('\t'));
    expect(world.requests).toEqual([]);
  });

  it('fits the window', { tags: 'slow' }, async () => {
    const world = await newWorld({ tty: true, columns: 72 });
    const { out } = await world.outreach('commands --no-color');
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(72);
  });

  it('is the whole tree for a program', async () => {
    const world = await newWorld();
    const whole = (await world.outreach('commands --json')).json();
    expect(whole).toMatchObject({ name: 'outreach', version: expect.any(String) });
    expect(whole.commands.map(({ name }: Node) => name)).toEqual(tree.map(({ name }) => name));
    const leaves = (nodes: Node[]): Node[] =>
      nodes.flatMap((node) => (node.commands ? leaves(node.commands) : [node]));
    for (const leaf of leaves(whole.commands))
      expect(leaf).toMatchObject({
        arguments: expect.any(Array),
        options: expect.any(Array),
        examples: expect.any(Array),
        exitCodes: expect.arrayContaining([0]),
        scope: expect.stringMatching(/^(none|read|read_write)$/),
        effect: expect.stringMatching(/^(none|spends|buys|sends)$/),
        consent: expect.stringMatching(/^(always|when-running|never)$/),
        tool: expect.stringMatching(/^(read|work|effects|never)$/),
      });
  });

  it('names each local command that asks although it needs no consent to a call', async () => {
    const world = await newWorld();
    const help = (await world.outreach('commands --help')).out.replaceAll(/\s+/g, ' ');
    const asking = leavesOf((await loadTree(tree)).commands).filter(
      ({ consent, exitCodes, operations }) =>
        consent === 'never' && exitCodes.includes(3) && operations.length === 0,
    );
    expect(asking.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['profiles set', 'profiles route']),
    );
    for (const { path } of asking) expect(help).toContain(`\`${path}\``);
    for (const value of ['always', 'when-running', 'never']) expect(help).toContain(value);
  });

  it('shows a part of it', async () => {
    const world = await newWorld();
    const { json } = await world.outreach('commands leads --json');
    expect(json()).toMatchObject({
      path: 'leads',
      commands: expect.arrayContaining([expect.objectContaining({ path: 'leads list' })]),
    });
    expect((await world.outreach('commands leads zzzz qqqq --json')).json().commands[0].path).toBe(
      'leads list',
    );
    const { exit, failure } = await world.outreach('commands zzzz qqqq');
    expect([exit, failure?.code]).toEqual([2, 'unknown_command']);
  });

  it('searches by words that are no command', async () => {
    const world = await newWorld();
    const { commands } = (await world.outreach('commands buy credits --json')).json();
    expect(commands[0]).toEqual({
      path: 'credits buy',
      summary: expect.any(String),
      effect: 'buys',
      tool: 'effects',
    });
    const { out } = await world.outreach('commands buy credits');
    expect(out).toMatch(/^credits buy\tBuy .*\tread-write\tbuys\n/);
  });

  it('lists every command in 22 kB', async () => {
    const world = await newWorld();
    const { out, json } = await world.outreach('commands --json --compact');
    expect(Buffer.byteLength(out)).toBeLessThanOrEqual(22_000);
    const whole = leavesOf((await loadTree(tree)).commands);
    expect(json()).toEqual({
      commands: whole.map(({ path, summary, effect, tool }) => ({
        ...{ path, summary, tool },
        ...(effect !== 'none' && { effect }),
      })),
    });
    expect((await world.outreach('--help --json')).out).toBe(out);
    const leads = (await world.outreach('leads --help --json')).json().commands;
    expect(leads[0]).toEqual({ path: 'leads list', summary: expect.any(String), tool: 'read' });
    expect((await world.outreach('commands --compact --short')).exit).toBe(2);
  });

  it('is the page of a command where --help has --json', { tags: 'slow' }, async () => {
    const world = await newWorld();
    const { exit, out } = await world.outreach('senders warmup set --help --json');
    expect(exit).toBe(0);
    expect(out).toBe((await world.outreach('commands senders warmup set --json --schemas')).out);
    expect(JSON.parse(out)).toMatchObject({ path: 'senders warmup set', inputSchema: {}, outputSchema: {} });
    expect((await world.outreach('start -h --json')).json()).toMatchObject({ path: 'start', tool: 'never' });
    expect(world.requests).toEqual([]);
  });

  it.each(['journal show 99999', 'senders reputation 99'])(
    'has the exit code of what is not there: %s',
    async (line) => {
      const world = await newWorld();
      expect((await world.outreach(line)).exit).toBe(6);
      const { exitCodes } = (await world.outreach(`commands ${line.replace(/ \d+$/, '')} --json`)).json();
      expect(exitCodes).toContain(6);
    },
  );

  it('lists every command in short, with its names alone', async () => {
    const world = await newWorld();
    const { commands } = (await world.outreach('commands --json --short')).json();
    const whole = leavesOf((await loadTree(tree)).commands);
    expect(commands.map(({ path }: Node) => path)).toEqual(whole.map(({ path }) => path));
    const [found] = (await world.outreach('commands leads get --json --short')).json().commands;
    expect(found).toEqual({
      path: 'leads get',
      summary: expect.any(String),
      arguments: ['lead'],
      options: [],
      tool: 'read',
      consent: 'never',
      exitCodes: expect.arrayContaining([0, 6]),
    });
    const consentTo = (path: string) => commands.find((node: Node) => node.path === path).consent;
    // They end with 3 without --yes in some of their forms.
    for (const path of ['senders update', 'senders warmup set', 'campaigns pause'])
      expect([path, consentTo(path)]).toEqual([path, 'when-running']);
    expect(JSON.stringify(commands).length).toBeLessThan(60_000);
    expect((await world.outreach('commands --short')).out).toContain('leads list\tList leads');
  });

  it('describes requests as JSON Schema', { tags: 'slow' }, async () => {
    const world = await newWorld();
    const { schemas } = (await world.outreach('commands leads add --json --schemas')).json();
    expect(schemas['leads.upsert'].body).toMatchObject({
      type: 'object',
      properties: { leads: { type: 'array' } },
    });
    const { inputSchema, outputSchema } = (
      await world.outreach('commands leads get --json --schemas')
    ).json();
    expect(inputSchema).toMatchObject({ properties: { lead: {}, fields: {} }, required: ['lead'] });
    expect(outputSchema.anyOf[0].properties).toMatchObject({ email: { type: ['string', 'null'] } });
    expect((await world.outreach('commands api --json --schemas')).json()).not.toHaveProperty('outputSchema');
    const all = (await world.outreach('commands --json --schemas')).json();
    expect(Object.keys(all.schemas).length).toBeGreaterThan(30);
    // What a line may have in their place, a file of them, no tool has.
    const categorize = (await world.outreach('commands leads categorize --json --schemas')).json();
    expect(categorize.inputSchema.required).toEqual(['lead', 'category']);
    const settle = (await world.outreach('commands journal settle --json --schemas')).json();
    expect([settle.inputSchema, settle.outputSchema.anyOf[0].properties]).toMatchObject([
      undefined,
      { state: { enum: expect.arrayContaining(['done', 'not-done']) } },
    ]);
    // What a document has beside its list, and that of several files.
    const schemaOf = (path: string) =>
      JSON.stringify(leavesOf(all.commands).find((leaf) => leaf.path === path) ?? {});
    for (const [path, name] of [
      ...[['leads audit', 'files'] as const, ['journal list', 'today'] as const],
      ...[['sandbox ledger', 'repeats'] as const, ['sandbox deliveries', 'states'] as const],
      ...[['sandbox fidelity', 'totals'] as const, ['blocklist sync', 'events'] as const],
    ])
      expect(schemaOf(path)).toContain(`"${name}":{`);
    const ofFile = { problems: { items: { properties: { examples: { 'x-untrusted': true } } } } };
    expect(JSON.parse(schemaOf('leads audit')).outputSchema.anyOf).toMatchObject([
      { properties: ofFile },
      { properties: { files: { items: { properties: ofFile } } } },
      {},
    ]);
    expect(leavesOf(all.commands).flatMap((leaf) => ('outputSchema' in leaf ? [] : [leaf.path]))).toEqual([
      ...['sandbox exec', 'api', 'mcp call', 'mcp serve'],
    ]);
  });
});
