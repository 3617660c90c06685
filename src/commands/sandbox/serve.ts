import { Failure } from '../../base/errors.ts';
import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { ndjsonLine } from '../../cli/output/text/json.ts';
import { safeLine } from '../../cli/output/text/safe-text.ts';
import { sinkOf } from '../../cli/output/text/sink.ts';
import { sandboxKey, sandboxReadOnlyKey } from '../../contract/keys.ts';
import * as s from '../../contract/schema/schema.ts';

export const serve = command({
  name: 'serve',
  summary: 'Serve the sandbox over HTTP on this machine, until Ctrl-C',
  about: `Prints the base URL and the keys first (with --json, as one line of JSON), and then logs each request on stderr. The MCP tools are at /mcp. Events go to webhooks on this machine in the background; see \`outreach sandbox deliveries\`.

The server listens on 127.0.0.1 until Ctrl-C or SIGTERM (exit code 0), and refuses requests from web pages and for other host names. Other commands can move the clock at the same time. While the clock is being moved, a request that changes something waits up to five seconds, and then gets 503 with a Retry-After header.

--rate-limits applies to each account, in real seconds, and only to requests to this server.`,
  uses: [],
  tool: { never: 'does not end' },
  answer: s.object({ ...s.each(['baseUrl', 'mcpUrl', 'key', 'readOnlyKey'], s.string()) }),
  local: true,
  interactive: true,
  fails: ['conflict'],
  args: {
    port: opt.int('port; 0 chooses a free one', { min: 0, max: 65_535, hint: 'n' }),
    rateLimits: opt.flag('respond with 429 to more than 100 requests in 10 s, or 600 in a minute'),
  },
  examples: [
    'outreach sandbox serve',
    'outreach sandbox serve --port 0 --json',
    'outreach sandbox serve --rate-limits',
  ],
  async run({ files, screen }, { port = 4010, rateLimits }) {
    const [database, { createSandbox }, { listen }, { createCourier }, { post }] = await Promise.all([
      files.world.sandboxDatabase(),
      import('../../sandbox/sandbox.ts'),
      import('../../sandbox/listen.ts'),
      import('../../sandbox/deliveries/courier.ts'),
      import('../../cli/outside/post.ts'),
    ]);
    const say = (line: string): void => {
      if (!screen.globals.quiet) files.world.stderr.write(`${safeLine(line)}\n`);
    };
    const onDefect = (error: unknown) =>
      say(
        error instanceof Failure && error.kind === 'usage'
          ? error.message
          : `A defect of the sandbox: ${(error as Error).stack ?? error}`,
      );
    const { wire, state } = await createSandbox({
      database,
      clock: files.world.clock,
      rateLimits,
      onFault: onDefect,
    });
    const courier = createCourier(state, {
      post,
      signal: files.world.signal,
      onDefect,
      onAttempt: ({ type, url }, { status, why }) => say(`${status ?? why} ${type} -> ${url}`),
    });
    const { url, mcpUrl, close } = await listen({
      transport: wire,
      port,
      onExchange: ({ method, url, status, trouble, why, milliseconds }) => {
        say(`${trouble ?? status} ${method} ${url} ${milliseconds} ms${why ? `: ${why}` : ''}`);
        courier.wake();
      },
    }).catch((error) => {
      if (!(error instanceof Failure) || !error.is('port_taken')) throw error;
      // Mostly it is another one of these, and both would serve the same world.
      throw error.with({
        hint: `If the sandbox is served there already, use it: OUTREACH_BASE_URL=http://127.0.0.1:${port}/r. Otherwise choose another --port, or --port 0 for a free one; two servers may serve the same sandbox.`,
        cause: error,
      });
    });
    courier.wake();
    const served = { baseUrl: url, mcpUrl, key: sandboxKey, readOnlyKey: sandboxReadOnlyKey };
    const lines = Object.entries(served).map(([name, value]) =>
      files.world.stdout.isTTY ? `${name.padEnd(13)}${value}\n` : `${name}\t${value}\n`,
    );
    await sinkOf(files.world.stdout).write(
      screen.globals.json || screen.globals.ndjson ? ndjsonLine(served) : lines.join(''),
    );
    screen.note('Serving until Ctrl-C.');
    await aborted(files.world.signal);
    await close();
    await courier.stop();
  },
});

/** A stop signal is how serving ends: not a failure. */
const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
