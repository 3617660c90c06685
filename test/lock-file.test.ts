import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

interface Locked {
  version?: string;
  integrity?: string;
  resolved?: string;
  dev?: boolean;
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
}

const text = await readFile(resolve(import.meta.dirname, '../package-lock.json'), 'utf8');
const packages = Object.entries((JSON.parse(text) as { packages: Record<string, Locked> }).packages);
const names = new Set(packages.map(([path]) => path));

it('the lock file holds no download addresses', () => {
  expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

it('the lock file is whole, so that npm ci works on a machine that is not ours', () => {
  const lacking = packages.flatMap(([path, { version, integrity, optionalDependencies = {} }]) => {
    const incomplete = path !== '' && (version === undefined || integrity === undefined) ? [path] : [];
    const absent = Object.keys(optionalDependencies).filter(
      (name) => !names.has(`node_modules/${name}`) && !names.has(`${path}/node_modules/${name}`),
    );
    return [...incomplete, ...absent];
  });
  expect(lacking).toEqual([]);
});

it('nothing that is published runs a script at install time', () => {
  const scripted = packages.filter(([, { dev, hasInstallScript }]) => !dev && hasInstallScript);
  expect(scripted.map(([path]) => path)).toEqual([]);
});
