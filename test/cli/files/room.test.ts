import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { World } from '../../../src/cli/declare/world.ts';
import { listFolder } from '../../../src/cli/files/folders.ts';
import { readFile as read } from '../../../src/cli/files/read-file.ts';
import { noRoom, openRoom } from '../../../src/cli/files/room.ts';
import { writeFile as write } from '../../../src/cli/files/write-file.ts';
import { temporaryFolder } from '../../e2e/binary.ts';

const linux = process.platform === 'linux';

/** `room/` with a file and a folder, and `outside/` beside it with a secret. */
async function rooms() {
  const home = await temporaryFolder();
  const [folder, outside] = [join(home, 'room'), join(home, 'outside')];
  await mkdir(join(folder, 'sub'), { recursive: true });
  await mkdir(outside);
  await writeFile(join(outside, 'secret.txt'), 'secret');
  await writeFile(join(folder, 'sub/own.csv'), 'own');
  const room = openRoom(folder, process.platform);
  onTestFinished(room.close);
  const world = {
    cwd: folder,
    room,
    signal: new AbortController().signal,
    platform: process.platform,
  } as unknown as World;
  return { home, folder, outside, world, room };
}

const failing = (code: string) => expect.objectContaining({ code, kind: 'usage' });

describe('a room', () => {
  it('reads, lists and writes what is in it, by links in it as well', async () => {
    const { folder, world } = await rooms();
    await symlink('sub', join(folder, 'link'));
    await symlink('sub/own.csv', join(folder, 'file-link'));
    expect(String(await read(world, 'link/own.csv', 'document'))).toBe('own');
    expect(String(await read(world, 'file-link', 'document'))).toBe('own');
    expect(String(await read(world, join(folder, 'sub/../sub/own.csv'), 'document'))).toBe('own');
    expect(await listFolder(world, '.')).toHaveLength(3);
    expect(await listFolder(world, 'link')).toEqual([{ name: 'own.csv', kind: 'file' }]);
    expect(await listFolder(world, 'missing')).toBeUndefined();
    await write(world, 'link/new.csv', 'new');
    expect(await readFile(join(folder, 'sub/new.csv'), 'utf8')).toBe('new');
    expect(await readdir(join(folder, 'sub'))).toEqual(['new.csv', 'own.csv']);
  });

  it.each([
    ['a way out', '../outside/secret.txt'],
    ['a way out and back', '../room/../outside/secret.txt'],
    ['an absolute path', 'ABSOLUTE'],
    ['a link to a file', 'to-file'],
    ['a link to a folder', 'to-folder/secret.txt'],
    ['a link to a link', 'to-link'],
    ['the folder above', '..'],
  ])('refuses %s', async (_, name) => {
    const { folder, outside, world } = await rooms();
    await symlink(join(outside, 'secret.txt'), join(folder, 'to-file'));
    await symlink('../outside', join(folder, 'to-folder'));
    await symlink('to-file', join(folder, 'to-link'));
    const path = name === 'ABSOLUTE' ? join(outside, 'secret.txt') : name;
    await expect(read(world, path, 'document')).rejects.toEqual(failing('outside_folder'));
    await expect(listFolder(world, path)).rejects.toEqual(failing('outside_folder'));
    await expect(write(world, path, 'mine')).rejects.toEqual(failing('outside_folder'));
    expect(await readFile(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
    expect(await readdir(outside)).toEqual(['secret.txt']);
    // Where there is no /proc, the real path alone tells.
    expect(() => openRoom(folder, 'darwin').place(path)).toThrow(
      expect.objectContaining({ code: 'outside_folder', message: expect.stringContaining('is outside of') }),
    );
  });

  it('writes through no link that leads to what is not there', async () => {
    const { folder, outside, world } = await rooms();
    await symlink(join(outside, 'new.csv'), join(folder, 'dangling'));
    await expect(write(world, 'dangling', 'mine')).rejects.toEqual(failing('file_not_writable'));
    expect(await readdir(outside)).toEqual(['secret.txt']);
  });

  it.runIf(linux)('stays in the folder that was checked, whatever takes its place', async () => {
    const { folder, outside, room } = await rooms();
    const [old, fresh] = [room.place('sub/own.csv'), room.place('sub/new.csv')];
    await rename(join(folder, 'sub'), join(folder, 'moved'));
    await symlink(outside, join(folder, 'sub'));
    expect(await readFile(old, 'utf8')).toBe('own');
    await writeFile(fresh, 'new');
    expect(await readdir(join(folder, 'moved'))).toEqual(['new.csv', 'own.csv']);
    expect(await readdir(outside)).toEqual(['secret.txt']);
  });

  it.runIf(linux)('follows no link that takes the place of a file', async () => {
    const { folder, outside, world, room } = await rooms();
    const place = room.place('sub/own.csv');
    await rm(join(folder, 'sub/own.csv'));
    await symlink(join(outside, 'secret.txt'), join(folder, 'sub/own.csv'));
    const late = { ...world, room: { ...room, place: () => place } };
    await expect(read(late, 'sub/own.csv', 'document')).rejects.toEqual(failing('file_not_readable'));
  });

  it('replaces only what its session wrote, whatever the name for it', async () => {
    const { folder, world } = await rooms();
    const written = new Map<string, string | undefined>();
    const room = openRoom(folder, process.platform, { written });
    onTestFinished(room.close);
    const session = { ...world, room };
    await expect(write(session, 'sub/own.csv', 'new')).rejects.toEqual(failing('file_not_writable'));
    await write(session, 'sub/own.csv', 'lock', { ours: true });
    await write(session, 'sub/new.csv', 'one');
    await write(session, join(folder, 'sub/../sub/new.csv'), 'two');
    expect(await readFile(join(folder, 'sub/new.csv'), 'utf8')).toBe('two');
    await rm(join(folder, 'sub/own.csv'));
    await write(session, 'sub/own.csv', 'three', { fresh: true });
    await write(session, 'sub/own.csv', 'four');
    await writeFile(join(folder, 'sub/own.csv'), 'mine');
    await expect(write(session, 'sub/own.csv', 'five')).rejects.toEqual(failing('file_not_writable'));
    expect(await readFile(join(folder, 'sub/own.csv'), 'utf8')).toBe('mine');
  });

  it('keeps out of the folders of the program, and of what is in its places', async () => {
    const { folder } = await rooms();
    const own = { places: [join(folder, 'state')], folders: [join(folder, 'sub')] };
    const room = openRoom(folder, process.platform, { own });
    onTestFinished(room.close);
    for (const name of ['state', 'state/a/b.txt', 'sub/new.csv', 'sub/own.csv', 'sub/new'])
      expect(() => room.place(name), name).toThrow('this program keeps its own files there');
    await mkdir(join(folder, 'sub/files'));
    for (const name of ['new.csv', 'sub/files/new.csv']) expect(room.place(name)).toContain('new.csv');
  });

  it('is no place at all where none is open', async () => {
    const { folder, world } = await rooms();
    const closed = { ...world, room: noRoom };
    await expect(read(closed, join(folder, 'sub/own.csv'), 'document')).rejects.toEqual(failing('no_folder'));
    await expect(write(closed, 'x.csv', '')).rejects.toEqual(failing('no_folder'));
  });
});
