import { pattern } from '../../src/cli/advice/line-of.ts';
import { leavesOf, type Tree } from '../../src/cli/describe/tree.ts';
import type { AnyOperation } from '../../src/contract/operation.ts';

/** Where the sandbox answers an operation: the file, or undefined where it does not. */
type HandledAt = (operation: AnyOperation) => string | undefined;

/**
 * Operations that no command of their own calls, each with the reason; `outreach api` reaches every one of them.
 * A test holds this list against the commands, in both directions.
 */
export const apiOnly: Readonly<Record<string, string>> = {};

/** The sections of the specification's chapter on endpoints, in its order, with what is described in each. */
const sections: readonly (readonly [title: string, prefixes: readonly string[]])[] = [
  ['Audience and planning', ['audience.', 'autopilot.plan', 'copilot.']],
  ['Autopilot runs', ['autopilot.']],
  ['Leads', ['leads.']],
  ['Sender emails', ['senders.']],
  ['Lead Finder', ['finder.']],
  ['Done-for-you', ['dfy.']],
  ['ICPs', ['icps.']],
  ['Replies', ['replies.', 'drafts.']],
  ['Webhooks', ['webhooks.']],
  ['Reports, imports from another tool', ['report.', 'imports.']],
  ['Credits', ['credits.']],
  [
    'Named endpoints without shape detail',
    [
      'campaigns.',
      'leads.move',
      'leads.markMeeting',
      'leads.clearMeeting',
      'senders.warmup',
      'senders.setWarmup',
      'blocklist.',
      'billing.',
      'prospects.',
      'verification.',
      'placement.',
      'workspaces.',
      'setup.',
    ],
  ],
];

/** The section that describes an operation: of all prefixes that fit, the longest decides. Throws where none fits. */
export function sectionOf({ id }: Pick<AnyOperation, 'id'>): string {
  const fitting = sections
    .flatMap(([title, prefixes]) => prefixes.map((prefix) => ({ title, prefix })))
    .filter(({ prefix }) => id === prefix || (prefix.endsWith('.') && id.startsWith(prefix)))
    .sort((a, b) => b.prefix.length - a.prefix.length);
  const [first] = fitting;
  if (first === undefined) throw new Error(`no section of the specification is named for ${id}`);
  return first.title;
}

/** Paths of the commands that call an operation. `api` calls all of them and says nothing. */
export function commandsOf(tree: Tree, { id }: Pick<AnyOperation, 'id'>): string[] {
  return leavesOf(tree.commands)
    .filter(({ path, operations }) => path !== 'api' && operations.includes(id))
    .map(({ path }) => path);
}

/** What of the specification is reachable where, as one Markdown page. */
export function coveragePage(operations: readonly AnyOperation[], tree: Tree, handledAt: HandledAt): string {
  const guessed = operations.filter(({ route }) => route.source === 'inferred');
  const parts = [
    '# Coverage',
    'Generated from the contract by `npm run generate`; do not edit.',
    `All ${operations.length} operations can also be called with \`${pattern('api')}\`. ` +
      `${operations.length - guessed.length} have a path that the specification shows; ` +
      `${guessed.length} have one that was inferred, which \`${pattern('profiles route')}\` can replace.`,
    'To confirm or correct these guesses, run `outreach doctor --report doctor.json --routes` with a read-only key and send us the file as an issue of the repository. For each call that reads it has the path, the status, and the names and JSON types of the fields. It has no value of your account, no email address and no key. Read it before you send it.',
    ...sections.flatMap(([title]) => {
      const here = operations.filter((operation) => sectionOf(operation) === title);
      return here.length === 0 ? [] : [`## ${title}`, table(here, tree, handledAt)];
    }),
    '## Why a path was inferred',
    guessed.map(({ id, route }) => `- \`${id}\`: ${route.reason ?? ''}`).join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

const heads = ['Operation', 'Call', 'Commands', 'Sandbox', 'Path'];

function table(operations: readonly AnyOperation[], tree: Tree, handledAt: HandledAt): string {
  const rows = operations.map((operation) => [
    `\`${operation.id}\``,
    `\`${operation.route.method} ${operation.route.path}\``,
    commandCell(operation, tree),
    handledAt(operation) ?? '**none**',
    operation.route.source,
  ]);
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function commandCell(operation: AnyOperation, tree: Tree): string {
  const paths = commandsOf(tree, operation);
  if (paths.length > 0) return paths.map((path) => `\`${path}\``).join(', ');
  return `\`api\` only: ${apiOnly[operation.id] ?? 'no reason is given'}`;
}

/** The file whose handler answers an operation, for the page on coverage; undefined where nothing does. */
export async function loadHandledAt(): Promise<(operation: Pick<AnyOperation, 'id'>) => string | undefined> {
  const { sections } = await import('../../src/sandbox/service/sections.ts');
  const loaded = await Promise.all(Object.values(sections).map((load) => load()));
  const handled = new Set(
    loaded.flatMap(({ section }) => Object.values(section.operations)).map(({ id }) => id),
  );
  return ({ id }) => (handled.has(id) ? `handlers/${id.split('.')[0]}.ts` : undefined);
}
