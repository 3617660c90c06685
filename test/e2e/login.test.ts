// @module-tag slow
import { expect, it, onTestFinished } from 'vitest';
import { inTerminal } from '../cli/probe/terminal.ts';
import { serve } from '../client/server.ts';
import { binary, cleanEnv, temporaryFolder } from './binary.ts';

const right = `run_ab12cd34_${'aB3'.repeat(13)}z`;
const wrong = `run_ab12cd34_${'xY9'.repeat(13)}z`;

async function loggingIn() {
  const service = await serve(({ headers }, response) => {
    const known = headers.authorization === `Bearer ${right}`;
    response.writeHead(known ? 200 : 401, { 'content-type': 'application/json' });
    const empty = { campaigns: [], total: 0, page: 1, limit: 1, hasMore: false };
    response.end(JSON.stringify(known ? empty : { error: 'Invalid API key' }));
  });
  onTestFinished(() => service.close());
  const home = await temporaryFolder();
  const session = inTerminal(binary, ['login', '--base-url', service.baseUrl], cleanEnv(home), home);
  return { session, service };
}

it('asks again for a key that is malformed or refused, and says what comes next', async () => {
  const { session, service } = await loggingIn();
  await session.answer('API key (hidden)', 'nonsense\r');
  await session.sees('it does not begin with "run_". Try again.');
  await session.answer('Try again.', `${wrong}\r`);
  await session.sees('Invalid API key');
  expect(service.seen).toHaveLength(1);
  await session.answer('Invalid API key', `${right}\r`);
  const { screen, exitCode } = await session.ended;
  expect(exitCode).toBe(0);
  expect(screen).toContain(`Logged in to ${service.baseUrl}`);
  expect(screen).toContain('outreach whoami --profile default');
  expect(screen).not.toContain('run_ab12cd34');
}, 60_000);

it('gives up after three keys', async () => {
  const { session } = await loggingIn();
  await session.answer('API key (hidden)', 'one\r');
  await session.answer('does not begin with', '"two"\r');
  await session.answer('it is in quotes', 'Bearer three\r');
  const { screen, exitCode } = await session.ended;
  expect(exitCode).toBe(4);
  expect(screen).toContain('A key has 53 characters');
}, 60_000);
