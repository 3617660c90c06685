import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { runInNewContext } from 'node:vm';

const source = resolve(import.meta.dirname, '../../src');
const declaration =
  /^(?:export )?const (\w+)(?:: [^=\n]+)? = ([^;{}[\]'"`]+|[{[][^;]*?[}\]](?: as const)?);$/gm;

/**
 * The named figures of the sources, exported or not, by their name: numbers, and lists or records of them. Each is there
 * as `name`, as `file name` and as `folder/file name`, since several files may use one name.
 */
export function namedConstants(): ReadonlyMap<string, readonly unknown[]> {
  const found = new Map<string, unknown[]>();
  for (const path of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts')) continue;
    for (const [, name = '', text = ''] of readFileSync(join(source, path), 'utf8').matchAll(declaration)) {
      const value = figureIn(text.replace(/ as const$/, ''));
      if (value === undefined) continue;
      const file = basename(path, '.ts');
      for (const key of [name, `${file} ${name}`, `${basename(dirname(path))}/${file} ${name}`])
        found.set(key, [...(found.get(key) ?? []), value]);
    }
  }
  return found;
}

/** Undefined for whatever is made of other names. */
function figureIn(text: string): unknown {
  try {
    return JSON.parse(JSON.stringify(runInNewContext(`(${text})`)));
  } catch {
    return undefined;
  }
}
