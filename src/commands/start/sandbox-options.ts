import { Failure } from '../../base/errors.ts';
import type { Context } from '../../cli/declare/command.ts';
import { resolveSettings } from '../../cli/profile/settings.ts';

/** What every line of the tour needs so that it goes to the embedded sandbox: nothing, where it would go there anyway. */
export function sandboxOptions({ files }: Context): string[] {
  try {
    return resolveSettings(files.world, { profile: undefined }).inProcess ? [] : ['--profile', 'sandbox'];
  } catch (error) {
    if (error instanceof Failure) return ['--profile', 'sandbox'];
    throw error;
  }
}
