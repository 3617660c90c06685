import { isAdvice } from '../../base/text/advice.ts';
import { lineOf } from '../advice/line-of.ts';
import { refuseHarm } from '../advice/refuse-harm.ts';
import type { AnyCommand } from '../declare/command.ts';
import type { Messages } from '../declare/context-parts.ts';
import type { Settings } from '../declare/settings.ts';

interface Ended {
  readonly command: AnyCommand;
  readonly result: unknown;
  readonly values: Readonly<Record<string, unknown>>;
  readonly settings: Settings | undefined;
}

/** Says what helps after a command that ended well. */
export function suggestNext(messages: Messages, { command, result, values, settings }: Ended): void {
  if (typeof result !== 'object' || result === null) return;
  const { id, campaignId, status } = result as Readonly<Record<string, unknown>>;
  const about = { campaign: [id, campaignId, values.campaign], status };
  const { next = [] } = command;
  const offered = typeof next === 'function' ? next(result, values, settings?.target) : next;
  const steps = offered.flatMap((step) => {
    const [what, advice] = step === undefined || isAdvice(step) ? [undefined, step] : step;
    if (advice === undefined || !refuseHarm({ advice, ...about })) return [];
    const line = lineOf(advice);
    return line === undefined ? [] : [{ ...(what !== undefined && { what }), line }];
  });
  messages.next(steps);
}
