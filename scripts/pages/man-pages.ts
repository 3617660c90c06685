import { version } from '../../package.json';
import type { AnyCommand, Group, GroupEntry } from '../../src/cli/declare/command.ts';
import { exitCodes } from '../../src/cli/describe/exit-codes.ts';
import { helpOf } from '../../src/cli/describe/help-of.ts';
import type { HelpPart } from '../../src/cli/describe/help-page.ts';
import { daily } from '../../src/cli/describe/root-help.ts';
import { topicHelp, topics } from '../../src/cli/describe/topics.ts';
import { program } from '../../src/cli/describe/tree.ts';
import { isGroup } from '../../src/cli/line/find-command.ts';
import { bold, escaped, quoted, roffOf } from './roff.ts';

/** A manual page has a date, and two builds give the same bytes: it is the date of the texts, changed with a release. */
const date = '2026-11-21';

interface Page {
  /** `outreach-leads`. */
  readonly name: string;
  /** 1 for what is typed, 7 for a topic. */
  readonly section: 1 | 7;
  readonly summary: string;
  readonly parts: readonly HelpPart[];
  /** What is below it, each under a heading of its own. */
  readonly commands?: readonly { readonly path: string; readonly parts: readonly HelpPart[] }[];
  /** Other pages: `outreach-leads(1)`. */
  readonly seeAlso: readonly string[];
}

/** A page for the program, for each word that follows it on a line, and for each topic, by file name. */
export async function manPages(tree: readonly GroupEntry[]): Promise<Record<string, string>> {
  const nodes = await Promise.all(tree.map((entry) => entry.load()));
  const pages = [rootPage(tree), ...nodes.map((node) => nodePage(tree, node)), ...topics.map(topicPage)];
  return Object.fromEntries(pages.map((page) => [`${page.name}.${page.section}`, drawn(page)]));
}

const command = (name: string): string => `${program.name}-${name}(1)`;
const topic = (name: string): string => `${program.name}-${name}(7)`;

function rootPage(tree: readonly GroupEntry[]): Page {
  const environment = topics.find(({ name }) => name === 'environment');
  return {
    name: program.name,
    section: 1,
    summary: program.summary,
    parts: [
      ...helpOf(tree, { path: [] }, true).filter(
        ({ title, text }) => title !== 'HELP TOPICS' && text !== daily,
      ),
      { title: 'EXIT CODES', rows: exitCodes.map(([code, meaning]) => [String(code), meaning]) },
      { title: 'ENVIRONMENT', rows: environment?.parts.flatMap(({ rows = [] }) => rows) ?? [] },
    ],
    seeAlso: [...tree.map(({ name }) => command(name)), ...topics.map(({ name }) => topic(name))],
  };
}

function nodePage(tree: readonly GroupEntry[], node: Group | AnyCommand): Page {
  const leaves = isGroup(node) ? leavesOf(node, [node.name]) : [];
  const commands = leaves.map(({ path, node }) => ({
    path: path.join(' '),
    parts: helpOf(tree, { path, node }, true),
  }));
  return {
    name: `${program.name}-${node.name}`,
    section: 1,
    summary: node.summary,
    // What all commands of a group have in common is there once.
    parts: [
      ...helpOf(tree, { path: [node.name], node }, true),
      ...(commands[0]?.parts.filter(isGlobal) ?? []),
    ],
    commands: commands.map(({ path, parts }) => ({
      path,
      parts: parts.filter((part) => !isGlobal(part)).map(withShortCodes),
    })),
    seeAlso: [`${program.name}(1)`, ...['options', 'output', 'exit-codes', 'safety'].map(topic)],
  };
}

function leavesOf(group: Group, path: readonly string[]): { path: readonly string[]; node: AnyCommand }[] {
  return [
    ...group.commands.map((node) => ({ path: [...path, node.name], node })),
    ...(group.groups ?? []).flatMap((below) => leavesOf(below, [...path, below.name])),
  ];
}

const isGlobal = ({ title }: HelpPart): boolean => title === 'GLOBAL OPTIONS';

/** A page of many commands does not say of each what its exit codes mean. */
function withShortCodes({ title, rows = [], ...part }: HelpPart): HelpPart {
  if (title !== 'EXIT CODES' || rows.length === 0) return { ...part, rows, ...(title && { title }) };
  const codes = rows.map(([code]) => code).join(', ');
  return { title, text: `${codes}, and those of every command: see ${topic('exit-codes')}` };
}

const topicPage = (shown: (typeof topics)[number]): Page => ({
  name: `${program.name}-${shown.name}`,
  section: 7,
  summary: shown.summary,
  parts: topicHelp(shown),
  seeAlso: [
    `${program.name}(1)`,
    ...topics.filter((other) => other !== shown).map(({ name }) => topic(name)),
  ],
});

/** Parts of help with a place of their own in a manual page; all others are in between, as they come. */
const first = { USAGE: 'SYNOPSIS', '': 'DESCRIPTION' };
const last = { 'EXIT CODES': 'EXIT STATUS', ENVIRONMENT: 'ENVIRONMENT', EXAMPLES: 'EXAMPLES' };

type Section = readonly [heading: string, lines: readonly string[]];

function drawn({ name, section, summary, parts, commands = [], seeAlso }: Page): string {
  // The name of the manual stays out: beside two long names, a narrow window has no room for it.
  const title = [quoted(name.toUpperCase()), section, date, quoted(`${program.name} ${version}`), '""'];
  const about = `${summary.charAt(0).toLowerCase()}${summary.slice(1)}`.replace(/\.$/, '');
  const sections: Section[] = [
    ['NAME', [`${escaped(name)} \\- ${escaped(about)}`]],
    ...placed(parts, first),
    ...others(parts),
    ...commands.map(({ path, parts }): Section => [`${program.name} ${path}`, commandLines(parts)]),
    ...placed(parts, last),
    ['SEE ALSO', [seeAlso.map(reference).join(', ')]],
  ];
  // Neither words that are cut nor blanks that are stretched: people copy from these pages.
  const lines = [`.TH ${title.join(' ')}`, '.nh', '.ad l', ...sections.flatMap(under('.SH'))];
  return `${lines.join('\n')}\n`;
}

/** The usage and what it does come at once, the others under headings of their own. */
const commandLines = (parts: readonly HelpPart[]): string[] => [
  ...placed(parts, first).flatMap(([, lines]) => lines),
  ...[...others(parts), ...placed(parts, last)]
    .map(([heading, lines]): Section => [`${heading.charAt(0)}${heading.slice(1).toLowerCase()}`, lines])
    .flatMap(under('.SS')),
];

const under =
  (macro: '.SH' | '.SS') =>
  ([heading, lines]: Section): string[] =>
    lines.length === 0 ? [] : [`${macro} ${quoted(heading)}`, ...lines.slice(lines[0] === '.PP' ? 1 : 0)];

const placed = (parts: readonly HelpPart[], places: Readonly<Record<string, string>>): Section[] =>
  Object.entries(places).map(([title, heading]) => [
    heading,
    parts.filter((part) => (part.title ?? '') === title).flatMap(roffOf),
  ]);

const others = (parts: readonly HelpPart[]): Section[] =>
  parts
    .filter(({ title = '' }) => !(title in first || title in last || title === 'LEARN MORE'))
    .map((part) => [part.title ?? '', roffOf(part)]);

/** `outreach-leads(1)`, its name in bold. */
const reference = (page: string): string => page.replace(/^[^(]+/, bold);
