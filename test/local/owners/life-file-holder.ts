import { openLifeFiles } from '../../../src/local/owners/life-file.ts';

/** Holds a life file and says its name, until it is killed. */
async function main(folder: string): Promise<void> {
  const files = await openLifeFiles(folder);
  process.stdout.write(`${files.hold()}\n`);
  setInterval(() => files, 1_000_000);
}

void main(process.argv[2] ?? '');
