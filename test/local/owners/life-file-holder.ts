import { openLifeFile } from '../../../src/local/owners/life-file.ts';

/** Holds a life file and says its name, until it is killed. */
async function main(folder: string): Promise<void> {
  const file = await openLifeFile(folder);
  process.stdout.write(`${file.name}\n`);
  setInterval(() => file, 1_000_000);
}

void main(process.argv[2] ?? '');
