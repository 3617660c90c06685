import { describe, expect, it } from 'vitest';
import { whole } from '../sweep/slice.ts';
import { needTools } from '../tool-here.ts';
import { append, install, quietFish, type ShellSetup, type Typed, typeAll } from './typed-lines.ts';

const compinit = 'autoload -Uz compinit && compinit -u\n';
const zshStart = "PS1='> '; setopt no_beep\n";
const package_ = '/usr/share/bash-completion/bash_completion';

/** Each way in which a person has completion. */
const setups: Readonly<Record<string, ShellSetup>> = {
  'bash with bash-completion': {
    program: 'bash',
    args: ['-i'],
    prepare: async (home) => {
      append(home, '.bashrc', `. ${package_}\n`);
      await install(home, 'bash');
    },
  },
  'bash with bash-completion, and no blank in HOME': {
    program: 'bash',
    args: ['-i'],
    home: 'home',
    prepare: async (home) => {
      append(home, '.bashrc', `. ${package_}\n`);
      await install(home, 'bash');
    },
  },
  'bash without bash-completion': {
    program: 'bash',
    args: ['-i'],
    prepare: (home) => install(home, 'bash'),
  },
  'bash --norc with the script': {
    program: 'bash',
    args: ['--norc', '-i'],
    prepare: () => {},
    begin: 'source <(outreach completion bash)',
  },
  'zsh without compinit': {
    program: 'zsh',
    args: ['-i'],
    prepare: async (home) => {
      append(home, '.zshrc', zshStart);
      await install(home, 'zsh');
    },
  },
  'zsh with compinit before': {
    program: 'zsh',
    args: ['-i'],
    prepare: async (home) => {
      append(home, '.zshrc', zshStart + compinit);
      await install(home, 'zsh');
    },
  },
  'zsh that loads the script before compinit': {
    program: 'zsh',
    args: ['-i'],
    prepare: (home) => append(home, '.zshrc', `${zshStart}source <(outreach completion zsh)\n${compinit}`),
  },
  'zsh that loads the script and no compinit': {
    program: 'zsh',
    args: ['-i'],
    prepare: (home) => append(home, '.zshrc', `${zshStart}source <(outreach completion zsh)\n`),
  },
  'zsh with the script in a folder of fpath': {
    program: 'zsh',
    args: ['-i'],
    prepare: (home, scripts) => {
      append(
        home,
        '.zshrc',
        `${zshStart}mkdir ~/zfunc; cp ${scripts}/zsh ~/zfunc/_outreach; fpath=(~/zfunc $fpath)\n${compinit}`,
      );
    },
  },
  fish: {
    program: 'fish',
    args: ['-i'],
    prepare: async (home) => {
      quietFish(home);
      await install(home, 'fish');
    },
  },
  'fish where the first Tab was cut off': {
    program: 'fish',
    args: ['-i'],
    prepare: async (home, scripts) => {
      quietFish(home);
      append(scripts, 'cut', '');
      await install(home, 'fish');
    },
    begin: 'outreach campaig\t',
  },
};

const one = 'Autumn launch';
const hostile = [
  one,
  "it's on",
  'say "hi" now',
  '$(touch PWNED)',
  '`touch PWNED`',
  '$HOME',
  'Zoë 日本 ✓',
  'Q4: launch',
  'Q4:1:2',
  'a=b c',
  'anna@north.example',
  'x; touch PWNED',
  'x&&touch PWNED',
  'x|y>PWNED',
  '<in>',
  'wow!wow !!',
  '*',
  '[x]?',
  '#hash',
  'back\\slash\\',
  '{a,b}',
  '(paren)',
  '%d %s',
  "'",
  '"',
  '\\',
];

type Row = Typed & { readonly words: readonly string[]; readonly asked?: readonly string[] };
const row = (line: string, words: readonly string[], more: Partial<Row> = {}): Row => ({
  line,
  words,
  ...more,
});
const get = (line: string, name: string, words = ['campaigns', 'get', name], more: Partial<Row> = {}): Row =>
  row(line, words, { names: [name], ...more });

const fields = ['help', 'id', 'email', 'customVariables.*'];
const plans = ['Q1,plan', 'Q1, plan b', 'Q1,$x'];

