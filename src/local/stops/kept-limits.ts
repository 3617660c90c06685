import { join } from 'node:path';
import { digest } from '../../base/digest.ts';
import { isRecord } from '../../base/is-record.ts';
import { trustedFolders } from '../checks/trusted-folders.ts';
import { foldersOf, type Surroundings } from '../folders.ts';
import { brokenConfig, readJsonFile } from '../json-file.ts';
import { locked } from '../lock.ts';
import { removeFile } from '../private-files.ts';
import { writeStateFile } from '../state-file.ts';

/** The daily limit that a mailbox had before it was set to 0 to stop it. */
export interface KeptLimit {
  readonly address: string;
  /** Null where the service did not show it. Never 0. */
  readonly limit: number | null;
  readonly at: string;
}

type KeptLimits = Readonly<Record<string, KeptLimit>>;

/** Those of one account: a file of the state folder, for the owner alone. */
export function keptLimitsIn(surroundings: Surroundings, account: string) {
  const name = `stopped-limits-${digest(account).slice(0, 12)}.json`;
  const path = join(foldersOf(surroundings).state, name);
  const read = (): KeptLimits => {
    const { mailboxes = {} } = readJsonFile(path).data;
    if (!isRecord(mailboxes) || !Object.values(mailboxes).every(isKept))
      throw brokenConfig(path, ': this does not say which limits mailboxes had');
    return mailboxes as unknown as KeptLimits;
  };
  return {
    path,
    read,
    /** Changes them while no other process does. They are on the disk when it resolves. */
    change: (work: (kept: KeptLimits) => KeptLimits): Promise<void> =>
      locked(trustedFolders(surroundings).state, () => {
        const mailboxes = work(read());
        if (Object.keys(mailboxes).length > 0)
          writeStateFile(path, { account, mailboxes }, { durable: true });
        else removeFile(path);
      }),
  };
}

const isKept = (value: unknown): boolean =>
  isRecord(value) && typeof value.address === 'string' && (value.limit === null || Number(value.limit) > 0);
