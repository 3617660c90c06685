import { localTurns } from '../../src/local/journal/turns.ts';

/** Takes the turn of the account `a` in a folder, and keeps it until it is killed. */
async function main(folder: string): Promise<void> {
  const turn = await localTurns(folder, process.pid).take('a', 'leads import', Date.now());
  process.stdout.write(`${'heldBy' in turn ? 'taken' : 'held'}\n`);
  setInterval(() => turn, 1_000_000);
}

void main(process.argv[2] ?? '');