/** Several fit: nothing that was typed goes, however it and they are quoted. */
const commaRows: readonly Row[] = ['', '"', "'"].flatMap((quote) => {
  const kept = (line: string, words: readonly string[], names: readonly string[] = []) =>
    row(`outreach ${line}`, words, { names, after: quote });
  const list = ['leads', 'list'];
  return [
    kept(`leads list --fields ${quote}id,`, [...list, '--fields', 'id,'], fields),
    kept(`leads list --fields ${quote}id,email,`, [...list, '--fields', 'id,email,'], [...fields, 'name']),
    kept(`leads list --fields=${quote}id,`, [...list, '--fields=id,'], fields),
    kept(`campaigns list --status ${quote}draft,`, ['campaigns', 'list', '--status', 'draft,']),
    kept(`campaigns get ${quote}Q1,`, ['campaigns', 'get', 'Q1,'], plans),
    kept(`leads list --campaign ${quote}Q1,`, [...list, '--campaign', 'Q1,'], plans),
    kept(`leads list --campaign=${quote}Q1,`, [...list, '--campaign=Q1,'], plans),
  ];
});

/** What is typed before Tab, and the words that the program then gets. */
const rows: readonly Row[] = [
  // commands
  row('outreach camp', ['campaigns']),
  row('outreach campaigns resu', ['campaigns', 'resume']),
  row('outreach sandbox clock adv', ['sandbox', 'clock', 'advance']),
  row('outreach --json camp', ['--json', 'campaigns']),
  row('outreach -q campaigns resu', ['-q', 'campaigns', 'resume']),
  row('outreach --profile x camp', ['--profile', 'x', 'campaigns']),
  row('outreach --profile=x camp', ['--profile=x', 'campaigns']),
  row(`outreach --profile 'my x' campaigns resu`, ['--profile', 'my x', 'campaigns', 'resume']),
  row('outreach "camp', ['campaigns']),
  // options
  row('outreach campaigns create X --daily-l', ['campaigns', 'create', 'X', '--daily-limit']),
  row("outreach campaigns create 'Q4: one' --daily-l", ['campaigns', 'create', 'Q4: one', '--daily-limit']),
  row('outreach campaigns create Q4: --daily-l', ['campaigns', 'create', 'Q4:', '--daily-limit']),
  row('outreach campaigns create -- --daily-l', ['campaigns', 'create', '--', '--daily-l']),
  // values of a closed list
  row('outreach webhooks create --type Camp', ['webhooks', 'create', '--type', 'CampaignStatusChanged']),
  row('outreach webhooks create --type=Camp', ['webhooks', 'create', '--type=CampaignStatusChanged']),
  row('outreach completion install zs', ['completion', 'install', 'zsh']),
  // files
  row('outreach leads import peop', ['leads', 'import', 'people one.csv']),
  row('outreach leads import "peop', ['leads', 'import', 'people one.csv']),
  row("outreach leads import 'people o", ['leads', 'import', 'people one.csv']),
  row('outreach leads import people\\ o', ['leads', 'import', 'people one.csv']),
  row('outreach leads import - --rejects=peop', ['leads', 'import', '-', '--rejects=people one.csv']),
  row('outreach campaigns plan li', ['campaigns', 'plan', 'lists']),
  // names
  ...hostile.map((name) => get('outreach campaigns get ', name)),
  // Any case does, as for the command itself.
  get('outreach campaigns get q4', 'Q4'),
  get('outreach leads list --campaign q4', 'Q4', ['leads', 'list', '--campaign', 'Q4']),
  ...hostile.map((name) =>
    get('outreach finder import --campaign=', name, ['finder', 'import', `--campaign=${name}`]),
  ),
  ...hostile.map((name) => get('outreach campaigns get "', name)),
  ...hostile.map((name) => get("outreach campaigns get '", name)),
  get('outreach campaigns get Aut', one, undefined, { asked: ['<campaigns><campaigns get><><Aut>'] }),
  get('outreach campaigns get "Aut', one),
  get("outreach campaigns get 'Autumn l", one, undefined, {
    asked: ['<campaigns><campaigns get><><Autumn l>'],
  }),
  get('outreach campaigns get Autumn\\ l', one, undefined, {
    asked: ['<campaigns><campaigns get><><Autumn l>'],
  }),
  get('outreach campaigns get Q4:', 'Q4: launch'),
  get('outreach campaigns get Q4:1', 'Q4:1:2'),
  get('outreach senders get anna@nor', 'anna@north.example', ['senders', 'get', 'anna@north.example']),
  get('outreach campaigns get 12', '12\tAutumn launch, running', ['campaigns', 'get', '12']),
  row('outreach --profile x campaigns get ', ['--profile', 'x', 'campaigns', 'get', 'N'], {
    names: ['N'],
    asked: ['<campaigns><campaigns get><x><>'],
  }),
  row("outreach campaigns get --profile='my x' N", ['campaigns', 'get', '--profile=my x', 'N1'], {
    names: ['N1'],
    asked: ['<campaigns><campaigns get><my x><N>'],
  }),
  row('outreach --profile ', ['--profile', 'my x'], { names: ['my x'], asked: ['<profiles><><><>'] }),
  row('outreach campaigns list --fields id,na', ['campaigns', 'list', '--fields', 'id,name'], {
    names: ['id', 'name'],
    asked: ['<fields><campaigns list><><na>'],
  }),
  row('outreach campaigns list --json --fields=id,na', ['campaigns', 'list', '--json', '--fields=id,name'], {
    names: ['name'],
  }),
  // lists with commas
  ...commaRows,
  row('outreach leads list --fields id\\,', ['leads', 'list', '--fields', 'id,'], { names: fields }),
  row('outreach campaigns get Q1\\,', ['campaigns', 'get', 'Q1,'], { names: plans }),
  row('outreach campaigns get Q1,p', ['campaigns', 'get', 'Q1,plan'], { names: plans }),
  row('outreach leads list --fields id,cus', ['leads', 'list', '--fields', 'id,customVariables.*'], {
    names: fields,
  }),
  // what is in the list is not offered again
  row('outreach leads list --fields email,e', ['leads', 'list', '--fields', 'email,e'], {
    names: ['id', 'email'],
  }),
  row('outreach leads list --fields=id,he', ['leads', 'list', '--fields=id,he'], { names: fields }),
  row('outreach leads list --fields "email,e', ['leads', 'list', '--fields', 'email,e'], {
    names: ['id', 'email'],
    after: '"',
  }),
  row('outreach campaigns list --status draft,dr', ['campaigns', 'list', '--status', 'draft,dr']),
  row('outreach campaigns schedule X --days mon,mo', ['campaigns', 'schedule', 'X', '--days', 'mon,mon-fri']),
  // a program that is broken
  row('outreach campaigns get N', ['campaigns', 'get', 'N'], { answer: 'echo broken >&2; exit 3' }),
  row('outreach campaigns get N', ['campaigns', 'get', 'N'], { answer: 'echo broken >&2; kill -SEGV $$' }),
  row('outreach campaigns get N', ['campaigns', 'get', 'N1'], { answer: 'printf "N1\\tx\\n"; sleep 20' }),
];

