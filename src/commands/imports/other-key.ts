import type { Context } from '../../cli/command.ts';
import { opt } from '../../cli/params.ts';
import { Failure } from '../../contract/errors.ts';

/** Never an option that holds the key: other users of the machine could read it, and the shell keeps it. */
export const keyOptions = {
  keyStdin: opt.flag('read the key of Instantly from standard input'),
  keyFile: opt.file('read the key of Instantly from this file'),
};

/** The other tool's key, from where the person put it. It is sent, and neither shown nor kept. */
export async function otherKey(
  { ask, readFile }: Context,
  { keyStdin, keyFile }: { keyStdin: boolean; keyFile: string | undefined },
): Promise<string> {
  if (keyStdin && keyFile !== undefined)
    throw new Failure('usage', '--key-stdin and --key-file cannot stand together', {
      code: 'contradicting_options',
    });
  if (keyStdin) return filled(await readFile('-'), 'standard input');
  if (keyFile !== undefined) return filled(await readFile(keyFile), keyFile);
  return filled(
    await ask.secret('API key of Instantly (not shown)', 'Pass it with --key-stdin or --key-file <file>.'),
    'your answer',
  );
}

function filled(given: string | Buffer, from: string): string {
  const key = given
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trim();
  if (key !== '') return key;
  throw new Failure('usage', `${from} holds no key`, { code: 'empty_key' });
}
