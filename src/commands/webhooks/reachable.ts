import type { Context } from '../../cli/command.ts';
import { leadsHere } from '../../contract/checks/loopback-url.ts';
import { nameIn, resolvedProblem, urlProblem } from '../../contract/checks/webhook-url.ts';
import { Failure } from '../../contract/errors.ts';

/**
 * Refuses, before the service does, an address that it cannot call: no https, credentials in it, or a host that is not
 * on the public internet. Name servers here may know less than those of the service: a name they do not know is only
 * warned about. The sandbox delivers to this machine and nowhere else, so that there its addresses are good.
 */
export async function refuseUnreachable({ world, warn, settings }: Context, url: string): Promise<void> {
  if (settings.target === 'sandbox' && leadsHere(url)) return;
  const problem = urlProblem(url);
  if (problem !== undefined) throw unreachable(problem);
  const name = nameIn(url);
  if (name === undefined) return;
  let addresses: readonly string[];
  try {
    addresses = await world.lookup(name);
  } catch (error) {
    world.signal.throwIfAborted();
    const { code } = error as NodeJS.ErrnoException;
    warn(`The name ${name} does not resolve here${code ? ` (${code})` : ''}; the service must be able to.`);
    return;
  }
  const elsewhere = resolvedProblem(addresses);
  if (elsewhere !== undefined) throw unreachable(elsewhere);
}

const unreachable = (problem: string): Failure =>
  new Failure('usage', `The service cannot deliver to this URL: ${problem}`, {
    code: 'unreachable_url',
    hint: 'Give an https address that the public internet can reach, for example https://hooks.acme.com/in',
  });