const bashes = Object.values(setups).filter(({ program }) => program === 'bash').length;

/** All of them with `npm run test:full`; else each at one of the setups, and what has commas at one of bash as well. */
const rowsOf = ({ program }: ShellSetup, setup: number) =>
  rows
    .filter(
      ({ line }, at) =>
        whole ||
        at % Object.keys(setups).length === setup ||
        (program === 'bash' && line.includes(',') && at % bashes === setup),
    )
    // zsh takes a quote away that is behind `=`.
    .map((row) => (program === 'zsh' && /=["']/.test(row.line) ? { ...row, after: '' } : row));

describe('a line that is typed, then Tab', () => {
  for (const [number, [name, setup]] of Object.entries(setups).entries())
    it(`is completed in ${name}`, { tags: 'slow', timeout: 120_000 }, async (context) => {
      needTools(context, setup.program);
      const typed = rowsOf(setup, number);
      const given = await typeAll(setup, typed);
      const wrong = typed.flatMap(({ line, names, words, asked }, at) => {
        const { words: found = [], asked: questions = [], screen = '' } = given[at] ?? {};
        const fits =
          JSON.stringify(found.map((word) => word.replace(/\/$/, ''))) === JSON.stringify(words) &&
          (asked === undefined || JSON.stringify(asked) === JSON.stringify(questions)) &&
          !/broken|not found|error/i.test(screen);
        return fits ? [] : [{ line, names, found, questions, screen }];
      });
      expect(wrong, `of ${typed.length} lines`).toEqual([]);
    });

  it('is followed in bash by what the names mean, at a second Tab', async (context) => {
    needTools(context, 'bash');
    const names = ['1457\tAutumn launch · 12', '2325\tSpring'];
    const [given] = await typeAll(setups['bash without bash-completion'] as ShellSetup, [
      { line: 'outreach drafts send ', after: '\t', names },
    ]);
    expect(given?.words).toEqual(['drafts', 'send']);
    expect(given?.screen).toMatch(/1457 {2}\(Autumn launch · 12\)\s+2325 {2}\(Spring\)/);
  }, 60_000);
});
