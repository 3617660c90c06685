import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Draft } from '../../../src/commands/drafts/draft.ts';
import { newWorld, type WorldOptions } from '../../world.ts';
import { withReplies } from '../conversation.ts';

/** A draft, and an editor that is a few lines of shell; `$1` is the file. */
async function withEditor(script: string, options: WorldOptions = {}) {
  const env: Record<string, string> = { PATH: process.env.PATH ?? '', ...options.env };
  const world = await newWorld({ saved: await withReplies(), ...options, tty: true, env });
  const editor = join(world.home, 'my editor.sh');
  await writeFile(editor, `${script}\n`);
  env.EDITOR ??= `sh '${editor}'`;
  const [draft] = (await world.outreach('drafts list --json')).json().items;
  const now = async (): Promise<Draft> => (await world.outreach(`drafts show ${draft.id} --json`)).json();
  const writes = () => world.requests.filter((request) => request.startsWith('PUT /reply-drafts')).length;
  return {
    world,
    draft,
    now,
    writes,
    edit: (flags = '') => world.outreach(`drafts edit ${draft.id} ${flags}`),
  };
}

const keptFile = (err: string): string => /saved in ([\w/.-]+)/.exec(err)?.[1] ?? '';

describe('drafts edit in the editor', () => {
  it('shows subject and text, and saves what was changed', async () => {
    const { draft, edit, now, world } = await withEditor(
      'cp "$1" "$OUTREACH_HOME/seen.txt"; printf "Subject: Grüße\\n\\nDonnerstag passt.\\n" > "$1"',
    );
    const { exit, err } = await edit();
    expect(exit).toBe(0);
    expect(err).toContain(`Save and close to change draft ${draft.id}`);
    const seen = await readFile(join(world.home, 'seen.txt'), 'utf8');
    expect(seen).toBe(`Subject: ${draft.subject}\n\n${draft.body}\n`);
    expect(await now()).toEqual({ ...draft, subject: 'Grüße', body: 'Donnerstag passt.' });
  });

  it('sends only the part that was touched', async () => {
    const { draft, edit, now } = await withEditor('sed -i "1s/.*/Subject: Friday/" "$1"');
    expect((await edit()).exit).toBe(0);
    expect(await now()).toEqual({ ...draft, subject: 'Friday' });
  });

  it('says so where nothing was changed, and sends nothing', async () => {
    const { edit, writes } = await withEditor('true');
    const { exit, err } = await edit();
    expect([exit, writes()]).toEqual([0, 0]);
    expect(err).toContain('Nothing was changed');
  });

  it.each([
    [
      'an emptied text',
      'printf "Subject: Grüße\\n" > "$1"',
      'The text below the subject is missing',
      'Subject: Grüße\n',
    ],
    ['no subject line', 'printf "Grüße\\n\\nAna\\n" > "$1"', 'not "Subject: …"', 'Grüße\n\nAna\n'],
  ])('refuses %s and keeps what was written', async (_, script, message, written) => {
    const { edit, writes } = await withEditor(script);
    const { exit, err } = await edit();
    expect([exit, writes()]).toEqual([2, 0]);
    expect(err).toContain(message);
    const file = keptFile(err);
    expect(await readFile(file, 'utf8')).toBe(written);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await rm(dirname(file), { recursive: true });
  });

  it('takes an emptied file for a change of mind, with nothing to keep', async () => {
    const { edit, writes } = await withEditor(': > "$1"');
    const { exit, err } = await edit();
    expect([exit, writes()]).toEqual([2, 0]);
    expect(err).toContain('nothing was changed');
    expect(err).not.toContain('kept in');
  });

  it('keeps what was written where the service refuses it', async () => {
    const { edit } = await withEditor('printf "Subject: A\\n\\nB\\n" > "$1"', {
      between: (next) => async (request, signal) =>
        request.method === 'PUT' && request.path.startsWith('/reply-drafts')
          ? { status: 409, headers: {}, body: '{"error":"Draft was sent already"}' }
          : next(request, signal),
    });
    const { exit, err } = await edit();
    expect(exit).toBe(7);
    const file = keptFile(err);
    expect(await readFile(file, 'utf8')).toBe('Subject: A\n\nB\n');
    await rm(dirname(file), { recursive: true });
  });

  it('saves nothing over what someone else wrote while the editor was open, and keeps the text', async () => {
    let isOpen = false;
    const { edit, now, writes, world } = await withEditor('printf "Subject: A\\n\\nB\\n" > "$1"', {
      between: (next) => async (request, signal) => {
        // The second read of a line is the one after the editor.
        if (request.path === '/reply-drafts' && isOpen)
          world.database.prepare("UPDATE draft SET body = 'By a colleague'").run();
        isOpen = request.path === '/reply-drafts';
        return next(request, signal);
      },
    });
    isOpen = false;
    const { exit, err } = await edit();
    expect([exit, writes()]).toEqual([7, 0]);
    expect(err).toContain('nothing was saved');
    const file = keptFile(err);
    expect(await readFile(file, 'utf8')).toBe('Subject: A\n\nB\n');
    await rm(dirname(file), { recursive: true });
    expect((await now()).body).toBe('By a colleague');
  });

  it.each([
    ['says nothing', () => ({})],
    [
      'repeats the text',
      (sent: object, draft: Draft) => ({ draft: { ...draft, ...sent }, message: 'Saved' }),
    ],
  ])('ends with 14 and keeps the text where the service %s and stores none', async (_, answer) => {
    const parts = await withEditor('printf "Subject: A\\n\\nB\\n" > "$1"', {
      between: (next) => async (request, signal) =>
        request.method === 'PUT' && request.path.startsWith('/reply-drafts')
          ? {
              status: 200,
              headers: {},
              body: JSON.stringify(answer(JSON.parse(String(request.body)), parts.draft)),
            }
          : next(request, signal),
    });
    const { exit, err } = await parts.edit();
    expect(exit).toBe(14);
    expect(err.replaceAll(/\s+/g, ' ')).toContain(`shows another subject, "${parts.draft.subject}"`);
    const file = keptFile(err);
    expect(await readFile(file, 'utf8')).toBe('Subject: A\n\nB\n');
    await rm(dirname(file), { recursive: true });
    const given = await parts.edit('--body C --json');
    expect([given.exit, given.out, JSON.parse(given.err).error.code]).toEqual([14, '', 'not_saved']);
    expect(JSON.parse(given.err).error.message).toContain('shows another text, "');
  });

  it('believes the answer where the drafts cannot be read again, and says so', async () => {
    let isSaved = false;
    const { edit, draft } = await withEditor('exit 1', {
      between: (next) => async (request, signal) =>
        request.path === '/reply-drafts' && isSaved
          ? { status: 500, headers: {}, body: '{"error":"no"}' }
          : next(request, signal).finally(() => {
              isSaved = request.method === 'PUT';
            }),
    });
    const { exit, err, json } = await edit('--subject Friday --json');
    expect([exit, json().subject, json().body]).toEqual([0, 'Friday', draft.body]);
    expect(err).toContain('could not be read again');
  });

  it('ends with 2 where the editor removes its file', async () => {
    const { edit, writes } = await withEditor('rm -f "$1"');
    const { exit, err } = await edit();
    expect([exit, writes()]).toEqual([2, 0]);
    expect(err).toContain('removed its file');
  });

  it.each(['exit 3', 'kill -9 $$'])('keeps what was written where the editor ends badly: %s', async (end) => {
    const { edit, writes } = await withEditor(`printf "Subject: A\\n\\nB\\n" > "$1"; ${end}`);
    const { exit, err } = await edit();
    expect([exit, writes()]).toEqual([2, 0]);
    expect(err).toMatch(/ended\s+with\s+(3|137|SIGKILL)/);
    const file = keptFile(err);
    expect(await readFile(file, 'utf8')).toBe('Subject: A\n\nB\n');
    await rm(dirname(file), { recursive: true });
  });

  it.each(['kill -INT $$', 'exit 130'])('is interrupted where the editor was: %s', async (script) => {
    const { edit, writes } = await withEditor(script);
    const { exit } = await edit();
    expect([exit, writes()]).toEqual([130, 0]);
  });

  it('says which editor does not start', async () => {
    const { edit, writes } = await withEditor('', { env: { EDITOR: 'no-such-editor --wait' } });
    const { exit, err } = await edit();
    expect([exit, writes()]).toEqual([2, 0]);
    expect(err).toContain('no-such-editor --wait');
    expect(err).toContain('Set VISUAL or EDITOR');
  });

  it('prefers VISUAL, and is not opened where an option says what to change', async () => {
    const { edit, now } = await withEditor('exit 1', {
      env: { VISUAL: 'sed -i s/^Subject.*/Subject:Friday/' },
    });
    expect((await edit()).exit).toBe(0);
    expect((await now()).subject).toBe('Friday');
    const { exit, err } = await edit('--subject Monday');
    expect(exit).toBe(0);
    expect(err).not.toContain('editor');
  });

  it('shows the request in a dry run and sends nothing', async () => {
    const { edit, writes } = await withEditor('printf "Subject: A\\n\\nB\\n" > "$1"');
    const { exit, out, err } = await edit('--dry-run');
    expect([exit, writes()]).toEqual([0, 0]);
    expect(out).toContain('/reply-drafts/');
    expect(err).not.toContain('kept in');
  });

  it.each(['--json', '--no-input'])('is not opened for a script: %s', async (flag) => {
    const { edit } = await withEditor('exit 1');
    const { exit, err } = await edit(flag);
    expect(exit).toBe(2);
    expect(err).toMatch(/nothing to change was given/i);
  });
});
