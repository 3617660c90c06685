import { storingPlace } from '../../cli/answer/stored-looks.ts';
import type { Context } from '../../cli/declare/command.ts';
import { readBlocklistForFew } from '../../cli/launch/read-blocklist.ts';
import { forgottenPeople } from '../../cli/person/forgotten-people.ts';
import { addressProblem } from '../../contract/checks/email-address.ts';

/** A lead in a running campaign who gets another address gets email there: asks where that person wants none. */
export async function agreeToAddress(context: Context, address: string): Promise<void> {
  const { consent, screen, service } = context;
  // One that is malformed is refused before any call.
  if (screen.globals.yes || screen.globals.dryRun || addressProblem(address) !== undefined) return;
  const forgotten = await forgottenPeople(storingPlace(context));
  const blocked = await readBlocklistForFew(service);
  const why = forgotten?.has(address)
    ? 'was forgotten before'
    : blocked.value?.(address) && 'is on the blocklist';
  if (!why) return;
  const instead = `${address} ${why}. To use it all the same, pass --yes.`;
  await consent.ask.agree(
    `${address} ${why}. Use it for this lead all the same?`,
    'Nothing was changed.',
    instead,
  );
}
