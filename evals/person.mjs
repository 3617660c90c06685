// The person of a job, who sits at a terminal and decides at once about every call that waits for approval.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawn } from '@lydell/node-pty';
import { addLine, envOf, line, program } from './stage.mjs';

/** `decide` gives 'approve', 'deny' or, for a person who is away, nothing. */
export async function decideAll(folder, person, decide) {
  const { items } = JSON.parse(await line(person, ['approvals', 'list', '--json']));
  for (const approval of items.filter(({ state }) => state === 'waiting')) {
    const decision = decide(approval);
    const { code, operation } = approval;
    if (decision === undefined) continue;
    const isDone =
      decision === 'approve' ? await approve(person, code) : await line(person, ['approvals', 'deny', code]);
    const outcome = isDone === false ? 'not approved' : decision;
    await addLine(path.join(folder, 'decisions.ndjson'), { code, operation, decision: outcome });
  }
}

/** False where it cannot be approved any more. Keys that come before a person could have read the question answer nothing; then they are typed again. */
async function approve(person, code) {
  const terminal = spawn(process.execPath, [program, 'approvals', 'approve', code], {
    ...{ name: 'xterm', cols: 100, rows: 40, cwd: person, env: envOf(person) },
  });
  let screen = '';
  const ended = new Promise((resolve) => terminal.onExit(({ exitCode }) => resolve(exitCode)));
  let asked = () => {};
  const question = new Promise((resolve) => {
    asked = resolve;
  });
  terminal.onData((data) => {
    screen += data;
    if (screen.includes('Type y or n:')) asked();
  });
  await Promise.race([question, ended]);
  await sleep(300);
  terminal.write('y\r');
  const again = setInterval(() => terminal.write('y\r'), 2000);
  const exitCode = await ended;
  clearInterval(again);
  return exitCode === 0;
}
