import { Failure } from '../../base/errors.ts';
import { say } from '../../base/text/advice.ts';
import { advise } from '../../cli/advice/advise.ts';
import { type ChangedFile, installFiles, uninstallFiles } from '../../cli/completion/change-files.ts';
import { type Shell, shells } from '../../cli/completion/script.ts';
import { shellFiles } from '../../cli/completion/shell-files.ts';
import { type Context, command, type Files } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { stack, table, text } from '../../cli/declare/view.ts';
import * as s from '../../contract/schema/schema.ts';

const installedFields = s.object({
  shell: s.oneOf(shells),
  files: s.array(s.object({ file: s.string(), change: s.string() })),
  next: s.string(),
});

type Installed = s.DocumentOf<typeof installedFields>;

const shared = {
  uses: [],
  tool: { never: 'changes the files that start your shell' },
  answer: installedFields,
  rows: 'files',
  local: true,
  args: {
    shell: arg.optionalChoice('the shell (default: the one in $SHELL)', shells),
    dryRun: opt.flag('show what would change, and change nothing'),
  },
  view: ({ files, next }: Installed) =>
    stack(
      table(files, [
        ['FILE', 'file', 'id'],
        ['CHANGE', 'change'],
      ]),
      text(next),
    ),
} as const;

export const install = command({
  ...shared,
  name: 'install',
  summary: 'Install tab completion for your shell',
  about: `Writes one small file where the shell looks for it. The file gets the script from the program, so you need not install it again after an upgrade. It adds a few marked lines to .bashrc (on a Mac .bash_profile), .zshrc or, except on Windows, the $PROFILE of PowerShell. Everything else in those files stays.

Running it twice changes nothing. If it finds a file that it did not write, or marked lines that you changed, it exits with code 2. Symbolic and hard links are kept.`,
  examples: ['outreach completion install', 'outreach completion install zsh --dry-run'],
  run: (context, values) => changed(context, 'install', values),
});

export const uninstall = command({
  ...shared,
  name: 'uninstall',
  summary: 'Remove everything that `completion install` has written',
  about:
    'Removes the file and the marked lines that `completion install` wrote, and nothing else. If you changed marked lines, it lists them, changes nothing and exits with code 2.',
  examples: ['outreach completion uninstall', 'outreach completion uninstall fish --dry-run'],
  run: (context, values) => changed(context, 'uninstall', values),
});

const change = { install: installFiles, uninstall: uninstallFiles };
const already = { install: 'already installed', uninstall: 'not installed' };
type Verb = keyof typeof change;

async function changed(
  context: Context,
  verb: Verb,
  { shell: named, dryRun }: { readonly shell: Shell | undefined; readonly dryRun: boolean },
): Promise<Installed> {
  const { world } = context.files;
  const shell = named ?? shellOf(world, verb);
  const files = shellFiles(shell, world);
  const done = await change[verb](context, files, dryRun);
  return { shell, files: done, next: afterwards(shell, done, dryRun, already[verb]) };
}

const titles: Readonly<Record<Shell, string>> = {
  bash: 'bash',
  zsh: 'zsh',
  fish: 'fish',
  powershell: 'PowerShell',
};

/** `/usr/bin/zsh`, `bash.exe`, `pwsh`; Windows sets SHELL only where a shell of Unix runs. */
function shellOf({ env, platform }: Files['world'], verb: Verb): Shell {
  const { SHELL } = env;
  if (!SHELL && platform === 'win32') return 'powershell';
  const name = (SHELL ?? '')
    .split(/[/\\]/)
    .at(-1)
    ?.replace(/\.exe$/i, '');
  const found = name === 'pwsh' ? 'powershell' : shells.find((shell) => shell === name);
  if (found !== undefined) return found;
  const problem = SHELL
    ? `There is no completion for the shell of $SHELL, ${SHELL}`
    : 'SHELL is not set, so your shell is not known';
  throw new Failure('invalid_value', `${problem}: there is one for bash, zsh, fish and powershell`, {
    hint: say`Name one of them: ${advise(`completion ${verb}`, { shell: 'bash' })}`,
  });
}

function afterwards(shell: Shell, files: readonly ChangedFile[], dryRun: boolean, already: string): string {
  if (files.every(({ change }) => change === 'unchanged'))
    return `The completion for ${titles[shell]} is ${already}.`;
  if (dryRun) return 'Nothing was changed. To do it, run the line without --dry-run.';
  if (shell === 'powershell') return 'Open a new PowerShell window, or run: . $PROFILE';
  return `Open a new terminal, or run: exec ${shell}`;
}
