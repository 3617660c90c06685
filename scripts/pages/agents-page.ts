import type { HelpPart } from '../../src/cli/describe/help-page.ts';
import { topics } from '../../src/cli/describe/topics.ts';

const topic = topics.find(({ name }) => name === 'agents');
const note =
  'Generated from `outreach help agents` by `npm run generate`; do not edit. To work on the program itself, read CONTRIBUTING.md.';

/** What a program reads that acts for a person, in the package: `AGENTS.md`. */
export const agentsPage = (): string =>
  page(`# Outreach: ${lower(topic?.summary ?? '')}`, `<!-- ${note} -->`);

/** The same as a skill, which an agent loads when a task is about outreach. */
export const skillPage = (): string =>
  page(
    [
      '---',
      'name: outreach',
      'description: Run cold-email outreach with the `outreach` command line (leads, campaigns, replies, mailboxes, credits). Use it to read and prepare; what spends, sends or deletes takes a person.',
      '---',
    ].join('\n'),
    '# Outreach',
  );

const page = (...head: readonly string[]): string =>
  `${[...head, ...(topic?.parts ?? []).map(markdownOf)].join('\n\n')}\n`;

const lower = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** As it is drawn in help: the title, the text, what has a meaning, the lines. */
function markdownOf({ title, text, rows = [], lines = [] }: HelpPart): string {
  return [
    ...(title === undefined ? [] : [`## ${title.charAt(0)}${title.slice(1).toLowerCase()}`]),
    ...(text === undefined ? [] : [text]),
    ...(rows.length === 0 ? [] : [rows.map(([term, meaning]) => `- \`${term}\`: ${meaning}`).join('\n')]),
    ...(lines.length === 0 ? [] : [['```sh', ...lines, '```'].join('\n')]),
  ].join('\n\n');
}
