import { access, readdir, readFile } from 'node:fs/promises';
import { join, posix, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sentences, wordsOf } from './sentences.ts';

describe('the count of sentences', () => {
  it.each([
    ['Import leads. It takes CSV, e.g. of a CRM.', ['Import leads.', 'It takes CSV, e.g. of a CRM.']],
    [
      '# Head\n\nOne line\nand its end.\n- an item\n- Another. Two.',
      ['One line and its end.', 'an item', 'Another.', 'Two.'],
    ],
    ['Run `a. B c` now.\n\n```\nCode. Here.\n```\n\n| a. B | c |\n', ['Run `a._B_c` now.']],
    ['term\n: what it is. And more\nb\n: else', ['term', 'what it is.', 'And more', 'b', 'else']],
    ['See [the page. Of it](docs/a.md). `x` is 1.5 wide.', ['See the page.', 'Of it.', '`x` is 1.5 wide.']],
  ])('of %j', (text, expected) => {
    expect(sentences(text)).toEqual(expected);
  });

  it('takes a code span for one word', () => {
    expect(sentences('Run `outreach leads list --json` - now.').map(wordsOf)).toEqual([3]);
  });
});

const root = resolve(import.meta.dirname, '../..');
const inFolder = async (folder: string) =>
  (await readdir(join(root, folder)))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
const folders = ['docs', 'docs/decisions', 'src/cli/describe/topics'];
const atRoot = (await readdir(root)).filter((name) => name.endsWith('.md'));
const [docs = [], decisions = [], topics = []] = await Promise.all(folders.map(inFolder));
const textOf = (page: string) => readFile(join(root, page), 'utf8');

/** What people read to use the program; the others are for those who work on it, or are made from the commands. */
const forUsers = [
  'README.md',
  ...['README', 'first-campaign', 'scripts', 'agents', 'stability'].map((name) => `docs/${name}.md`),
  ...topics,
];

describe('the sentences of', () => {
  it.each(forUsers)('%s are short', async (page) => {
    const counted = sentences(await textOf(page)).map((sentence) => [wordsOf(sentence), sentence] as const);
    const longerThan = (most: number) => counted.filter(([words]) => words > most);
    expect(longerThan(30)).toEqual([]);
    // Of a short page one may be longer.
    expect(longerThan(18).length, JSON.stringify(longerThan(18))).toBeLessThanOrEqual(
      Math.max(1, Math.floor(counted.length / 20)),
    );
  });
});

/** How a reader of Markdown on the web names a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

describe('the links of', () => {
  it.each([...atRoot, ...docs, ...decisions])('%s lead to what is there', async (page) => {
    const text = (await textOf(page)).replaceAll(/^```[\s\S]*?^```$/gm, '');
    for (const [, link = ''] of text.matchAll(/(?:\]\(|src(?:set)?=")([^)"\s]+)/g)) {
      expect(link).not.toMatch(/^(\/|\w+:)/);
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : posix.join(posix.dirname(page), path);
      await access(join(root, target));
      if (anchor !== undefined) expect(anchorsOf(await textOf(target)), link).toContain(anchor);
    }
  });
});

it('the index of docs names every page', async () => {
  const index = await textOf('docs/README.md');
  const missing = docs.filter(
    (page) => page !== 'docs/README.md' && !index.includes(`](${posix.basename(page)})`),
  );
  expect(missing).toEqual([]);
});
