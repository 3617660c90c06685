// @module-tag slow
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outreach, temporaryFolder } from './binary.ts';
import { startedHome } from './started-home.ts';

/** What is in the bytes of a folder about the person, with its file; but not in the sandbox, which is the service. */
async function tracesIn(folder: string, naming: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('/sandbox'));
  const traces = new RegExp(naming, 'gi');
  const found = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const bytes = await readFile(join(parentPath, name), 'latin1');
      return [...bytes.matchAll(traces)].map(({ index }) => `${name}: ${bytes.slice(index, index + 80)}`);
    }),
  );
  return found.flat();
}

it('leaves no byte of a person in the files of this machine', async () => {
  const home = await temporaryFolder();
  const folder = join(home, 'outreach');
  const run = (line: string) => outreach(home, line.split(' '));
  await run('leads add orsi@velden.example --first-name Orsi --last-name Velden');
  await run('sandbox fault add verification.createJob --phase after --kind reset --nth 1');
  for (let at = 0; at < 3; at += 1) {
    const others = Array.from({ length: 60 * at }, (_, other) => `p${other}@bo${at}.example`).join(' ');
    await run(`verification jobs create orsi@velden.example ${others} --name nm-orsi@velden.example --yes`);
  }
  const naming = 'orsi@velden|Orsi Velden';
  expect(await tracesIn(folder, naming)).not.toEqual([]);
  await run('journal settle 1 --done');
  const { exit, out } = await run('leads forget orsi@velden.example --yes --json');
  expect({ exit, complete: JSON.parse(out).complete }).toEqual({ exit: 0, complete: true });
  expect(await tracesIn(folder, naming)).toEqual([]);
});

it('leaves no byte of a claim on their reply', async () => {
  const home = await startedHome();
  const folder = join(home, 'outreach');
  const run = async (line: string) => JSON.parse((await outreach(home, line.split(' '))).out);
  const { reply, lead } = await run('replies next --claim 1h --json');
  const other = await run('replies next --claim 1h --json');
  // The ids of the reply and the lead lie behind the account.
  const claimOf = (of: { reply: { id: number; leadId: number } }) =>
    `in-process:[0-9a-f]{40}${of.reply.id}${of.reply.leadId}`;
  expect(await tracesIn(folder, claimOf({ reply }))).toHaveLength(1);
  const { machine, complete } = await run(`leads forget ${lead.email} --yes --json`);
  expect({ marks: machine.replyMarks, complete }).toEqual({ marks: 1, complete: true });
  expect(await tracesIn(folder, claimOf({ reply }))).toEqual([]);
  expect(await tracesIn(folder, claimOf(other))).toHaveLength(1);
});
