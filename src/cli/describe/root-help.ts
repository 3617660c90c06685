import { pattern } from '../advice/line-of.ts';
import type { GroupEntry } from '../declare/command.ts';
import { longestTerm } from './draw-help.ts';
import { globalPart } from './help.ts';
import type { HelpPart, Row } from './help-page.ts';
import { topics } from './topics.ts';
import { program } from './tree.ts';

/** What a day begins with comes before everything else. */
export const daily = `${program.name} status: what needs you now`;

/** The page of the whole program: one line per group, under its section. Loads nothing. */
export function rootHelp(entries: readonly GroupEntry[], all = false): HelpPart[] {
  const column = longestTerm(entries.map(entryRow));
  const sections = [...new Set(entries.map((entry) => entry.section))];
  return [
    { text: daily },
    { text: program.summary },
    { title: 'USAGE', lines: [`${program.name} <command> [options]`] },
    {
      title: 'EXAMPLES',
      lines: [
        pattern('start'),
        pattern('leads import', { file: 'prospects.csv', campaign: 1 }),
        pattern('campaigns resume', { campaign: 1, dryRun: true }),
        'outreach report outcomes --campaign 1 --json',
      ],
    },
    ...sections.map((section) => ({
      title: section.toUpperCase(),
      rows: entries.filter((entry) => entry.section === section).map(entryRow),
      column,
    })),
    globalPart(all),
    { title: 'HELP TOPICS', text: topics.map(({ name }) => name).join(', ') },
    {
      title: 'LEARN MORE',
      rows: [
        ['outreach <command> --help', 'what a command takes, with examples'],
        ['outreach help <topic>', 'one of the topics above'],
        ['outreach commands', 'every command on one page'],
        ['outreach --version', 'the version; also -v'],
      ],
    },
  ];
}

const entryRow = ({ name, summary }: GroupEntry): Row => [name, summary];
