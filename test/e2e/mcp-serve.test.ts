// @module-tag slow
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inTerminal } from '../cli/probe/terminal.ts';
import { callMessage, greeting } from '../commands/mcp-serve/session.ts';
import { binary, cleanEnv, outreach, start, temporaryFolder } from './binary.ts';

const liveKey = 'run_abcdefgh_0123456789012345678901234567890123456789';

/** The client of the library, which agrees to whatever it is asked. */
async function client(home: string, args: readonly string[], env: Record<string, string> = {}) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [binary, 'mcp', 'serve', ...args],
    env: cleanEnv(home, env),
    cwd: home,
    stderr: 'pipe',
  });
  const own = new Client(
    { name: 'test', version: '1' },
    { capabilities: { elicitation: { form: {} }, sampling: {} } },
  );
  let asked = 0;
  own.setRequestHandler(ElicitRequestSchema, () => {
    asked++;
    return { action: 'accept', content: { yes: true, confirm: true } };
  });
  await own.connect(transport);
  onTestFinished(() => own.close());
  return { own, pid: transport.pid as number, asked: () => asked };
}

const documentOf = ({ structuredContent }: Awaited<ReturnType<Client['callTool']>>) =>
  structuredContent as Record<string, never>;

/** A service whose answers wait until they are let go. */
async function slowService() {
  const waiting: ServerResponse[] = [];
  const closed: string[] = [];
  let come = () => {};
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      waiting.push(response);
      response.on('close', () => closed.push(response.writableFinished ? 'answered' : 'aborted'));
      come();
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    env: { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: `http://127.0.0.1:${port}/r`, OUTREACH_PACE: 'off' },
    waiting,
    closed,
    called: (count: number) =>
      new Promise<void>((resolve) => {
        come = () => waiting.length >= count && resolve();
        come();
      }),
    answer() {
      for (const response of waiting.splice(0))
        response
          .setHeader('content-type', 'application/json')
          .end('{"leads": [], "total": 0, "page": 1, "limit": 20, "hasMore": false}');
    },
  };
}

