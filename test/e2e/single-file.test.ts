// @module-tag slow
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { cleanEnv, temporaryFolder } from './binary.ts';

/**
 * The launcher and the program as the single file loads them: from a store that is not a folder to them. `npm run package --
 * --smoke` makes the file itself, and does the main job and the tour with it.
 */

const root = resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

const harness = `
  const { readFileSync } = require('node:fs');
  const { start } = require(${JSON.stringify(join(root, 'scripts/single-file/start.cjs'))});
  const read = (name) => readFileSync(${JSON.stringify(`${root}/`)} + name);
  start({ read, compiled: () => undefined, names: () => [] });`;

async function single(home: string, words: readonly string[], input = '') {
  const file = join(home, 'harness.cjs');
  await writeFile(file, harness);
  const options = { cwd: home, env: cleanEnv(home), extendEnv: false, reject: false, input } as const;
  const { exitCode, stdout, stderr } = await execa(process.execPath, [file, ...words], options);
  return { exit: exitCode, out: stdout, err: stderr };
}

describe('the program in a single file', () => {
  it.each([
    ['--version', version],
    ['leads move --help', expect.stringContaining('outreach leads move')],
    ['completion fish', expect.stringContaining('complete -c outreach')],
    ['leads add ana@lumen.example --fields email --json', '{"email":"ana@lumen.example"}'],
  ])('answers %s', async (line, out) => {
    expect(await single(await temporaryFolder(), line.split(' '))).toMatchObject({ exit: 0, out });
  });

  it('lists its tools', async () => {
    const asked = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const { exit, out } = await single(
      await temporaryFolder(),
      ['mcp', 'serve'],
      `${JSON.stringify(asked)}\n`,
    );
    expect([exit, JSON.parse(out).result.tools.length]).toEqual([0, expect.any(Number)]);
  });
});
