// @module-tag slow
import { expect, it } from 'vitest';
import { inTerminal } from '../cli/probe/terminal.ts';
import { binary, cleanEnv, outreach, temporaryFolder } from './binary.ts';

const ctrlC = '\u0003';

it('draws a watched status in place, in the window as it is then, and leaves the terminal as it was', async () => {
  const home = await temporaryFolder();
  expect((await outreach(home, ['campaigns', 'create', 'Evil \u001b[2J name'])).exit).toBe(0);
  for (const name of ['B', 'C', 'D', 'E', 'F'])
    expect((await outreach(home, ['campaigns', 'create', name])).exit).toBe(0);
  const env = cleanEnv(home, { TERM: 'xterm', NO_COLOR: '1' });
  const session = inTerminal(binary, ['status', '--watch', '--every', '1s'], env, home, 80, 6);
  await session.sees('more lines');
  const [first = ''] = framesIn(session.screen);
  session.resize(70, 30);
  await session.sees('Evil ^[[2J name');
  const drawn = framesIn(session.screen).length;
  await expect.poll(() => framesIn(session.screen).length, { timeout: 20_000 }).toBeGreaterThan(drawn);
  session.type(ctrlC);
  const { screen, exitCode } = await session.ended;
  expect(exitCode).toBe(130);
  expect(first.split('\n').length - 1).toBe(5);
  // Lines are drawn over those before.
  expect(screen).not.toContain('\u001b[2J');
  for (const frame of framesIn(screen))
    for (const line of frame.split('\n').slice(0, -1)) expect(line.startsWith('\u001b[2K')).toBe(true);
  expect(screen.lastIndexOf('\u001b[?7h')).toBeGreaterThan(screen.lastIndexOf('\u001b[?7l'));
  expect(screen.lastIndexOf('\u001b[?25h')).toBeGreaterThanOrEqual(screen.lastIndexOf('\u001b[?25l'));
  expect(screen).not.toContain('?1049h');
});

/** From where each begins to where its rests are erased. */
const framesIn = (screen: string): string[] =>
  [...screen.matchAll(/\u001b\[\?7l\u001b\[H(.*?)\u001b\[J\u001b\[\?7h/gs)].map(([, frame = '']) => frame);
