// @module-tag slow
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFile(resolve(root, file), 'utf8');

it('brings the licence of every library that the bundle holds', async () => {
  const modules = Object.values(
    JSON.parse(await read('dist/.contents.json')) as Record<string, string[]>,
  ).flat();
  const names = modules.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
  expect(names).toContain('commander');
  const licences = await read('dist/LICENCES.txt');
  const titled = new Map(
    licences.split(`\n${'-'.repeat(80)}\n\n`).map((section) => {
      const [, name = '', text = ''] =
        /^(?:Outreach holds .*\n\n)?(\S+) \d.*\n\n([\s\S]+)$/.exec(section) ?? [];
      return [name, text];
    }),
  );
  for (const name of new Set(names)) expect(titled.get(name), name).toMatch(/MIT|Permission|Redistribution/i);
});
