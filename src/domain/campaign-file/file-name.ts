import { isDeviceName } from '../../base/text/windows-name.ts';

const ending = '.md';
const longest = 60;
/** What agents read by themselves, and take for instructions. */
const instructions = ['claude', 'agents', 'gemini', 'readme', 'skill', 'copilot-instructions'];

/** `Autumn launch!` is `autumn-launch.md`, `Readme` `readme-campaign.md`; one of `taken`, in lower case, gets the id. */
export function campaignFileName(name: string, id: number, taken: ReadonlySet<string>): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  const stem = cut(words, '');
  const harmless = instructions.includes(stem) ? `${stem}-campaign` : stem;
  const usual = stem === '' || isDeviceName(stem) ? `campaign-${id}` : harmless;
  for (let count = 0; ; count++) {
    const mark = count === 0 ? '' : count === 1 ? `-${id}` : `-${id}-${count}`;
    const file = `${cut(usual, mark)}${ending}`;
    if (!taken.has(file)) return file;
  }
}

/** Room is left for the mark and the ending. */
const cut = (words: string, mark: string): string =>
  `${words
    .replace(/^-+/, '')
    .slice(0, longest - ending.length - mark.length)
    .replace(/-+$/, '')}${mark}`;
