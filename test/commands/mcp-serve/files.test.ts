import { link, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newWorld } from '../../world.ts';
import { answered, withRunning } from '../approvals/agent.ts';
import { call, called, requests } from './session.ts';

const people = 'Email,First Name\nana@lumen.example,Ana\nnot an address,Bo\n';

/** A world with `room/` and, outside of it, a file of people and a secret. */
async function withRoom() {
  const world = await newWorld();
  const [room, outside] = [join(world.home, 'room'), join(world.home, 'outside')];
  await mkdir(room);
  await mkdir(outside);
  await writeFile(join(room, 'people.csv'), people);
  await writeFile(join(outside, 'people.csv'), people);
  await symlink(join(outside, 'people.csv'), join(room, 'link.csv'));
  await symlink('../outside', join(room, 'way'));
  return { world, room, outside, options: '--tools effects --folder room' };
}

describe('files of an agent', () => {
  it('are read and written in the folder', async () => {
    const { world, room, outside, options } = await withRoom();
    expect(await call(world, options, 'leads_import', { file: 'people.csv' })).toMatchObject({
      valid: 1,
      rejected: 1,
      rejectsFile: 'people.rejects.csv',
    });
    expect(await call(world, options, 'leads_export', { output: 'out.csv' })).toMatchObject({ leads: 1 });
    expect(await readFile(join(room, 'out.csv'), 'utf8')).toContain('ana@lumen.example');
    await world.outreach('campaigns create Autumn');
    expect(await call(world, options, 'campaigns_pull', { folder: 'files' })).toMatchObject({
      items: [{ written: 'new' }],
    });
    expect(await call(world, options, 'campaigns_plan', { folder: 'files' })).toMatchObject({
      items: [{ action: 'same' }],
    });
    expect((await readdir(room)).sort()).toEqual([
      ...['files', 'link.csv', 'out.csv', 'people.csv', 'people.rejects.csv', 'way'],
    ]);
    expect(await readdir(outside)).toEqual(['people.csv']);
  });

  it('has the rejects of an import that waits for a person as soon as it runs', async () => {
    const world = await withRunning();
    await mkdir(join(world.home, 'room'));
    await writeFile(
      join(world.home, 'room', 'people.csv'),
      'email,first name\nbo@lumen.example,Bo\nnone,X\n',
    );
    const files = () => readdir(join(world.home, 'room'));
    const run = () =>
      call(world, '--tools effects --folder room', 'leads_import', { file: 'people.csv', campaign: '1' });
    const { approvalRequired } = await run();
    expect((await answered(world, approvalRequired.code)).exit).toBe(0);
    expect(await files()).toEqual(['people.csv']);
    expect(await run()).toMatchObject({ sent: 1, rejectsFile: 'people.rejects.csv' });
    expect(await files()).toEqual(['people.csv', 'people.rejects.csv']);
  });

  it.each([
    '../outside/people.csv',
    'link.csv',
    'way/people.csv',
    './way/../../outside/people.csv',
    'ABSOLUTE',
  ])('are not read outside of it: %s', async (name) => {
    const { world, outside, options } = await withRoom();
    const path = name === 'ABSOLUTE' ? join(outside, 'people.csv') : name;
    const [imported, exported, pulled, audited] = await called(
      world,
      options,
      { name: 'leads_import', arguments: { file: path } },
      { name: 'leads_export', arguments: { output: path } },
      { name: 'campaigns_pull', arguments: { folder: path } },
      { name: 'leads_audit', arguments: { file: 'people.csv', fix: path } },
    );
    for (const { structuredContent, isError } of [imported, exported, pulled, audited].flatMap(
      (it) => it ?? [],
    ))
      expect([isError, structuredContent.error.code]).toEqual([true, 'outside_folder']);
    expect(await readFile(join(outside, 'people.csv'), 'utf8')).toBe(people);
    expect(await readdir(outside)).toEqual(['people.csv']);
    expect((await world.outreach('leads list --json')).json().total).toBe(0);
  });

  it('have names that a shell and a person read as they are', async () => {
    const { world, room, options } = await withRoom();
    await mkdir(join(room, 'sub'));
    const names = [
      ...['a\nb.csv', '--checkpoint-action=exec=sh evil.csv', '-rf.csv', 'sub/-rf.csv', '-sub/rf.csv'],
      ...['x\u001b[31m.csv', '\u202evsc.csv', 'zero\u200bwidth.csv', 'a\tb.csv'],
    ];
    const before = await readdir(room);
    const results = await called(
      world,
      options,
      ...names.map((output) => ({ name: 'leads_export', arguments: { output } })),
      { name: 'campaigns_pull', arguments: { folder: '-pulled' } },
      {
        name: 'outreach_call',
        arguments: { command: 'sandbox outbox export', arguments: { path: '-mails' } },
      },
      { name: 'leads_export', arguments: { output: 'Žofie-Nováková 1.csv' } },
    );
    for (const result of results.slice(0, -1))
      expect(result?.structuredContent.error).toMatchObject({ exitCode: 2, code: 'file_not_writable' });
    expect(results.at(-1)?.isError).toBeUndefined();
    expect((await readdir(room)).sort()).toEqual([...before, 'Žofie-Nováková 1.csv'].sort());
  });

  it('that are there already are not replaced', async () => {
    const { world, room, options } = await withRoom();
    await writeFile(join(room, 'notes.md'), 'mine');
    const [over, first, html] = await called(
      world,
      options,
      { name: 'leads_export', arguments: { output: 'notes.md' } },
      { name: 'leads_export', arguments: { output: 'out.csv' } },
      { name: 'report_daily', arguments: { html: 'notes.md' } },
    );
    for (const result of [over, html])
      expect(result?.structuredContent.error).toMatchObject({ exitCode: 2, code: 'file_not_writable' });
    expect(first?.isError).toBeUndefined();
    expect(await readFile(join(room, 'notes.md'), 'utf8')).toBe('mine');
    const [later] = await called(world, options, {
      name: 'leads_export',
      arguments: { output: 'out.csv' },
    });
    expect(later?.structuredContent.error.code).toBe('file_not_writable');
  });

  it('are data and pages: what agents and programs read by themselves comes from none but pull', async () => {
    const { world, room, options } = await withRoom();
    await world.outreach('leads add ana@lumen.example');
    for (const name of ['Claude', 'AGENTS']) await world.outreach(`campaigns create ${name}`);
    const writing = (path: string) => [
      { name: 'leads_export', arguments: { output: path } },
      { name: 'leads_export-subject', arguments: { lead: 'ana@lumen.example', output: path } },
      { name: 'leads_audit', arguments: { file: 'people.csv', fix: path } },
      { name: 'leads_import', arguments: { file: 'people.csv', rejects: path } },
      { name: 'campaigns_sequence_show', arguments: { campaign: 1, out: path } },
      { name: 'campaigns_plan', arguments: { folder: 'files', out: path } },
      { name: 'report_daily', arguments: { html: path } },
    ];
    const closed = [
      'CLAUDE.md',
      'AGENTS.md',
      'package.json',
      'run.sh',
      'noEnding',
      'x.csv.md',
      'outreach.lock.json',
    ];
    const pull = { name: 'campaigns_pull', arguments: { folder: 'files' } };
    const [pulled, ...refused] = await called(world, options, pull, ...closed.flatMap(writing));
    expect(pulled?.structuredContent.items.map(({ file }: { file: string }) => file)).toEqual([
      'agents-campaign.md',
      'claude-campaign.md',
    ]);
    for (const { structuredContent } of refused)
      expect(structuredContent.error).toMatchObject({ exitCode: 2, code: 'file_not_writable' });
    expect((await readdir(room)).sort()).toEqual(['files', 'link.csv', 'people.csv', 'way']);
    const open = ['a.csv', 'b.TSV', 'c.ndjson', 'd.jsonl', 'e.html'];
    const exported = (output: string) => ({ name: 'leads_export', arguments: { output } });
    for (const { isError } of await called(world, options, ...open.map(exported)))
      expect(isError).toBeUndefined();
    expect(await readdir(room)).toEqual(expect.arrayContaining(open));
  });

  it('are the emails of the sandbox as well, in a new folder', async () => {
    const { world, room, options } = await withRoom();
    world.database.exec(`INSERT INTO email (id, workspace_id, lead_id, sender_id, thread_id, subject, body, status,
      recipient, content_type, due_at, sent_at, created_at)
      VALUES (900, 1, 1, 1, 't', 'A', 'B', 'sent', 'ana@lumen.example', 'text', 1, 1, 1)`);
    expect(await call(world, options, 'sandbox_outbox_export', { path: 'mails' })).toEqual({
      path: 'mails',
      emails: 1,
    });
    expect(await readdir(join(room, 'mails'))).toEqual([expect.stringMatching(/\.eml$/)]);
  });

  it('with another name, by a hard link, are not read', async () => {
    const { world, room, outside, options } = await withRoom();
    await link(join(outside, 'people.csv'), join(room, 'hard.csv'));
    expect(await call(world, options, 'leads_audit', { file: 'hard.csv' })).toMatchObject({
      error: { code: 'file_not_readable', exitCode: 2, message: expect.stringContaining('hard link') },
    });
    expect((await world.outreach('leads audit room/hard.csv')).exit).toBe(16);
  });

  it('are none of other programs, nor of this one', async () => {
    const { world, room } = await withRoom();
    await mkdir(join(room, '.git'));
    await writeFile(join(room, '.git/config'), 'mine');
    await symlink('.git', join(room, 'way-in'));
    await mkdir(join(world.home, 'cache'), { recursive: true });
    const paths = [
      'room/.git/config',
      'room/way-in/hook',
      'room/.env',
      'config.json',
      'keys.json',
      'new.csv',
    ];
    const calls = [...paths, 'state/new.csv', 'cache/new.js', 'sandbox/sandbox.db'].flatMap((path) => [
      { name: 'leads_export', arguments: { output: path } },
      { name: 'leads_audit', arguments: { file: path } },
    ]);
    for (const { structuredContent } of await called(world, '--folder .', ...calls))
      expect(structuredContent.error).toMatchObject({ exitCode: 2, code: 'outside_folder' });
    expect(await readFile(join(room, '.git/config'), 'utf8')).toBe('mine');
  });

  it.each(['-', '/dev/stdin', '/dev/stdout'])('are no streams: %s', async (file) => {
    const { world, options } = await withRoom();
    expect(await call(world, options, 'leads_import', { file })).toMatchObject({
      error: { code: 'invalid_value', exitCode: 2 },
    });
  });

  it('are not named, read or written without a folder', async () => {
    const { world } = await withRoom();
    const { said } = await requests(
      world,
      '--tools effects',
      [
        { name: 'leads_export', arguments: { output: 'out.csv' } },
        { name: 'leads_import', arguments: { file: 'people.csv' } },
      ].map((params) => ({ method: 'tools/call', params })),
    );
    const [named, needed] = said;
    expect(named?.result?.structuredContent.error).toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('"output"'),
    });
    expect(needed?.error).toMatchObject({ message: expect.stringContaining('leads_import in this session') });
    const { exit, err } = await world.outreach('mcp serve --folder nowhere');
    expect([exit, err]).toEqual([2, expect.stringContaining('nowhere')]);
    expect((await world.outreach('mcp serve --folder room/people.csv')).exit).toBe(2);
  });
});
