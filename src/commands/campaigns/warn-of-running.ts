import { Failure, isStop } from '../../base/errors.ts';
import type { Context } from '../../cli/declare/command.ts';
import { receivingCampaign } from '../../cli/find/receiving-campaign.ts';
import { checkLine } from '../../cli/launch/fixes.ts';

/**
 * Says of a running campaign that a change of it is in force at once. The change is made: that its status cannot be read
 * does not end the command.
 */
export async function warnOfRunning(
  context: Pick<Context, 'api' | 'settings' | 'warn' | 'world'>,
  id: number,
  known?: unknown,
): Promise<void> {
  try {
    const status = known ?? (await receivingCampaign(context, id)).status;
    if (status === 'running')
      context.warn(
        `Campaign ${id} is running: it sends with this change from now on. To check it: ${checkLine(id)}`,
      );
  } catch (error) {
    if (!(error instanceof Failure) || isStop(error)) throw error;
  }
}
