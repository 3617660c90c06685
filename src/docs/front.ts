import { version } from '../../package.json';
import { completionScript, shells } from '../cli/completion/script.ts';
import type { AnyCommand, Group } from '../cli/declare/command.ts';
import { commandHelp, groupHelp } from '../cli/describe/help.ts';
import type { HelpOptions } from '../cli/describe/help-layout.ts';
import { helpOptions } from '../cli/describe/help-style.ts';
import { loadJsonSchema } from '../cli/describe/json-schema.ts';
import { rootHelp } from '../cli/describe/root-help.ts';
import { loadTree } from '../cli/describe/tree.ts';
import { isGroup } from '../cli/line/find-command.ts';
import { tree } from '../commands/index.ts';
import { operations } from '../contract/index.ts';
import { coveragePage } from './coverage-page.ts';
import { errorsPage } from './errors-page.ts';
import { openapi } from './openapi.ts';
import { referencePage } from './reference-page.ts';

/** What the launcher says without loading the program, by file name. Runs at build time only. */
export async function frontTexts(): Promise<Record<string, string>> {
  const whole = await loadTree(tree);
  const scripts = shells.map((shell) => [`completion.${shell}`, completionScript(shell, whole)] as const);
  return {
    'version.txt': `${version}\n`,
    'version.json': `${JSON.stringify({ version })}\n`,
    'help.txt': await rootPage({ NO_COLOR: '1' }),
    'help.colour.txt': await rootPage({ FORCE_COLOR: '1' }),
    ...(await helpPages()),
    ...Object.fromEntries(scripts),
  };
}

/** The help of every group and command, as it is in a pipe: all in one text, and where the page of each begins and ends. */
async function helpPages(): Promise<Record<string, string>> {
  const options = await helpOptions({ stdout: {}, env: {} }, false);
  const nodes = await Promise.all(tree.map((entry) => entry.load()));
  const places: Record<string, readonly [start: number, end: number]> = {};
  let text = '';
  for (const [path, page] of nodes.flatMap((node) => pagesOf(node, [node.name], options))) {
    const start = Buffer.byteLength(text);
    text += page;
    places[path.join(' ')] = [start, Buffer.byteLength(text)];
  }
  return { 'pages.txt': text, 'pages.json': JSON.stringify(places) };
}

type Page = readonly [path: readonly string[], text: string];

function pagesOf(node: Group | AnyCommand, path: readonly string[], options: HelpOptions): Page[] {
  if (!isGroup(node)) return [[path, commandHelp(node, path, options)]];
  const children = [...node.commands, ...(node.groups ?? [])];
  return [
    [path, groupHelp(node, path, options)],
    ...children.flatMap((child) => pagesOf(child, [...path, child.name], options)),
  ];
}

async function rootPage(env: Record<string, string>): Promise<string> {
  return rootHelp(tree, await helpOptions({ stdout: { columns: 80 }, env }, false));
}

/** The files of the repository that are made from the commands and the contract, by path (`npm run generate`). */
export async function generatedFiles(): Promise<Record<string, string>> {
  const whole = await loadTree(tree);
  const { loadHandledAt } = await import('../sandbox/service/handled-at.ts');
  return {
    'completions/outreach.bash': completionScript('bash', whole),
    'completions/_outreach': completionScript('zsh', whole),
    'completions/outreach.fish': completionScript('fish', whole),
    'completions/outreach.ps1': completionScript('powershell', whole),
    'docs/commands.md': referencePage(whole),
    'docs/coverage.md': coveragePage(operations, whole, await loadHandledAt()),
    'docs/errors.md': errorsPage(),
    'docs/openapi.json': `${JSON.stringify(openapi(operations, await loadJsonSchema()), null, 2)}\n`,
  };
}
