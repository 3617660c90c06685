import { lockFolder } from '../../../src/local/owners/lock-file.ts';

/** Holds a folder and says whether it has it, until it is killed. */
async function main(folder: string): Promise<void> {
  const release = await lockFolder(folder);
  process.stdout.write(`${release ? 'held' : 'taken'}\n`);
  setInterval(() => release, 1_000_000);
}

void main(process.argv[2] ?? '');
