import packageJson from '../../package.json';
import meanings from '../../src/base/failure-codes.json';
import { type FailureKind, failureKinds } from '../../src/base/failure-codes.ts';
import { buildTools } from '../../src/cli/agent/built-tools.ts';
import { toolsOf } from '../../src/cli/agent/tools-of.ts';
import { describeFields } from '../../src/cli/answer/fields-help.ts';
import { completionScript, shells } from '../../src/cli/completion/script.ts';
import type { AnyCommand, Group } from '../../src/cli/declare/command.ts';
import { helpOf } from '../../src/cli/describe/help-of.ts';
import { loadJsonSchema } from '../../src/cli/describe/json-schema.ts';
import { loadTree } from '../../src/cli/describe/tree.ts';
import { aliasesOf } from '../../src/cli/line/aliases.ts';
import { isGroup } from '../../src/cli/line/find-command.ts';
import { tree } from '../../src/commands/index.ts';
import { operations } from '../../src/contract/index.ts';
import { agentsPage, skillPage } from './agents-page.ts';
import { coveragePage, loadHandledAt } from './coverage-page.ts';
import { entries } from './entries.ts';
import { linesFiles } from './lines-file.ts';
import { manPages } from './man-pages.ts';
import { openapi } from './openapi.ts';
import { grown, promises, promisesFile } from './promises.ts';
import { referencePage } from './reference-page.ts';

/** What the launcher says without loading the program, by file name. Runs at build time only. */
export async function frontTexts(): Promise<Record<string, string>> {
  const whole = await loadTree(tree);
  const scripts = shells.map((shell) => [`completion.${shell}`, completionScript(shell, whole)] as const);
  return {
    'version.txt': `${packageJson.version}\n`,
    'version.json': `${JSON.stringify({ version: packageJson.version })}\n`,
    ...buildTools(await toolsOf(tree)),
    'fields.json': JSON.stringify(await fieldLists()),
    ...(await helpPages()),
    ...Object.fromEntries(scripts),
  };
}

/** The pages for `man`, by file name. Runs at build time only. */
export const manualTexts = (): Promise<Record<string, string>> => manPages(tree);

/** The pages of the program, its groups and its commands as data: all in one text, and where each begins and ends. */
async function helpPages(): Promise<Record<string, string>> {
  const nodes = await Promise.all(tree.map((entry) => entry.load()));
  const places: Record<string, readonly [start: number, end: number]> = {};
  let text = '';
  const spots: Spot[] = [{ paths: [[]] }, ...nodes.flatMap((node) => spotsOf(node, [[node.name]]))];
  for (const { paths, node } of spots) {
    const [path = []] = paths;
    const start = Buffer.byteLength(text);
    text += JSON.stringify(helpOf(tree, { path, ...(node && { node }) }));
    for (const path of paths) places[path.join(' ')] = [start, Buffer.byteLength(text)];
  }
  return { 'pages.txt': text, 'pages.json': JSON.stringify(places) };
}

/** The fields of every command's answer, by its path: equal lists once. */
async function fieldLists(): Promise<{ lists: string[]; of: Record<string, number> }> {
  const lists: string[] = [];
  const of: Record<string, number> = {};
  const nodes = await Promise.all(tree.map((entry) => entry.load()));
  for (const { paths, node } of nodes.flatMap((node) => spotsOf(node, [[node.name]]))) {
    if (node === undefined || isGroup(node)) continue;
    const list = describeFields(node).fields.join(' ');
    if (!lists.includes(list)) lists.push(list);
    for (const path of paths) of[path.join(' ')] = lists.indexOf(list);
  }
  return { lists, of };
}

interface Spot {
  /** All the words that lead there: its own name before its aliases. */
  readonly paths: readonly (readonly string[])[];
  readonly node?: Group | AnyCommand;
}

/** A node and what is below it. */
function spotsOf(node: Group | AnyCommand, paths: Spot['paths']): Spot[] {
  const children = isGroup(node) ? [...node.commands, ...(node.groups ?? [])] : [];
  const below = children.flatMap((child) => {
    const words = [child.name, ...aliasesOf(child.name)];
    return spotsOf(
      child,
      words.flatMap((word) => paths.map((path) => [...path, word])),
    );
  });
  return [{ paths, node }, ...below];
}

/**
 * The files of the repository that are made from the commands and the contract, by path (`npm run generate`). `current`
 * reads one as it is.
 */
export async function generatedFiles(
  current: (file: string) => string = () => '',
): Promise<Record<string, string>> {
  const whole = await loadTree(tree);
  const advised = await linesFiles(tree);
  // The package has to name each page, or npm does not install it for man.
  const man = Object.keys(await manualTexts()).map((name) => `dist/man/${name}`);
  return {
    'package.json': jsonFile({ ...packageJson, man }),
    'completions/outreach.bash': completionScript('bash', whole),
    'completions/_outreach': completionScript('zsh', whole),
    'completions/outreach.fish': completionScript('fish', whole),
    'completions/outreach.ps1': completionScript('powershell', whole),
    'AGENTS.md': agentsPage(),
    'skills/outreach/SKILL.md': skillPage(),
    'docs/commands.md': referencePage(whole),
    'docs/coverage.md': coveragePage(operations, whole, await loadHandledAt()),
    'docs/errors.md': errorsPage(),
    'src/cli/advice/takes.json': advised.takes,
    'src/cli/advice/lines.tsv': advised.lines,
    [promisesFile]: grown(current(promisesFile), await promises(tree)),
    'docs/openapi.json': jsonFile(openapi(operations, await loadJsonSchema())),
    ...Object.fromEntries(Object.entries(entries).map(([file, document]) => [file, jsonFile(document)])),
  };
}

const jsonFile = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;

/** Every code of a failure as one Markdown page. */
function errorsPage(): string {
  const parts = [
    '# Error codes',
    'Generated from the program by `npm run generate`; do not edit.',
    'With `--json` a failure is one line on stderr: `{"error": {"code", "status", "message", "hint", "outcome", "retryable", "retryAfterSeconds", "exitCode"}}`. `exitCode` says what kind of failure it is, `code` says which one. Neither changes without a line in the changelog; messages and hints may.',
    'Where the service answers with a failure status and a code of its own, `code` is that word, and the status decides the exit code. A text for people is never a code, even where it is one word, except for the words that the service documents for that request. Such words are not listed here, unless outreach acts on them.',
    ...(Object.keys(failureKinds) as FailureKind[]).map(section),
  ];
  return `${parts.join('\n\n')}\n`;
}

function section(kind: FailureKind): string {
  const { exit, meaning } = failureKinds[kind];
  const rows = Object.entries(meanings[kind]).map(([code, what]) => `| \`${code}\` | ${what} |`);
  return [`## Exit code ${exit}: ${meaning}`, ['| Code | Meaning |', '|---|---|', ...rows].join('\n')].join(
    '\n\n',
  );
}
