// Draws the picture of the README: what the program prints at a terminal, over the sandbox, as SVG for a light and a dark page.
// Clock and seed are fixed, and no font or address is loaded, so every machine draws the same bytes.
import path from 'node:path';
import stringWidth from 'string-width';
import { root } from './bundle.mjs';

const columns = 108;

/** What happened before: a campaign that ran for two weeks. */
const history = [
  'campaigns create "Autumn launch" --daily-limit 200',
  `leads import "${path.join(root, 'examples/crm-export.csv')}" --campaign 1`,
  `campaigns sequence set 1 "${path.join(root, 'examples/sequence.md')}"`,
  'campaigns schedule 1 --days mon-fri --from 09:00 --to 17:00',
  'campaigns senders attach 1 1 2 3 4',
  'campaigns create "Winter webinar"',
  'campaigns create "Partner offer" --daily-limit 50',
  'campaigns resume 1 --yes',
  'sandbox clock advance 14d',
];

const shown = [
  'campaigns list',
  'replies list --limit 5',
  'senders list',
  'finder import --campaign 1 --count 25 --job-title CEO --country Germany',
];

/** The files of the picture, by path. `newWorld` is the one of the tests: the real program on one clock. */
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
  try {
    for (const line of history) await finished(world, line);
    const lines = [];
    for (const line of shown) lines.push(...(await typed(world, line)), '');
    const drawn = lines.slice(0, -1).map(cellsOf);
    return Object.fromEntries(
      Object.entries(themes).map(([name, theme]) => [`docs/picture-${name}.svg`, svg(drawn, theme)]),
    );
  } finally {
    for (const close of closing) await close();
  }
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

/** The mark of the target is the same above every line. */
const withoutMark = (err) => err.replace(/^\u001b\[2msandbox[^\n]*\n/, '');

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

const themes = {
  light: {
    page: '#ffffff',
    edge: '#d0d7de',
    text: '#1f2328',
    dim: '#6e7781',
    red: '#cf222e',
    green: '#1a7f37',
    yellow: '#9a6700',
    blue: '#0969da',
    magenta: '#8250df',
    cyan: '#1b7c83',
    grey: '#6e7781',
  },
  dark: {
    page: '#0d1117',
    edge: '#30363d',
    text: '#e6edf3',
    dim: '#8b949e',
    red: '#ff7b72',
    green: '#3fb950',
    yellow: '#d29922',
    blue: '#58a6ff',
    magenta: '#bc8cff',
    cyan: '#39c5cf',
    grey: '#8b949e',
  },
};

const cell = { width: 8.4, height: 19 };
const margin = 20;

function svg(lines, theme) {
  const width = Math.round(columns * cell.width + 2 * margin);
  const height = lines.length * cell.height + 2 * margin;
  const rows = lines.flatMap((cells, row) => cells.map((run) => textOf(run, row, theme)));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="Outreach at a terminal" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${theme.page}" stroke="${theme.edge}"/>
${rows.join('\n')}
</svg>
`;
}

function textOf({ text, column, bold, dim, colour }, row, theme) {
  const x = (margin + column * cell.width).toFixed(1);
  const y = (margin + (row + 0.75) * cell.height).toFixed(1);
  const length = (stringWidth(text) * cell.width).toFixed(1);
  const fill = colour === undefined ? (dim ? theme.dim : theme.text) : theme[colour];
  const weight = bold ? ' font-weight="bold"' : '';
  return `<text x="${x}" y="${y}" textLength="${length}" fill="${fill}"${weight} xml:space="preserve">${escaped(text)}</text>`;
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
