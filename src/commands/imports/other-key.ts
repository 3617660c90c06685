import { Failure } from '../../base/errors.ts';
import type { Context } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { givenKey, type KeyOptions } from '../../cli/profile/read-key.ts';

/** Never an option that holds the key: other users of the machine could read it, and the shell keeps it. */
export const keyOptions = {
  keyStdin: opt.flag('read the Instantly key from standard input'),
  keyFile: opt.file('read the Instantly key from this file', 'secret'),
};

/** The other tool's key. It is sent, and neither shown nor kept. */
export async function otherKey(context: Context, options: KeyOptions): Promise<string> {
  const { key, from } = await givenKey(context.files, options, () =>
    context.consent.ask.secret(
      'Instantly API key (not shown)',
      'Pass it with --key-stdin or --key-file <file>.',
    ),
  );
  if (key !== '') return key;
  throw new Failure('empty_key', `${from} contains no key`);
}
