import { readFileSync } from 'node:fs';

/** Texts, tables and scripts beside the code that reads them become part of a bundle: `import text from './cities.tsv'`. */
export const dataFiles = {
  name: 'data-files',
  load(id) {
    if (!/\.(?:tsv|md|css|sql|bash|fish|ps1|zsh)$/.test(id)) return undefined;
    const text = readFileSync(id, 'utf8').replaceAll('\r\n', '\n');
    return { code: `export default ${JSON.stringify(text)};`, moduleType: 'js' };
  },
};
