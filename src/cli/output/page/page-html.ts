import { grouped } from '../../../base/counted.ts';
import { type Bar, type Cell, cellIn, type Field, type Kind, type ViewOf } from '../../declare/view.ts';
import { alignsRight, drawCell, figureOf, mostOf } from '../text/cell.ts';
import { unicodeGlyphs } from '../text/glyphs.ts';
import { safeLine } from '../text/safe-text.ts';
import { dayWithWeekday } from '../text/times.ts';
import { escaped, type Html, html, htmlDocument } from './html-document.ts';
import type { Block, Page, Section } from './page.ts';

/** One file: text, tables, and charts as images within it that do not need the text beside them. No script. */
export const pageHtml = ({ title, subtitle, sections, footnotes = [] }: Page): Html =>
  htmlDocument(safeLine(title), {
    body: html`<main>
<h1>${line(title)}</h1>
${subtitle === undefined ? none : html`<p class="lead">${line(subtitle)}</p>\n`}${sections.map(sectionHtml)}</main>
${footnotes.length === 0 ? none : html`<footer>\n${footnotes.map((note) => html`<p>${line(note)}</p>\n`)}</footer>\n`}`,
  });

const none = html``;
const line = (text: string): Html => escaped(safeLine(text));

const sectionHtml = ({ heading, blocks }: Section): Html => html`<section>
${heading === undefined ? none : html`<h2>${line(heading)}</h2>\n`}${blocks.map((block) => blockHtml(block, heading ?? ''))}</section>
`;

function blockHtml(block: Block, heading: string): Html {
  switch (block.kind) {
    case 'record':
      return recordHtml(block.fields);
    case 'table':
      return tableHtml(block);
    case 'bars':
      return barsHtml(block.bars);
    case 'columns':
      return columnsHtml(block.days, heading);
    case 'text':
      return html`${block.lines.map((text) => html`<p>${line(text)}</p>\n`)}`;
  }
}

function cellHtml(value: Cell, kind: Kind = 'text'): Html {
  const { text, tone } = drawCell(value, kind, 'record', { glyphs: unicodeGlyphs });
  return tone === undefined ? escaped(text) : html`<span class="${tone as Html}">${escaped(text)}</span>`;
}

/** Figures side by side, anything else a line each. */
function recordHtml(fields: readonly Field[]): Html {
  const shown = fields.filter(([, value]) => value !== undefined);
  const areFigures = shown.every(([, value]) => value === null || typeof value === 'number');
  const items = shown.map(
    ([label, value, kind = 'text']) =>
      html`<div><dt>${line(label)}</dt><dd>${cellHtml(value, kind === 'text' && typeof value === 'number' ? 'number' : kind)}</dd></div>\n`,
  );
  return html`<dl class="${(areFigures ? 'figures' : 'facts') as Html}">\n${items}</dl>\n`;
}

/** More columns than these are a block of lines for each row on a telephone. */
const mostOnTelephone = 5;

function tableHtml({ columns, rows, empty }: ViewOf<'table'>): Html {
  if (rows.length === 0) return empty === '' ? none : html`<p>${line(empty)}</p>\n`;
  const isBlocks = columns.length > mostOnTelephone;
  const sides = columns.map((column) => {
    const [, , kind = 'text'] = column;
    if (alignsRight(column, rows)) return html` class="number"`;
    return kind === 'day' ? html` class="day"` : kind === 'text' ? html` class="text"` : none;
  });
  const heads = columns.map(
    ([header], at) => html`<th scope="col" role="columnheader"${sides[at] ?? none}>${line(header)}</th>`,
  );
  const lines = rows.map((row) => {
    const cells = columns.map((column, at) => {
      const [header, , kind] = column;
      const shown = cellHtml(cellIn(row, column), kind);
      if (at === 0)
        return html`<th scope="row" role="rowheader"${sides[at] ?? none} data-of="${line(header)}">${shown}</th>`;
      return html`<td role="cell"${sides[at] ?? none} data-of="${line(header)}">${shown}</td>`;
    });
    return html`<tr role="row">${cells}</tr>\n`;
  });
  return html`<div class="wide"><table role="table"${isBlocks ? html` class="blocks"` : none}>
<thead><tr role="row">${heads}</tr></thead>
<tbody>
${lines}</tbody>
</table></div>
`;
}

