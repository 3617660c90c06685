// A job on a stage of its own: the service, the person and the agent each have a home, and the agent a workspace.
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { execa } from 'execa';

export const program = fileURLToPath(new URL('../bin/outreach.js', import.meta.url));
const meter = fileURLToPath(new URL('meter.mjs', import.meta.url));

/** Nothing of this machine but where programs are. */
export const envOf = (home) => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  OUTREACH_HOME: path.join(home, 'outreach'),
  TZ: 'UTC',
});

/** Runs a line of the real program in a home. Throws where it ends with another code than 0. */
export async function line(home, words, options = {}) {
  const { stdout } = await execa(process.execPath, [program, ...words], {
    env: envOf(home),
    extendEnv: false,
    cwd: home,
    input: '',
    ...options,
  });
  return stdout;
}

/** What is in a file; undefined where it is not there. */
const textOf = (file) => readFile(file, 'utf8').catch(() => undefined);

export const linesOf = async (file) =>
  ((await textOf(file)) ?? '')
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text));

export const addLine = (file, value) => appendFile(file, `${JSON.stringify(value)}\n`);

/** Speaks to `command` as a client of the agent protocol does. */
export async function connect(command, args, env, cwd) {
  const client = new Client({ name: 'evals', version: '1' });
  await client.connect(new StdioClientTransport({ command, args, env, cwd, stderr: 'ignore' }));
  const call = async (name, given = {}) => {
    const { structuredContent, content } = await client.callTool({ name, arguments: given });
    return structuredContent ?? JSON.parse(content[0].text);
  };
  return { call, close: () => client.close() };
}

/** Prepares the world of a job. `close` ends what it started and removes the folder. */
export async function openStage(job, { keep = false } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), `outreach-eval-${job.name}-`));
  const at = (...names) => path.join(folder, ...names);
  const [service, person, workspace] = [at('service'), at('person'), at('workspace')];
  for (const made of [service, person, workspace, at('bin')]) await mkdir(made);
  const closing = [];
  const close = async () => {
    for (const end of closing.reverse()) await end();
    if (!keep) await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  try {
    await writeFile(at('world.json'), JSON.stringify({ seed: job.name, ...job.world }));
    await line(service, ['sandbox', 'seed', at('world.json'), '--yes']);
    for (const [name, text] of Object.entries(job.files ?? {}))
      await writeFile(path.join(workspace, name), text);
    await line(service, ['sandbox', 'clock', 'set', 'Mon 07:00', '--utc']);
    for (const words of job.setup ?? []) await line(service, words, { cwd: workspace });
    const between = job.between && answersThrough(job.between, at('decisions.ndjson'));
    const { url, key } = await serve(service, closing, between);
    await line(person, ['login', '--profile', 'work', '--base-url', url, '--key-stdin'], { input: key });
    await line(person, ['profiles', 'set', 'work', '--consent', 'person']);
    await writeFile(at('run.json'), JSON.stringify({ job: job.name, person }));
    const shim = at('bin', 'outreach');
    await writeFile(shim, `#!/bin/sh\nexec "${process.execPath}" "${meter}" "${folder}" "$@"\n`, {
      mode: 0o755,
    });
    const server = { command: shim, args: ['mcp', 'serve', '--tools', 'effects', '--folder', workspace] };
    await writeFile(at('mcp.json'), JSON.stringify({ mcpServers: { outreach: server } }));
    const readerOf = async (home) => {
      const { call, close } = await connect(process.execPath, [program, 'mcp', 'serve'], envOf(home), home);
      closing.push(close);
      return call;
    };
    return {
      ...{ folder, workspace, server, close, config: at('mcp.json'), bin: at('bin') },
      /** A document of the service, by the name of the tool. */
      read: await readerOf(service),
      /** One of the home in which the agent works. */
      readOwn: await readerOf(person),
      /** What is in a file of the workspace; undefined where it is not there. */
      written: (name) => textOf(path.join(workspace, name)),
      advance: (time) => line(service, ['sandbox', 'clock', 'advance', time]),
      calls: () => linesOf(at('calls.ndjson')),
      decisions: () => linesOf(at('decisions.ndjson')),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function serve(home, closing, between) {
  const server = execa(process.execPath, [program, 'sandbox', 'serve', '--port', '0', '--json'], {
    ...{ env: envOf(home), extendEnv: false, reject: false, buffer: false, stdin: 'ignore' },
  });
  closing.push(async () => {
    server.kill('SIGTERM');
    await server;
  });
  const { value } = await server.iterable({ from: 'stdout' })[Symbol.asyncIterator]().next();
  const { baseUrl, key } = JSON.parse(value);
  return { key, url: between === undefined ? baseUrl : await between(baseUrl, closing) };
}

/** A proxy in front of the service that changes its answers: `change(text, whetherAPersonHasDecided)`. */
const answersThrough = (change, decisions) => async (baseUrl, closing) => {
  const { host } = new URL(baseUrl);
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const onward = request(
      new URL(url, baseUrl),
      { method, headers: { ...headers, host } },
      async (answer) => {
        const parts = [];
        for await (const part of answer) parts.push(part);
        const text = change(Buffer.concat(parts).toString(), (await linesOf(decisions)).length > 0);
        const { 'content-length': _, 'transfer-encoding': __, ...others } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 500, others).end(text);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${server.address().port}${new URL(baseUrl).pathname}`;
};
