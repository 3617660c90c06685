import { join } from 'node:path';
import { trustedFolders } from '../checks/trusted-folders.ts';
import type { Surroundings } from '../folders.ts';
import { readJsonFile } from '../json-file.ts';
import { writeStateFile } from '../state-file.ts';

/** By account, for messages: one file in the state folder, whole or not at all. Throws `usage`. */
export function accountJournalsIn(surroundings: Surroundings) {
  const file = join(trustedFolders(surroundings).state, 'account-journals.json');
  const read = () =>
    Object.entries(readJsonFile(file).data).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
  const write = (entries: readonly (readonly [string, string])[]) =>
    writeStateFile(file, Object.fromEntries(entries));
  return {
    of: (account: string): string | undefined => read().find(([known]) => known === account)?.[1],
    all: (): readonly string[] => [...new Set(read().map(([, address]) => address))],
    remember(account: string, address: string): void {
      const entries = read();
      if (entries.some(([known, there]) => known === account && there === address)) return;
      write([...entries.filter(([known]) => known !== account), [account, address]]);
    },
    forget(): void {
      if (read().length > 0) write([]);
    },
  };
}
