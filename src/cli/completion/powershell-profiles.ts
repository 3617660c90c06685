import { execFile } from 'node:child_process';
import { Failure } from '../../base/errors.ts';
import { say } from '../../base/text/advice.ts';
import { advise } from '../advice/advise.ts';
import { type Surroundings, usualProfile } from './shell-files.ts';

/** In base 64, because Windows PowerShell writes to a pipe in the code page of the console. */
const question = '[Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes([string]$PROFILE))';
const patienceMs = 20_000;

/**
 * The `$PROFILE` of each PowerShell that is installed, as it says itself: the folder of documents may have been moved. Outside
 * of Windows its manual says where the file is.
 */
export async function powershellProfiles(around: Surroundings): Promise<string[]> {
  const isWindows = around.platform === 'win32';
  const programs = isWindows ? ['pwsh', 'powershell'] : ['pwsh'];
  const answers = await Promise.all(programs.map((program) => profileOf(program, around.env)));
  const paths = [...new Set(answers.filter((path) => path !== undefined))];
  if (paths.length > 0) return paths;
  if (!isWindows) return [usualProfile(around)];
  throw new Failure('command_not_found', 'Neither pwsh nor powershell says where its profile is', {
    hint: say`Add this line to your $PROFILE: ${advise('completion powershell')} | Out-String | Invoke-Expression`,
  });
}

const profileOf = (program: string, env: Surroundings['env']): Promise<string | undefined> =>
  new Promise((resolve) => {
    const args = ['-NoProfile', '-NonInteractive', '-Command', question];
    const options = { env: { ...env }, timeout: patienceMs, windowsHide: true };
    const child = execFile(program, args, options, (error, stdout) => {
      const path = Buffer.from(stdout.trim(), 'base64').toString();
      resolve(error || !path.endsWith('.ps1') ? undefined : path);
    });
    child.stdin?.end();
  });
