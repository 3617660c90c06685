import { counted, grouped } from '../../../base/counted.ts';
import { type Bar, type Cell, cellIn, type Kind, type ViewOf } from '../../declare/view.ts';
import { alignsRight, drawCell, figureOf, mostOf, nothing, sparkline } from '../text/cell.ts';
import { unicodeGlyphs } from '../text/glyphs.ts';
import { inline } from '../text/inline.ts';
import { beginningOf, markdownText } from '../text/markdown.ts';
import { plainValue } from '../text/raw-text.ts';
import { dayWithWeekday } from '../text/times.ts';
import type { Block, Page } from './page.ts';

/** A comment of GitHub has 65,536 characters at most, a message of Slack 40,000. */
const longest = 39_000;
const longestText = 300;

/** For a chat or a pull request: a chart is a line of blocks, and all is no longer than those take. */
export function pageMarkdown({ title, subtitle, sections, footnotes = [] }: Page): string {
  const parts = [`### ${say(title)}`];
  if (subtitle !== undefined) parts.push(say(subtitle));
  for (const { heading, blocks } of sections) {
    if (heading !== undefined) parts.push(`#### ${say(heading)}`);
    parts.push(...blocks.map(blockPart).filter(Boolean));
  }
  for (const note of footnotes) parts.push(`_${say(note)}_`);
  return `${fitting(`${parts.join('\n\n')}\n`.split('\n'))}\n`;
}

/** Cut between two lines, with how many are left out. */
function fitting(lines: readonly string[]): string {
  const shown = beginningOf(lines, longest);
  if (shown === lines) return lines.join('\n').trimEnd();
  const left = lines.slice(shown.length).filter((line) => line !== '').length;
  return [...shown, '', `Too long for a message: ${counted(left, 'line')} left out.`].join('\n');
}

const say = (text: string): string => markdownText(inline(text, longestText));

function blockPart(block: Block): string {
  switch (block.kind) {
    case 'record':
      return block.fields
        .flatMap(([label, value, kind]) =>
          value === undefined ? [] : [`- ${say(label)}: **${cellText(value, kind)}**`],
        )
        .join('\n');
    case 'table':
      return tablePart(block);
    case 'bars':
      return block.bars
        .map((bar) => {
          const note = bar.note === undefined ? '' : ` (${say(bar.note)})`;
          return `- ${say(bar.label)}: **${figureOf(bar)}**${note}`;
        })
        .join('\n');
    case 'columns':
      return columnsPart(block.days);
    case 'text':
      return block.lines.map(say).join('\n\n');
  }
}

/** Without the signs that go with colours. */
const cellText = (value: Cell, kind: Kind = 'text'): string =>
  say(
    drawCell(plainValue(value), kind === 'state' ? 'choice' : kind, 'record', { glyphs: unicodeGlyphs }).text,
  );

function tablePart({ columns, rows, empty }: ViewOf<'table'>): string {
  if (rows.length === 0) return say(empty);
  const sides = columns.map((column) => (alignsRight(column, rows) ? '--:' : '---'));
  return [
    `| ${columns.map(([header]) => say(header)).join(' | ')} |`,
    `|${sides.join('|')}|`,
    ...rows.map((row) => {
      const cells = columns.map((column) => cellText(cellIn(row, column), column[2]));
      return `| ${cells.join(' | ')} |`;
    }),
  ].join('\n');
}

const mostFigures = 14;

function columnsPart(days: readonly Bar[]): string {
  const values = days.map(({ value }) => value);
  const ends = [days[0], days.at(-1)].map((day) => dayWithWeekday(day?.label ?? ''));
  const period = [...new Set(ends)].join(' to ');
  const figures =
    days.length > mostFigures
      ? `${grouped(mostOf(days))} at most`
      : values.map((value) => (value === null ? nothing : grouped(value))).join(', ');
  return `${sparkline(values, unicodeGlyphs)} ${say(`${period}: ${figures}`)}`;
}
