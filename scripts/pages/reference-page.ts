import { exitCodes } from '../../src/cli/describe/exit-codes.ts';
import { argumentRow, optionRow, usageOf } from '../../src/cli/describe/help.ts';
import type { Row } from '../../src/cli/describe/help-page.ts';
import type { Tree, TreeCommand, TreeNode } from '../../src/cli/describe/tree.ts';

/** The reference of every command as one Markdown page. */
export function referencePage(tree: Tree): string {
  const parts = [
    '# Commands',
    'Generated from the program by `npm run generate`; do not edit. `outreach commands --json` has the same as data.',
    tree.commands.map(({ name, summary }) => `- [\`${name}\`](#outreach-${name}) ${summary}`).join('\n'),
    '## Options of every command',
    table(['Option', 'Meaning'], tree.options.map(optionRow)),
    '## Exit codes',
    table(
      ['Code', 'Meaning'],
      exitCodes.map(([code, meaning]): Row => [String(code), meaning]),
    ),
    ...tree.commands.flatMap((node) => sectionsOf(node, 2)),
  ];
  return `${parts.join('\n\n')}\n`;
}

function sectionsOf(node: TreeNode, level: number): string[] {
  const title = `${'#'.repeat(Math.min(level, 4))} outreach ${node.path}`;
  if ('commands' in node)
    return [title, `${node.summary}.`, ...node.commands.flatMap((child) => sectionsOf(child, level + 1))];
  return [title, ...commandParts(node)];
}

function commandParts(command: TreeCommand): string[] {
  const { summary, about, examples, arguments: args, options } = command;
  const rows = [...args.map(argumentRow), ...options.map(optionRow)];
  return [
    `${summary}.`,
    ...(about === undefined ? [] : [text(about)]),
    code([usageOf(command)]),
    ...(rows.length === 0 ? [] : [table(['Takes', 'Meaning'], rows)]),
    code(examples),
    factsOf(command),
  ];
}

function factsOf({ scope, effect, exitCodes: codes, operations, inferred }: TreeCommand): string {
  const few = operations.length <= 8;
  const facts = [
    `Key: ${{ none: 'none', read: 'read-only', read_write: 'read-and-write' }[scope]}`,
    ...(effect === 'none' ? [] : [`Effect: **${effect}**`]),
    ...(operations.length > 0 && few ? [`Calls: ${operations.map((id) => `\`${id}\``).join(', ')}`] : []),
    ...(inferred.length > 0 && few
      ? [`Inferred paths: ${inferred.map(({ method, path }) => `\`${method} ${path}\``).join(', ')}`]
      : []),
    `Exit codes: ${codes.join(', ')}`,
  ];
  return facts.map((fact) => `- ${fact}`).join('\n');
}

const code = (lines: readonly string[]) => `\`\`\`sh\n${lines.join('\n')}\n\`\`\``;

const table = ([left, right]: readonly [string, string], rows: readonly Row[]) =>
  [
    `| ${left} | ${right} |`,
    '|---|---|',
    ...rows.map(([term, meaning]) => `| \`${cell(term)}\` | ${cell(text(meaning))} |`),
  ].join('\n');

const cell = (value: string) => value.replaceAll('|', '\\|').replaceAll('\n', ' ');
/** Outside of code, angle brackets would be taken for HTML. */
const text = (value: string) => value.replace(/`[^`]*`|</g, (part) => (part === '<' ? '&lt;' : part));
