import { jsonText, parseJson } from '../../../base/lossless-json.ts';
import { withStoredLooks } from '../../../cli/answer/stored-looks.ts';
import type { Context } from '../../../cli/declare/command.ts';
import type { Settings } from '../../../cli/declare/settings.ts';
import { begunLook } from '../../../cli/person/scrub-traces.ts';
import { blockKey } from '../../../contract/checks/block-value.ts';
import type { Lead } from '../lead-view.ts';

/** Of a lead, what forgetting needs. */
export type Person = Pick<Lead, 'id' | 'email' | 'firstName' | 'lastName'>;

type Storing = Pick<Context, 'files' | 'screen'>;

/**
 * Stores who is about to be forgotten: once the lead is deleted, the service no longer says whose id it was. It goes when
 * nothing of the person is left on this machine.
 */
export const storeBegun = (
  { files, screen }: Storing,
  settings: Settings,
  { id, email, firstName, lastName }: Person,
): Promise<void> =>
  withStoredLooks({ world: files.world, note: screen.note, settings }, async (stored) => {
    const text = jsonText({ id, email, firstName, lastName });
    for (const key of [String(id), blockKey(email)]) stored.keepLook(begunLook(key), text);
  });

/** Whom an earlier run began to forget, by id or address. */
export const findBegun = (
  { files, screen }: Storing,
  settings: Settings,
  idOrAddress: string,
): Promise<Person | null> =>
  withStoredLooks({ world: files.world, note: screen.note, settings }, async (stored) => {
    const found = stored.findLook(begunLook(idOrAddress.includes('@') ? blockKey(idOrAddress) : idOrAddress));
    return found === undefined ? null : ((await parseJson(found)) as Person);
  });
