import { isAdvice } from '../../base/text/advice.ts';
import { lineOf } from '../advice/line-of.ts';
import { shellWord } from '../advice/shell-words.ts';
import type { AnyCommand } from '../declare/command.ts';
import type { Globals } from '../declare/globals.ts';
import type { Messages } from '../declare/messages.ts';
import type { Settings } from '../declare/settings.ts';

interface Ended {
  readonly command: AnyCommand;
  readonly result: unknown;
  readonly values: Readonly<Record<string, unknown>>;
  readonly globals: Pick<Globals, 'profile'>;
  readonly settings: Settings | undefined;
}

/** Says what helps after a command that ended well; each line goes where that one went. */
export function suggestNext(messages: Messages, ended: Ended): void {
  const steps = nextSteps(ended);
  if (steps.length > 0) messages.next(steps);
}

function nextSteps({ command, result, values, globals, settings }: Ended) {
  if (typeof result !== 'object' || result === null) return [];
  const profile = settings === undefined ? undefined : globals.profile;
  return (command.next?.(result, values, settings?.target) ?? []).flatMap((step) => {
    const [what, advised] = Array.isArray(step) ? step : [undefined, step];
    const line = isAdvice(advised) ? lineOf({ ...advised, values: { profile, ...advised.values } }) : advised;
    if (line === undefined) return [];
    const whole =
      isAdvice(advised) || profile === undefined ? line : `${line} --profile ${shellWord(profile)}`;
    return [{ ...(what !== undefined && { what }), line: whole }];
  });
}
