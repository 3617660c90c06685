import { posix, win32 } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { pattern } from '../advice/line-of.ts';
import type { World } from '../declare/world.ts';
import type { Shell } from './script.ts';

/** A file that makes a shell load the completion. */
export interface ShellFile {
  readonly path: string;
  /** The whole file is ours, or these are lines in a file of the person. */
  readonly form: 'own' | 'block';
  readonly lines: readonly string[];
  /** Of a whole file: the folder above it that is left where it becomes empty. */
  readonly base?: string;
}

type Surroundings = Pick<World, 'env' | 'platform'>;

/** In the first lines of every file of ours, also of the scripts that were saved by hand. */
export const ours =
  /(?:made by `outreach completion install|completion for outreach\. Generated from its commands)/;

/** What a shell loads: files that ask the program for the script, so that they are right after an upgrade as well. */
export function shellFiles(shell: Shell, around: Surroundings): ShellFile[] {
  return { bash: bashFiles, zsh: zshFiles, fish: fishFiles, powershell: powershellFiles }[shell](around);
}

const madeBy = (shell: Shell) =>
  `# Tab completion of outreach for ${shell}, made by \`${pattern('completion install', { shell })}\`.`;

const loads = (shell: Shell) =>
  `command -v outreach >/dev/null 2>&1 && eval "$(${pattern(`completion ${shell}`)} </dev/null 2>/dev/null)"`;

/** The package bash-completion finds the file by itself; where it is not loaded, the lines do. */
function bashFiles(around: Surroundings): ShellFile[] {
  const { env, platform } = around;
  const { base, folder } = dataFolder(around, 'bash-completion');
  const own = env.BASH_COMPLETION_USER_DIR?.split(platform === 'win32' ? ';' : ':')[0];
  const path = posix.join(own || folder, 'completions', 'outreach');
  const word = quoted(path, around);
  // The package does not find a file in a folder with a blank in its name.
  const unlessFound = /\s/.test(path) ? '' : `[ -z "\${BASH_COMPLETION_VERSINFO-}" ] && `;
  // Every terminal of a Mac is a login shell, which does not read .bashrc.
  const start = platform === 'darwin' ? '.bash_profile' : '.bashrc';
  return [
    { path, form: 'own', lines: [madeBy('bash'), loads('bash')], base: own || base },
    {
      path: posix.join(homeOf(around), start),
      form: 'block',
      lines: [`if [ -n "\${BASH_VERSION-}" ] && ${unlessFound}[ -r ${word} ]; then`, `  . ${word}`, 'fi'],
    },
  ];
}

/** The lines work before and behind those that load zsh's own completion, and load it where nothing else does. */
function zshFiles(around: Surroundings): ShellFile[] {
  const { base, folder } = dataFolder(around, 'outreach');
  const place = posix.join(folder, 'completions');
  const path = posix.join(place, '_outreach');
  return [
    { path, form: 'own', lines: ['#compdef outreach', madeBy('zsh'), loads('zsh')], base },
    {
      path: posix.join(around.env.ZDOTDIR || homeOf(around), '.zshrc'),
      form: 'block',
      lines: [
        `if [[ -r ${quoted(path, around)} ]]; then`,
        `  fpath+=(${quoted(place, around)})`,
        '  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }',
        '  autoload -Uz _outreach && compdef _outreach outreach',
        'fi',
      ],
    },
  ];
}

/** Loaded at a Tab, not with the file: fish reads the file once, also where Ctrl-C ended the program. */
function fishFiles(around: Surroundings): ShellFile[] {
  const base = configFolder(around);
  const lines = [
    madeBy('fish'),
    'function __outreach_load',
    `    type -q outreach; and ${pattern('completion fish')} </dev/null 2>/dev/null | source`,
    '    functions -q __outreach_complete; and __outreach_complete',
    'end',
    "complete -c outreach -f -k -a '(__outreach_load)'",
  ];
  return [{ path: posix.join(base, 'fish', 'completions', 'outreach.fish'), form: 'own', lines, base }];
}

/** In the profile of PowerShell, where its manual says. On Windows that folder may be moved, so a person adds the line. */
function powershellFiles(around: Surroundings): ShellFile[] {
  const line = `${pattern('completion powershell')} | Out-String | Invoke-Expression`;
  if (around.platform === 'win32')
    throw new Failure('invalid_value', 'On Windows, the profile of PowerShell is yours to change', {
      hint: `Run: notepad $PROFILE. Add this line, or take it away: ${line}`,
    });
  const lines = ['if (Get-Command outreach -ErrorAction Ignore) {', `    ${line}`, '}'];
  const path = posix.join(configFolder(around), 'powershell', 'Microsoft.PowerShell_profile.ps1');
  return [{ path, form: 'block', lines }];
}

const configFolder = (around: Surroundings): string =>
  absolute(around.env.XDG_CONFIG_HOME) ?? posix.join(homeOf(around), '.config');

function dataFolder(around: Surroundings, name: string): { base: string; folder: string } {
  const base = absolute(around.env.XDG_DATA_HOME) ?? posix.join(homeOf(around), '.local', 'share');
  return { base, folder: posix.join(base, name) };
}

const absolute = (path: string | undefined) => (path && posix.isAbsolute(path) ? path : undefined);

/** Not the one of the system's list of users: what starts a shell is where `HOME` says. */
function homeOf({ env, platform }: Surroundings): string {
  const home = env.HOME || (platform === 'win32' ? env.USERPROFILE : undefined);
  const { isAbsolute } = platform === 'win32' ? win32 : posix;
  if (home && isAbsolute(home)) return home.replaceAll('\\', platform === 'win32' ? '/' : '\\');
  throw new Failure('no_home', home ? `HOME is not an absolute path: ${home}` : 'HOME is not set', {
    hint: 'Set HOME to the folder that holds the settings of your shell.',
  });
}

/** A path as a word of bash and zsh, by way of `$HOME` where it is there: settings are shared between machines. */
function quoted(path: string, around: Surroundings): string {
  const home = `${homeOf(around)}/`;
  const [before, rest] = path.startsWith(home) ? ['"$HOME"/', path.slice(home.length)] : ['', path];
  return `${before}'${rest.replaceAll("'", `'\\''`)}'`;
}
