import type { GroupEntry } from '../declare/command.ts';
import { helpRow, optionRow } from './help.ts';
import { type HelpOptions, helpLayout, type Row } from './help-layout.ts';
import { topics } from './topics.ts';
import { globalOptions, program } from './tree.ts';

/** The page of the whole program: one line per group, under its section. Loads nothing. */
export function rootHelp(entries: readonly GroupEntry[], options: HelpOptions): string {
  const { paragraph, rows, lines, section, page } = helpLayout(options);
  const sections = [...new Set(entries.map((entry) => entry.section))];
  return page(
    paragraph(program.summary),
    section('USAGE', lines([`${program.name} <command> [options]`])),
    section(
      'EXAMPLES',
      lines([
        'outreach start',
        'outreach leads import prospects.csv --campaign 12',
        'outreach campaigns resume 12 --dry-run',
        'outreach report outcomes --campaign 12 --json',
      ]),
    ),
    ...sections.map((title) =>
      section(
        title.toUpperCase(),
        rows(entries.filter((entry) => entry.section === title).map(entryRow), entries.map(entryRow)),
      ),
    ),
    section('GLOBAL OPTIONS', rows([...globalOptions().map(optionRow), helpRow, versionRow])),
    section('HELP TOPICS', rows(topics.map(({ name, summary }): Row => [name, summary]))),
    section(
      'LEARN MORE',
      rows([
        ['outreach <command> --help', 'what it takes, with examples'],
        ['outreach help <topic>', 'a topic of the list above'],
        ['outreach commands', 'every command on one page'],
      ]),
    ),
  );
}

const versionRow: Row = ['--version', 'show the version'];
const entryRow = ({ name, summary }: GroupEntry): Row => [name, summary];
