import { version } from '../../package.json';
import { completionScript, shells } from '../cli/completion/script.ts';
import { helpOptions } from '../cli/describe/help-style.ts';
import { loadJsonSchema } from '../cli/describe/json-schema.ts';
import { rootHelp } from '../cli/describe/root-help.ts';
import { loadTree } from '../cli/describe/tree.ts';
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
    ...Object.fromEntries(scripts),
  };
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
