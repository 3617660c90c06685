import { counted } from '../../../base/counted.ts';
import type { OutlineLine } from '../../../cli/declare/view.ts';
import { inline } from '../../../cli/output/text/inline.ts';
import { fenced, markdownText } from '../../../cli/output/text/markdown.ts';
import { redactKeys } from '../../../contract/keys.ts';
import { nameOf, type Texts } from './field-lines.ts';
import { factsText, headOf, itemLines, type ShownItem } from './plan-lines.ts';
import { detailed, restOf, type ShownPlan, summaryOf, titleOf, wordDiffFor } from './plan-view.ts';

/** A comment of GitHub has 65,536 characters at most. */
const longest = 60_000;
/** For what follows the part that is cut, and for the fence that closes it. */
const reserve = 600;
/** The table has so much of them, so that some details fit below it. */
const longestTable = 15_000;

/** A plan as a comment on a pull request. Addresses are masked, unless they are asked for; no key is ever in it. */
export async function planMarkdown(
  plan: ShownPlan,
  options: { readonly addresses: boolean },
): Promise<string> {
  const hide = options.addresses ? (text: string) => text : maskAddresses;
  const texts: Texts = { shown: (text) => hide(redactKeys(text)), diff: await wordDiffFor(plan.items) };
  const say = (text: string, most?: number) => markdownText(inline(texts.shown(text), most));
  const items = detailed(plan.items);
  const head = [`## ${say(titleOf(plan), 200)}`, '', `**${say(summaryOf(plan), 300)}**`, ''];
  const rest = restOf(plan.items);
  const above = [...head, ...tableOf(items, say), ...(rest === '' ? [] : [say(rest, 200), ''])];
  const room = longest - reserve - lengthOf(above);
  return `${[...above, ...detailsOf(items, texts, say, room)].join('\n').trimEnd()}\n`;
}

type Say = (text: string, most?: number) => string;

const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length + 1, 0);

/** Names of files are longer than those of campaigns. */
const longestName = 80;

function tableOf(items: readonly ShownItem[], say: Say): string[] {
  if (items.length === 0) return [];
  const rows: string[] = [];
  let room = longestTable;
  for (const item of items) {
    const row = rowOf(item, say);
    if (row.length > room) break;
    room -= row.length + 1;
    rows.push(row);
  }
  const left = items.length - rows.length;
  return [
    '| | File | Campaign | What |',
    '|---|---|---|---|',
    ...rows,
    ...(left === 0 ? [] : [`| | ${counted(left, 'more item')} | | |`]),
    '',
  ];
}

const mostFields = 5;

function rowOf(item: ShownItem, say: Say): string {
  const { file, campaignId, name, action, changes } = item;
  const fields = changes.map(({ field }) => nameOf(field));
  const some = fields.slice(0, mostFields).join(', ');
  const more = fields.length > mostFields ? `, ${fields.length - mostFields} more` : '';
  const facts = factsText(item);
  const what =
    facts !== '' && action === 'create' ? facts : [facts, `${some}${more}`].filter(Boolean).join('; ');
  const campaign = [campaignId ?? '', name === null ? '' : `"${name}"`].join(' ').trim();
  return `| ${[headOf(item), say(file ?? '', longestName), say(campaign, longestName), say(what, 300)].join(
    ' | ',
  )} |`;
}

/** File by file until there is no more room: cut between two lines, with what is left out. */
function detailsOf(items: readonly ShownItem[], texts: Texts, say: Say, room: number): string[] {
  const shown: string[] = [];
  let left = room;
  for (const [at, item] of items.entries()) {
    const [, ...more] = itemLines(item, texts);
    if (more.length === 0) continue;
    const { fence, lines } = fenced(more.map(plainLine));
    const open = [
      `### ${headOf(item).slice(0, 1)} ${say(titleOfItem(item), longestName)}`,
      '',
      `${fence}text`,
    ];
    const close = [fence, ''];
    left -= lengthOf([...open, ...close]);
    const fitting = left < 0 ? 0 : fittingOf(lines, left);
    left -= lengthOf(lines.slice(0, fitting));
    if (fitting > 0) shown.push(...open, ...lines.slice(0, fitting), ...close);
    if (fitting === lines.length) continue;
    const cut = [
      ...(fitting === 0 ? [] : [`${counted(lines.length - fitting, 'line')} of this file`]),
      ...(fitting === 0 || at + 1 < items.length
        ? [`the details of ${counted(items.length - at - (fitting === 0 ? 0 : 1), 'more item')}`]
        : []),
    ];
    return [
      ...shown,
      `Too long for a comment. Left out: ${cut.join(' and ')}. \`campaigns plan\` shows all.`,
      '',
    ];
  }
  return shown;
}

function fittingOf(lines: readonly string[], room: number): number {
  let left = room;
  const first = lines.findIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  return first < 0 ? lines.length : first;
}

const titleOfItem = ({ file, campaignId, name }: ShownItem): string =>
  file ?? `campaign ${campaignId} "${name ?? ''}"`;

const plainLine = ({ level, parts, quoted }: OutlineLine): string =>
  `${'  '.repeat(Math.max(0, level - 1))}${quoted ? '| ' : ''}${parts.map(({ text }) => text).join('')}`.trimEnd();

/** `anna@northwind-mail.example` is `a•••@northwind-mail.example`. */
export const maskAddresses = (text: string): string =>
  text.replace(
    /(?<![^\s@<>()[\]{},;:"|])([^\s@<>()[\]{},;:"|*])[^\s@<>()[\]{},;:"|]*@(?=[\p{L}\p{N}[])/gu,
    '$1•••@',
  );