/** The figures are the cells of a table, so that a bar says nothing that they do not. */
function barsHtml(bars: readonly Bar[]): Html {
  const most = mostOf(bars);
  const shareOf = (value: number) => percent(most > 0 ? Math.max(0, (value / most) * 100) : 0);
  const rows = bars.map((each) => {
    const { label, value, of, note } = each;
    const whole =
      of === undefined ? none : html`<rect class="whole" width="${shareOf(of)}" height="14" rx="2"/>`;
    const bar = html`<svg width="100%" height="14" aria-hidden="true"><title>${line(`${label}: ${figureOf(each)}`)}</title>${whole}<rect width="${shareOf(value ?? 0)}" height="14" rx="2"/></svg>`;
    return html`<tr><th scope="row">${line(label)}</th><td class="bar">${bar}</td><td class="number">${line(figureOf(each))}</td><td class="note">${line(note ?? '')}</td></tr>\n`;
  });
  return html`<table class="bars"><tbody>\n${rows}</tbody></table>\n`;
}

const percent = (share: number): Html => `${Number(share.toFixed(2))}%` as Html;

/** In pixels; the width is that of the page. */
const chart = { top: 18, plot: 120, axis: 22 };
/** So many labels fit side by side on a telephone. */
const mostLabels = 5;
/** A figure of zero has no column: of many days it only disturbs. */
const mostZeros = 14;
/** The width of a page on a telephone, in pixels, and what a figure takes of it. */
const telephone = 325;
const figureWidth = { digit: 7.5, gap: 3 };

/** Places are shares of the width and letters keep their size, so it is drawn the same on any screen. */
function columnsHtml(days: readonly Bar[], heading: string): Html {
  const most = mostOf(days);
  const width = 100 / Math.max(1, days.length);
  const { top, plot, axis } = chart;
  const floor = top + plot;
  const hasFigures = days.length * (grouped(most).length * figureWidth.digit + figureWidth.gap) <= telephone;
  const drawn = days.map((each, at) => {
    const { label, value, note } = each;
    const height = value === null || most <= 0 ? 0 : Math.max(0, (value / most) * plot);
    const tall = value !== null && value > 0 ? Math.max(1, height) : height;
    const words = line(`${dayWithWeekday(label)}: ${figureOf(each)}${note ? `, ${note}` : ''}`);
    const middle = percent((at + 0.5) * width);
    const figure =
      !hasFigures || (value === 0 && days.length > mostZeros)
        ? none
        : html`<text x="${middle}" y="${round(floor - tall - 5)}" text-anchor="middle">${line(figureOf(each))}</text>`;
    return html`<rect x="${percent((at + 0.1) * width)}" y="${round(floor - tall)}" width="${percent(width * 0.8)}" height="${round(tall)}"><title>${words}</title></rect>${figure}\n`;
  });
  const scale =
    !hasFigures && most > 0
      ? html`<line class="grid" x1="0" x2="100%" y1="${top}" y2="${top}"/><text x="0" y="${top - 5}">${line(grouped(most))}</text>\n`
      : none;
  const svg = html`<svg class="columns" role="img" width="100%" height="${top + plot + axis}">
<title>${line(heading)}</title>
<desc>${line(descriptionOf(days))}</desc>
${scale}${drawn}<line class="axis" x1="0" x2="100%" y1="${floor}" y2="${floor}"/>
${axisLabels(days, floor + axis - 6)}</svg>
`;
  return html`${svg}${daysTable(days)}`;
}

const round = (pixels: number): number => Number(pixels.toFixed(1));

function axisLabels(days: readonly Bar[], y: number): Html[] {
  const step = Math.max(1, Math.ceil(days.length / mostLabels));
  return days.flatMap(({ label }, at) => {
    if (at % step !== 0) return [];
    const middle = ((at + 0.5) * 100) / days.length;
    const [x, anchor] = middle < 6 ? [0, 'start'] : middle > 94 ? [100, 'end'] : [middle, 'middle'];
    // `14 Dec` of `Mon 14 Dec 2026`.
    const [, day = label] = /^\w{3} (\d+ \w{3}) \d{4}$/.exec(dayWithWeekday(label)) ?? [];
    return [html`<text x="${percent(x)}" y="${y}" text-anchor="${anchor as Html}">${line(day)}</text>\n`];
  });
}

function descriptionOf(days: readonly Bar[]): string {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return 'No days.';
  const sum = days.reduce((total, { value }) => total + (value ?? 0), 0);
  const period = [...new Set([first, last].map(({ label }) => dayWithWeekday(label)))].join(' to ');
  return `${period}: ${grouped(sum)} in all, ${grouped(mostOf(days))} at most.`;
}

/** What the chart shows, for those who do not see it or want the figures. */
function daysTable(days: readonly Bar[]): Html {
  const rows = days.map(
    (each) =>
      html`<tr><th scope="row">${line(dayWithWeekday(each.label))}</th><td class="number">${line(figureOf(each))}</td><td class="note">${line(each.note ?? '')}</td></tr>\n`,
  );
  return html`<details><summary>Figures</summary><div class="wide"><table><tbody>\n${rows}</tbody></table></div></details>\n`;
}
