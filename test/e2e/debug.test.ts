// @module-tag slow
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { cleanEnv, outreach, temporaryFolder } from './binary.ts';

const root = resolve(import.meta.dirname, '../..');

/** Preloaded: breaks the clock, so that the first command that asks it meets a defect. */
async function brokenClock(home: string): Promise<string> {
  const file = join(home, 'broken.cjs');
  await writeFile(file, 'Date.now = () => { throw new Error("planted"); };');
  return file;
}

it.each([
  ['OUTREACH_DEBUG=1', [], { OUTREACH_DEBUG: '1' }],
  ['--debug', ['--debug'], {}],
])('%s shows a defect with the lines of the sources', async (_, options, env: Record<string, string>) => {
  const home = await temporaryFolder();
  const nodeOptions = ['-r', await brokenClock(home)];
  const { exit, err } = await outreach(home, ['leads', 'list', ...options], { env, nodeOptions });
  expect(exit).toBe(1);
  expect(err).toContain('This is a defect of outreach: planted');
  const [, file = '', line] = /at .*\((\S*\/src\/\S+\.ts):(\d+):\d+\)/.exec(err) ?? [];
  const source = await readFile(file, 'utf8');
  expect(source.split('\n')[Number(line) - 1]).toContain('.now()');
});

it('shows the places in the package, which has no source maps, and scripts/stack.mjs their lines', async () => {
  const home = await temporaryFolder();
  for (const part of ['bin', 'dist', 'examples', 'package.json'])
    await cp(join(root, part), join(home, 'package', part), {
      recursive: true,
      filter: (file) => !file.endsWith('.map'),
    });
  const options = { env: cleanEnv(home, { OUTREACH_DEBUG: '1' }), extendEnv: false, reject: false } as const;
  const words = ['-r', await brokenClock(home), join(home, 'package/bin/outreach.js'), 'leads', 'list'];
  const { exitCode, stderr } = await execa(process.execPath, words, { ...options, cwd: home });
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/at .*[\\/]dist[\\/]chunks[\\/]\S+\.js:\d+:\d+/);
  const script = [join(root, 'scripts/stack.mjs')];
  const { stdout } = await execa(process.execPath, script, {
    input: `${stderr}\n    at a (/x/dist/gone.js:1:2)`,
  });
  const [, file = '', line] = /at .*\((src\/\S+\.ts):(\d+):\d+\)/.exec(stdout) ?? [];
  const source = await readFile(join(root, file), 'utf8');
  expect(source.split('\n')[Number(line) - 1]).toContain('.now()');
  expect(stdout).not.toContain('chunks');
  expect(stdout).toContain('(/x/dist/gone.js:1:2)');
});

it('shows no stack unless it is asked for', async () => {
  const home = await temporaryFolder();
  const { err } = await outreach(home, ['leads', 'list'], { nodeOptions: ['-r', await brokenClock(home)] });
  expect(err).toContain('This is a defect of outreach: planted');
  expect(err).not.toMatch(/\n {4}at /);
});

it('`npm run dev` runs a line from the sources, with its input, its exit code and the folder it was called from', async () => {
  const home = await temporaryFolder();
  const dev = (args: readonly string[], input: string) =>
    execa(process.execPath, [join(root, 'scripts/dev.mjs'), ...args], {
      cwd: root,
      // As npm starts it.
      env: { ...cleanEnv(home), npm_lifecycle_event: 'dev', INIT_CWD: home },
      extendEnv: false,
      input,
      reject: false,
    });
  await writeFile(join(home, 'leads.csv'), 'email\nana@lumen\n');
  // The check finds the row that is wrong: the file is there.
  expect(await dev(['leads', 'audit', 'leads.csv'], '')).toMatchObject({
    exitCode: 16,
    stdout: expect.stringContaining('ana@lumen'),
  });
  const piped = await dev(['leads', 'import', '-', '--json'], 'email\nben@lumen.example\n');
  expect(piped).toMatchObject({ exitCode: 0 });
  const list = await outreach(home, ['leads', 'list', '--json']);
  expect(JSON.parse(list.out).total).toBe(1);
});
