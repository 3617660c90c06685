// @module-tag slow
import { describe, expect, it } from 'vitest';
import { inTerminal, type Session } from '../cli/probe/terminal.ts';
import { binary, cleanEnv, outreach } from './binary.ts';
import { startedHome } from './started-home.ts';

/** The reply desk in a real terminal; what its keys and its screen do is tested in memory, in test/commands/replies-desk. */

const desk = (home: string, env: Record<string, string> = {}, columns = 80, rows = 24): Session =>
  inTerminal(
    binary,
    ['replies', 'desk'],
    cleanEnv(home, { TERM: 'xterm', NO_COLOR: '1', ...env }),
    home,
    columns,
    rows,
  );

async function sentIn(home: string): Promise<number> {
  const { out } = await outreach(home, ['sandbox', 'ledger', '--json']);
  return JSON.parse(out).items.filter(({ operation }: { operation: string }) => operation === 'drafts.send')
    .length;
}

/** Cursor, line breaks and screen as the shell knows them. */
function expectRestored(screen: string): void {
  for (const mode of ['?1049', '?7'])
    expect(screen.lastIndexOf(`\u001b[${mode}${mode === '?7' ? 'h' : 'l'}`)).toBeGreaterThan(
      screen.lastIndexOf(`\u001b[${mode}${mode === '?7' ? 'l' : 'h'}`),
    );
  expect(screen.lastIndexOf('\u001b[?25h')).toBeGreaterThan(screen.lastIndexOf('\u001b[?25l'));
}

const ctrlC = '\u0003';

describe('the reply desk in a terminal', () => {
  it('knows its keys, follows the window, and sends after one question', async () => {
    const home = await startedHome();
    const session = desk(home, { EDITOR: "sed -i '$a PS: edited'" });
    const press = async (key: string, seen: string) => {
      session.type(key);
      await session.sees(seen);
    };
    await session.answer('Reply 1 of', '?');
    await session.sees('any key goes back');
    await press('x', '? keys');
    await press('t', 'space more');
    await press('q', 'Reply 1 of');
    await press('n', 'Reply 2 of');
    await press('d', 'Done. Press u to take it back.');
    await press('u', 'Taken back.');
    await press('z', 'Shown again in 24 h. Press u to take it back.');
    await press('c', '1 to 6 choose');
    await press('2', 'Category: not interested.');
    await press('m', 'Press m again to mark a meeting');
    await press('m', 'Meeting marked.');
    session.resize(60, 15);
    await session.sees('s queue  e edit  d done  z later  S send  q leave  ? keys');
    session.resize(50, 12);
    await session.sees('The desk needs 60 x 15.');
    session.resize(120, 40);
    await session.sees('c category  m meeting  b block');
    await press('e', 'The draft is saved.');
    await session.answer('PS: edited', 'b');
    await session.answer('Type y or n:', 'n\r');
    await session.answer('Not blocked.', 's');
    // The person said no.
    await session.answer('Press s again to queue it.', 's');
    await session.sees('1 queued');
    await press('p', 'Queued, not sent. Press u to take it back');
    session.type('S');
    await session.answer('Send 1 answer to', 'y\r');
    await session.sees('Sent 1 answer.');
    await session.answer('Sent 1 answer.', 'q');
    const { screen, exitCode } = await session.ended;
    expect([exitCode, await sentIn(home)]).toEqual([0, 1]);
    expectRestored(screen);
  });

  it('sends nothing at Ctrl-C, in a queue and in the editor', async () => {
    const home = await startedHome();
    const queue = desk(home);
    await queue.answer('Reply 1 of', 's');
    await queue.answer('1 queued', ctrlC);
    const left = await queue.ended;
    expect(left.exitCode).toBe(130);
    expectRestored(left.screen);
    const editing = desk(home, { EDITOR: 'sh -c "echo EDITING; exec sleep 60"' });
    await editing.answer('Reply 1 of', 's');
    await editing.answer('1 queued', 'e');
    await editing.answer('EDITING', ctrlC);
    expect((await editing.ended).exitCode).toBe(130);
    expect(await sentIn(home)).toBe(0);
  });

  it.each(['SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGALRM'] as const)(
    'gives the terminal back at %s',
    async (signal) => {
      const session = desk(await startedHome());
      await session.sees('Reply 1 of');
      session.kill(signal);
      const { exitCode, screen } = await session.ended;
      expect(exitCode).toBe(143);
      expectRestored(screen);
    },
  );

  it('takes no yes that was typed before the question', async () => {
    const home = await startedHome();
    const session = desk(home);
    await session.answer('Reply 1 of', 's');
    await session.sees('1 queued');
    session.type('S');
    await session.typeUntil('Send 1 answer to', 'y\r');
    await session.answer('Type y or n:', 'n\r');
    await session.answer('Cancelled. Nothing was sent.', ctrlC);
    expect([(await session.ended).exitCode, await sentIn(home)]).toEqual([130, 0]);
  });

  it('sends nothing unasked where it is killed at the question', async () => {
    const home = await startedHome();
    const session = desk(home);
    await session.answer('Reply 1 of', 's');
    await session.answer('1 queued', 'S');
    await session.sees('Type y or n:');
    session.kill();
    await session.ended;
    expect(await sentIn(home)).toBe(0);
  });

  it.each([
    // A terminal gives no exit code to what was killed.
    ['kill -9', (session: Session) => session.kill(), 0],
    ['Ctrl-C', (session: Session) => session.type(ctrlC), 14],
  ])('sends nothing twice where it ends by %s while an answer is on its way', async (_, end, ending) => {
    const home = await startedHome();
    const hanging = ['drafts.send', '--nth', '2', '--kind', 'hang', '--phase', 'before'];
    expect((await outreach(home, ['sandbox', 'fault', 'add', ...hanging])).exit).toBe(0);
    const sending = desk(home);
    await sending.answer('Reply 1 of', 'sss');
    await sending.answer('3 queued', 'S');
    await sending.answer('Send 3 answers', 'y\r');
    await sending.sees('Sending (3 s)');
    end(sending);
    expect((await sending.ended).exitCode).toBe(ending);
    expect(await sentIn(home)).toBe(1);
    await outreach(home, ['sandbox', 'fault', 'clear']);
    const { out } = await outreach(home, ['journal', 'list', '--json', '--all']);
    for (const { id, state } of JSON.parse(out).items)
      if (state === 'unknown' || state === 'open')
        await outreach(home, ['journal', 'settle', `${id}`, '--not-done', '--force']);
    const again = desk(home);
    await again.answer('Reply 1 of', 'ss');
    await again.answer('2 queued', 'q');
    await again.answer('Type y or n:', 'y\r');
    const { exitCode, screen } = await again.ended;
    expect([exitCode, await sentIn(home)], screen.slice(-900)).toEqual([0, 3]);
    expect((await outreach(home, ['sandbox', 'ledger', '--assert-once'])).exit).toBe(0);
  });
});
