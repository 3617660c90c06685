import { counted } from '../../../base/counted.ts';
import { Failure } from '../../../base/errors.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { opt } from '../../../cli/declare/params.ts';

/** Never an option that holds the secret: other users of the machine could read it, and the shell keeps it. */
export const secretOptions = {
  secretFile: opt.files('read the signing secret from this file', 'secret'),
  secretStdin: opt.flag('read the signing secret from standard input'),
};

interface SecretOptions {
  readonly secretFile: readonly string[] | undefined;
  readonly secretStdin: boolean;
}

/** What every command here says about its secrets, for the help page. */
export const aboutSecrets =
  'The app shows the signing secret (whsec_…) in its settings; never give it as an argument. While you rotate secrets, a file can have several, one per line.';

/**
 * The secrets from files and, where asked, from standard input, which then holds nothing else. Empty where
 * neither option was given. Throws `usage` where one of them holds none, or is the secret itself.
 */
export const givenSecrets = (
  context: Context,
  { secretFile = [], secretStdin }: SecretOptions,
): Promise<string[]> => secretsInFiles(context, [...secretFile, ...(secretStdin ? ['-'] : [])]);

export async function secretsInFiles(context: Context, files: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const file of files) {
    if (/^whsec_/.test(file))
      throw new Failure(
        'secret_as_argument',
        '--secret-file takes the name of a file, never the secret itself',
        { hint: 'This one is now in the history of your shell: rotate it in the settings of the app.' },
      );
    const content = await context.files.readText(file, 'secret');
    found.push(...secretsIn(context, content, file === '-' ? 'standard input' : file));
  }
  return unique(found);
}

/** The same, asked for on the terminal where no option says where it is. */
export async function neededSecrets(context: Context, options: SecretOptions): Promise<string[]> {
  if (options.secretStdin || options.secretFile !== undefined) return givenSecrets(context, options);
  if (!context.consent.ask.possible)
    throw new Failure('input_required', 'No signing secret was given, and there is no terminal to ask', {
      hint: 'Pass it with --secret-file <file> or --secret-stdin; never as an argument.',
    });
  return secretsIn(context, await context.consent.ask.secret('Signing secret (hidden)'), 'your answer');
}

/** A secret a line; line breaks, blanks around them and a byte-order mark do not belong to them. Throws `usage`. */
export function secretsIn(context: Context, given: string, from: string): string[] {
  const lines = given
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter(Boolean);
  if (lines.length === 0) throw new Failure('empty_secret', `${from} contains no signing secret`);
  if (lines.length > mostSecrets)
    throw new Failure(
      'not_a_secret',
      `${from} holds ${counted(lines.length, 'line')}, and each line is read as a secret`,
      { hint: 'Give a file that contains only the secret.' },
    );
  if (lines.some((line) => /^run_[A-Za-z0-9]{8}_/.test(line)))
    throw new Failure('not_a_secret', `${from} contains an API key, not a signing secret`, {
      hint: 'Signing secrets begin with whsec_; each webhook has its own, in the settings of the app.',
    });
  if (lines.some((line) => !line.startsWith('whsec_')))
    context.screen.warn(`The secret from ${from} does not begin with whsec_ as those of the service do.`);
  return unique(lines);
}

/** Two while one is rotated; a few more for webhooks that share a URL. */
const mostSecrets = 20;

const unique = (items: readonly string[]): string[] => [...new Set(items)];
