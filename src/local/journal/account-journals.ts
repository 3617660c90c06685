import { randomUUID } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { trustedFolders } from '../checks/trusted-folders.ts';
import { fileFailure } from '../file-failure.ts';
import type { Surroundings } from '../folders.ts';
import { readJsonFile } from '../json-file.ts';
import { fileMode, makePrivateFolder } from '../private-files.ts';

/** Through which journal of several machines this machine makes guarded calls, by account: its address for messages. */
export interface AccountJournals {
  of(account: string): string | undefined;
  all(): readonly string[];
  remember(account: string, address: string): void;
  /** All of this address; of every address where none is given. */
  forget(address?: string): void;
}

/** One file in the state folder, whole or not at all. Throws `usage` where it cannot be read or written. */
export function accountJournalsIn(surroundings: Surroundings): AccountJournals {
  const folder = trustedFolders(surroundings).state;
  const file = join(folder, 'account-journals.json');
  const read = () =>
    Object.entries(readJsonFile(file).data).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
  const write = (entries: readonly (readonly [string, string])[]) => {
    const unfinished = `${file}.${randomUUID()}`;
    try {
      makePrivateFolder(folder);
      writeFileSync(unfinished, JSON.stringify(Object.fromEntries(entries)), { mode: fileMode, flag: 'wx' });
      renameSync(unfinished, file);
    } catch (error) {
      throw fileFailure(error, file, 'write');
    }
  };
  return {
    of: (account) => read().find(([known]) => known === account)?.[1],
    all: () => [...new Set(read().map(([, address]) => address))],
    remember(account, address) {
      const entries = read();
      if (entries.some(([known, there]) => known === account && there === address)) return;
      write([...entries.filter(([known]) => known !== account), [account, address]]);
    },
    forget(address) {
      const entries = read();
      const kept = address === undefined ? [] : entries.filter(([, there]) => there !== address);
      if (kept.length < entries.length) write(kept);
    },
  };
}
