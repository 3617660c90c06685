import type { Failure } from '../../base/errors.ts';
import type { Transport } from '../../contract/wire.ts';
import type { World } from '../declare/world.ts';

/** What is said with these is ours: numbers, states, and options that a person has. */
const plain = [
  ...['ceiling_exceeded', 'daily_ceiling_exceeded', 'price_unknown', 'recipients_unknown'],
  ...['done_recently', 'in_progress'],
] as const;

/**
 * Whether the texts of a failure, or a warning, may quote what others wrote: a service that was asked, or a file. What
 * was said before any of that holds our words and those of the agent.
 */
export const mayQuoteOthers = (failure: Failure | undefined, hasRead: boolean): boolean =>
  hasRead && !(failure?.is(...plain) === true && failure.status === undefined && failure.cause === undefined);

/** The ways to the service, which remember that it has answered. */
export function watched({ network, sandbox }: Pick<World, 'network' | 'sandbox'>) {
  let answered = false;
  const watching =
    (transport: Transport): Transport =>
    async (...exchange) => {
      const answer = await transport(...exchange);
      answered = true;
      return answer;
    };
  return {
    ways: {
      network: (baseUrl: string) => watching(network(baseUrl)),
      sandbox: async () => watching(await sandbox()),
    },
    hasAnswered: () => answered,
  };
}
