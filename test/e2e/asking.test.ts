// @module-tag slow
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTerminal } from '../cli/probe/terminal.ts';
import { binary, cleanEnv } from './binary.ts';

/** What a person at a terminal is asked for where the line leaves it out. */

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'outreach-e2e-'));
  const rows = Array.from({ length: 230 }, (_, n) => `p${n}@lumen.example,Person${n},Vértiz`);
  await writeFile(join(home, 'people.csv'), `email,first name,last name\n${rows.join('\n')}\n`);
  const lines = ['campaigns create Autumn', 'campaigns create Winter', 'leads import people.csv'];
  for (const line of lines)
    await execa(process.execPath, [binary, ...line.split(' ')], {
      env: cleanEnv(home),
      extendEnv: false,
      cwd: home,
    });
});
afterAll(() => rm(home, { recursive: true, force: true }));

const asked = (line: string, env: Record<string, string> = {}) =>
  inTerminal(binary, line.split(' '), cleanEnv(home, { TERM: 'xterm', NO_COLOR: '1', ...env }), home, 100);

const down = '\u001b[B';

describe('what a line leaves out', () => {
  it('is chosen from a list, by its name, with the arrow keys', async () => {
    const session = asked('campaigns get');
    await session.answer('Which campaign?', down);
    await session.sees('❯ 1  Autumn · draft');
    session.type('\r');
    const { screen, exitCode } = await session.ended;
    expect(exitCode).toBe(0);
    expect(screen).toMatch(/Name +Autumn/);
  });

  it('is found by a part of its name where the list is long, on a later page, too', async () => {
    const session = asked('leads get');
    await session.answer('Which lead?', 'vertiz person7');
    await session.sees('Person79 Vértiz · p79@lumen.example');
    session.type('@');
    await session.sees('No results');
    session.type('\u007f\u0015p7@lumen');
    await session.sees('Person7 Vértiz · p7@lumen.example');
    session.type('\r');
    const { screen, exitCode } = await session.ended;
    expect([exitCode, /^Email +p7@lumen\.example/m.test(screen)]).toEqual([0, true]);
  });

  it('is the name of something new', async () => {
    const session = asked('campaigns create');
    await session.answer('Campaign name:', '\r');
    await session.sees('It needs a name.');
    session.type('Spring\r');
    const { screen, exitCode } = await session.ended;
    expect([exitCode, /Name +Spring/.test(screen)]).toEqual([0, true]);
  });

  it('agrees to nothing: what cannot be undone is asked for by itself', async () => {
    const session = asked('campaigns senders attach');
    await session.answer('Which campaign?', '\r');
    await session.answer('Which mailbox?', '\u0003');
    expect((await session.ended).exitCode).toBe(130);
    const deleting = asked('leads delete');
    await deleting.answer('Which lead?', '\r');
    await deleting.answer('Type y or n:', '\r');
    expect((await deleting.ended).exitCode).toBe(3);
  });

  it('shows the plan of a folder in one question, and takes only what is typed after it', async () => {
    await mkdir(join(home, 'c'), { recursive: true });
    const file =
      '---\nname: Summer\ndailyLimit: 90\n---\n--- step ---\nSubject: Hi\n\nReply "no" to opt out.\n';
    await writeFile(join(home, 'c', 'summer.md'), file);
    const declined = asked('campaigns apply c');
    await declined.sees('+ create');
    await declined.sees('summer.md');
    await declined.answer('Make 2 changes to 1 campaign? Type y or n:', '\r');
    expect((await declined.ended).exitCode).toBe(3);
    const agreed = asked('campaigns apply c');
    await agreed.answer('Make 2 changes to 1 campaign? Type y or n:', 'y\r');
    const { screen, exitCode } = await agreed.ended;
    expect([exitCode, /summer\.md .* create .* done/.test(screen)]).toEqual([0, true]);
  });

  it.each([
    ['Ctrl-C', 'leads get', 'Which lead?', '\u0003', 130],
    ['Ctrl-D', 'campaigns create', 'Campaign name:', '\u0004', 3],
    ['Escape', 'campaigns get', 'Which campaign?', '\u001b', 3],
  ])('is not chosen by %s', async (_, line, question, keys, exit) => {
    const session = asked(line);
    await session.answer(question, keys);
    expect((await session.ended).exitCode).toBe(exit);
  });

  it('is not answered by what was typed before', async () => {
    const session = asked('campaigns get');
    await session.typeUntil('Which campaign?', '\r');
    await session.answer('Which campaign?', '\u0003');
    expect(session.screen).not.toContain('Name');
  });

  it.each([
    ['campaigns get --json', {}],
    ['leads get --no-input', {}],
    ['drafts show', { CI: '1' }],
  ])('is not asked of a script: %s', async (line, env) => {
    const { screen, exitCode } = await asked(line, env).ended;
    expect([exitCode, screen.includes('Which')]).toEqual([2, false]);
    expect(screen).toMatch(/missing required argument/i);
  });
});
