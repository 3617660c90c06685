// Draws the pictures of README and docs: what the program prints at a terminal, over the sandbox, as SVG for light and dark pages.
// Clock and seed are fixed, and no font or address is loaded, so every machine draws the same bytes.
import path from 'node:path';
import stringWidth from 'string-width';
import { root } from './bundle.mjs';

const columns = 100;

/** What happens in one world, in this order; a line with a name is drawn into the picture of that name. */
const story = [
  ['campaigns create "Autumn launch" --daily-limit 200'],
  [`leads import "${path.join(root, 'examples/crm-export.csv')}" --campaign 1`],
  [`campaigns sequence set 1 "${path.join(root, 'examples/sequence-draft.md')}"`],
  ['campaigns schedule 1 --days mon-fri --from 09:00 --to 17:00'],
  ['campaigns senders attach 1 1 2 3 4'],
  ['campaigns check 1', 'check'],
  [`campaigns sequence set 1 "${path.join(root, 'examples/sequence.md')}"`],
  ['campaigns resume 1', 'question'],
  ['campaigns resume 1 --yes'],
  ['sandbox clock advance 14d'],
  ['status', 'status'],
  ['replies list --limit 5', 'status'],
  ['report outcomes --campaign 1', 'report'],
];

/** The pictures of the pages, by path. `newWorld` is the one of the tests: the real program on one clock. */
export async function pictures(newWorld) {
  // Times at a terminal are local.
  process.env.TZ = 'UTC';
  const closing = [];
  const world = await newWorld({
    tty: true,
    columns,
    env: { OUTREACH_PROFILE: 'sandbox', TERM: 'xterm-256color' },
    atEnd: (close) => closing.push(close),
    // A world that looks at its requests leaves the checks of the tests alone.
    between: (next) => next,
  });
  const drawn = {};
  try {
    for (const [line, name] of story) {
      if (name === undefined) await finished(world, line);
      else drawn[name] = [...(drawn[name] ? [...drawn[name], ''] : []), ...(await typed(world, line))];
    }
  } finally {
    for (const close of closing) await close();
  }
  return Object.fromEntries(
    Object.entries(drawn).map(([name, lines]) => [`docs/pictures/${name}.svg`, svg(lines.map(cellsOf))]),
  );
}

async function finished(world, line) {
  const { exit, err } = await world.outreach(`${line} -q`);
  if (exit !== 0) throw new Error(`the picture cannot be drawn: outreach ${line}\n${err}`);
}

/** A line as it is typed, and what it prints: up to the question, where it asks one. */
async function typed(world, line) {
  const { out, err } = await world.outreach(line);
  const [asked] = `${out}${withoutMark(err)}`.split(/\u001b\[\d*G/);
  return [`\u001b[1m$ outreach ${line}\u001b[22m`, ...asked.trimEnd().split('\n')];
}

/** The mark of the target is the same above every line, and progress is wiped away when the line has ended. */
const withoutMark = (err) =>
  err.replace(/^\u001b\[2msandbox[^\n]*\n/, '').replaceAll(/^(?:Reading|Checking) the \w+\n/gm, '');

/** The runs of equal style in a line, each with the column it begins in. */
function cellsOf(line) {
  const cells = [];
  const style = { bold: false, dim: false, colour: undefined };
  let column = 0;
  for (const part of line.split(/(\u001b\[[\d;]*m)/)) {
    if (part.startsWith('\u001b')) {
      for (const code of part.slice(2, -1).split(';')) apply(style, Number(code));
      continue;
    }
    // Blanks need not be drawn, and the text of a column must begin there in every font.
    for (const [text, gap] of part.matchAll(/( {2,})|(?:(?! {2}).)+/g)) {
      if (gap === undefined) cells.push({ ...style, text, column });
      column += stringWidth(text);
    }
  }
  return cells;
}

const colours = { 31: 'red', 32: 'green', 33: 'yellow', 34: 'blue', 35: 'magenta', 36: 'cyan', 90: 'grey' };

function apply(style, code) {
  if (code === 0) Object.assign(style, { bold: false, dim: false, colour: undefined });
  else if (code === 1) style.bold = true;
  else if (code === 2) style.dim = true;
  else if (code === 22) Object.assign(style, { bold: false, dim: false });
  else if (code === 39) style.colour = undefined;
  else if (code in colours) style.colour = colours[code];
  else throw new Error(`the picture knows no style ${code}`);
}

/** What a page of light and one of dark calls a colour. */
const themes = {
  page: ['#ffffff', '#0d1117'],
  edge: ['#d0d7de', '#30363d'],
  text: ['#1f2328', '#e6edf3'],
  dim: ['#6e7781', '#8b949e'],
  red: ['#cf222e', '#ff7b72'],
  green: ['#1a7f37', '#3fb950'],
  yellow: ['#9a6700', '#d29922'],
  blue: ['#0969da', '#58a6ff'],
  magenta: ['#8250df', '#bc8cff'],
  cyan: ['#1b7c83', '#39c5cf'],
  grey: ['#6e7781', '#8b949e'],
};

const rules = (dark) =>
  Object.entries(themes)
    .map(([name, both]) => `.${name}{${name === 'edge' ? 'stroke' : 'fill'}:${both[Number(dark)]}}`)
    .join('');

const style = `.b{font-weight:bold}${rules(false)}@media(prefers-color-scheme:dark){${rules(true)}}`;

const cell = { width: 8.4, height: 19 };
const margin = 20;

function svg(lines) {
  const width = Math.round(columns * cell.width + 2 * margin);
  const height = lines.length * cell.height + 2 * margin;
  const rows = lines.flatMap((cells, row) => cells.map((run) => textOf(run, row)));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="Outreach at a terminal" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
<style>${style}</style>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" class="page edge"/>
${rows.join('\n')}
</svg>
`;
}

function textOf({ text, column, bold, dim, colour }, row) {
  const x = (margin + column * cell.width).toFixed(1);
  const y = (margin + (row + 0.75) * cell.height).toFixed(1);
  const length = (stringWidth(text) * cell.width).toFixed(1);
  const look = `${colour ?? (dim ? 'dim' : 'text')}${bold ? ' b' : ''}`;
  return `<text x="${x}" y="${y}" textLength="${length}" class="${look}" xml:space="preserve">${escaped(text)}</text>`;
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