describe('mcp serve, built', () => {
  it('serves the client of the library, is never agreed with, and lists what it lists from the sources', async () => {
    const home = await temporaryFolder();
    const { own, asked } = await client(home, ['--tools', 'effects']);
    expect(own.getServerVersion()?.name).toBe('outreach');
    expect(own.getInstructions()).toContain('approvalRequired');
    const { tools } = await own.listTools();
    expect(tools.find(({ name }) => name === 'leads_list')?.annotations).toMatchObject({
      readOnlyHint: true,
    });
    expect(documentOf(await own.callTool({ name: 'leads_list', arguments: { limit: 5 } }))).toMatchObject({
      total: 0,
    });
    const buy = { name: 'credits_buy', arguments: { amount: 2000 } };
    for (let n = 0; n < 3; n++) {
      const [a, b] = await Promise.all([own.callTool(buy), own.callTool(buy)]);
      expect(documentOf(a)).toEqual(documentOf(b));
      expect(documentOf(a).approvalRequired).toMatchObject({ code: expect.stringMatching(/^\w{8}$/) });
    }
    expect(asked()).toBe(0);
    expect(tools.map(({ name }) => name)).toContain('outreach_find');
    await expect(own.callTool({ name: 'profiles_set', arguments: {} })).rejects.toMatchObject({
      code: -32602,
    });
    expect(JSON.parse((await outreach(home, ['sandbox', 'ledger', '--json'])).out).total).toBe(0);
    const { newWorld } = await import('../world.ts');
    const { listed } = await import('../commands/mcp-serve/session.ts');
    expect(tools).toEqual(await listed(await newWorld(), '--tools effects'));
  });

  it('runs what a person approved at a terminal once, whichever of two sessions is first', async () => {
    const home = await temporaryFolder();
    const [{ own: one }, { own: other }] = [
      await client(home, ['--tools', 'effects']),
      await client(home, ['--tools', 'effects']),
    ];
    const buy = { name: 'credits_buy', arguments: { amount: 2000 } };
    const { code } = documentOf(await one.callTool(buy)).approvalRequired as unknown as { code: string };
    const person = inTerminal(binary, ['approvals', 'approve', code], cleanEnv(home), home);
    await person.answer('Type y or n:', 'y\r');
    expect((await person.ended).exitCode).toBe(0);
    const others = { name: 'credits_buy', arguments: { amount: 2001 } };
    expect(documentOf(await one.callTool(others)).approvalRequired).not.toMatchObject({ code });
    const results = await Promise.all([one, other, one, other].map((session) => session.callTool(buy)));
    const done = results.filter(({ isError }) => !isError).map(documentOf);
    expect(done).toMatchObject([{ creditsPurchased: 2000 }]);
    const ledger = await outreach(home, ['sandbox', 'ledger', '--json', '--assert-once']);
    expect([ledger.exit, JSON.parse(ledger.out).total]).toEqual([0, 1]);
  });

  it('ends with its input, after what is under way; up to four reads run at once', async () => {
    const service = await slowService();
    const home = await temporaryFolder();
    const calls = Array.from({ length: 6 }, (_, id) =>
      callMessage(id, { name: 'leads_list', arguments: { page: id + 1 } }),
    );
    const running = start(home, ['mcp', 'serve'], { env: service.env, input: greeting + calls.join('') });
    await service.called(4);
    await new Promise((resolve) => setImmediate(resolve));
    expect(service.waiting).toHaveLength(4);
    service.answer();
    await service.called(2);
    service.answer();
    const { exitCode, stdout } = await running;
    expect(exitCode).toBe(0);
    const ids = String(stdout)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).id);
    expect(ids).toEqual(expect.arrayContaining([0, 1, 2, 3, 4, 5]));
  });

  it('stops a call that the client cancels, and goes on', async () => {
    const service = await slowService();
    const home = await temporaryFolder();
    const { own } = await client(home, [], service.env);
    const stop = new AbortController();
    const call = own
      .callTool({ name: 'leads_list' }, undefined, { signal: stop.signal })
      .catch((error) => error);
    await service.called(1);
    stop.abort('enough');
    expect(String(await call)).toContain('enough');
    await expect.poll(() => service.closed).toEqual(['aborted']);
    expect(documentOf(await own.callTool({ name: 'whoami' }))).toMatchObject({ keySource: 'environment' });
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('ends calls and itself at %s', async (signal, exit) => {
    const service = await slowService();
    const home = await temporaryFolder();
    const running = start(home, ['mcp', 'serve'], { env: service.env, stdin: 'pipe' });
    running.stdin?.write(greeting + callMessage(1, { name: 'leads_list' }));
    await service.called(1);
    running.kill(signal);
    const { exitCode, stdout, stderr } = await running;
    expect([exitCode, service.closed]).toEqual([exit, ['aborted']]);
    const last = JSON.parse(String(stdout).trimEnd().split('\n').at(-1) ?? '');
    expect(last).toMatchObject({
      id: 1,
      result: { isError: true, structuredContent: { error: { exitCode: exit } } },
    });
    expect(String(stderr)).not.toContain('    at ');
  });

  it('ends when the client has gone', async () => {
    const home = await temporaryFolder();
    const running = start(home, ['mcp', 'serve'], { stdin: 'pipe' });
    running.stdout?.destroy();
    running.stdin?.write(greeting);
    const { exitCode, stderr } = await running;
    expect([exitCode, String(stderr)]).toEqual([0, expect.not.stringContaining('EPIPE')]);
  });

  it('answers a message without an end, and ends with its input', async () => {
    const home = await temporaryFolder();
    const { exitCode, stdout } = await start(home, ['mcp', 'serve'], {
      input: `${greeting}{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${'x'.repeat(11 * 1024 * 1024)}`,
    });
    const last = JSON.parse(String(stdout).trimEnd().split('\n').at(-1) ?? '');
    expect([exitCode, last]).toMatchObject([0, { id: null, error: { code: -32_600 } }]);
  });

  it('keeps a client waiting whose time limit is ten seconds, where it asks for progress', async () => {
    const service = await slowService();
    const home = await temporaryFolder();
    const { own } = await client(home, [], service.env);
    const heard: (string | undefined)[] = [];
    const call = own.callTool({ name: 'leads_list' }, undefined, {
      timeout: 10_000,
      resetTimeoutOnProgress: true,
      onprogress: ({ message }) => {
        heard.push(message);
        if (heard.length === 3) service.answer();
      },
    });
    expect(documentOf(await call)).toMatchObject({ items: [] });
    expect(heard).toHaveLength(3);
  }, 40_000);

  it.runIf(process.platform === 'linux')('serves a thousand calls and keeps nothing of them', async () => {
    const home = await temporaryFolder();
    const { own, pid } = await client(home, ['--tools', 'effects', '--folder', '.']);
    const round = async (count: number) => {
      for (let n = 0; n < count; n += 5)
        await Promise.all([
          own.callTool({ name: 'leads_list', arguments: { limit: 2 } }),
          own.callTool({ name: 'whoami' }),
          own.callTool({ name: 'credits_buy', arguments: { amount: 2000 } }),
          own.callTool({ name: 'leads_import', arguments: { file: '../people.csv' } }),
          own.callTool({ name: 'leads_add', arguments: { email: 'nobody' } }),
        ]);
    };
    const open = async () => (await readdir(`/proc/${pid}/fd`)).length;
    const megabytes = async () =>
      Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
    await round(300);
    const before = { open: await open(), megabytes: await megabytes() };
    await round(700);
    expect(await open()).toBe(before.open);
    expect((await megabytes()) - before.megabytes).toBeLessThan(40);
    expect(JSON.parse((await outreach(home, ['sandbox', 'ledger', '--json'])).out).total).toBe(0);
    expect(JSON.parse((await outreach(home, ['approvals', 'list', '--json'])).out).total).toBe(1);
  });
});
