// The `outreach` that an agent gets: the real program in the home of the person, with its calls and their bytes counted.
// node evals/meter.mjs <folder of the run> <words of a line>
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { loadJob } from './jobs.mjs';
import { decideAll } from './person.mjs';
import { addLine, envOf, program } from './stage.mjs';

const [folder = '', ...words] = process.argv.slice(2);
const { job: name, person } = JSON.parse(await readFile(path.join(folder, 'run.json'), 'utf8'));
const job = await loadJob(name);

const record = (call, answer) =>
  addLine(path.join(folder, 'calls.ndjson'), { call, bytes: Buffer.byteLength(answer) });
/** The person sees what was asked before the agent reads on. */
const letDecide = async (answer) => {
  if (/approval/i.test(answer)) await decideAll(folder, person, job.person ?? (() => 'approve'));
};

/** What is no message is not counted, and passed on as it is. */
const messageOf = (text) => {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
};

const isServer = words[0] === 'mcp' && words[1] === 'serve';
const child = spawn(process.execPath, [program, ...words], {
  env: envOf(person),
  stdio: [isServer ? 'pipe' : 'inherit', 'pipe', 'pipe'],
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
const exit = new Promise((resolve) => child.on('close', (code) => resolve(code ?? 143)));

if (isServer) {
  child.stderr.pipe(process.stderr);
  const called = new Map();
  const toServer = createInterface({ input: process.stdin });
  toServer.on('line', (text) => {
    const { id, method, params } = messageOf(text);
    if (method === 'tools/call') called.set(id, params);
    child.stdin.write(`${text}\n`);
  });
  toServer.on('close', () => child.stdin.end());
  for await (const text of createInterface({ input: child.stdout })) {
    const call = called.get(messageOf(text).id);
    if (call !== undefined) {
      await record([call.name, call.arguments], text);
      await letDecide(text);
    }
    process.stdout.write(`${text}\n`);
  }
} else {
  let answer = '';
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ])
    from.on('data', (part) => {
      answer += part;
      to.write(part);
    });
  await exit;
  await record(words, answer);
  await letDecide(answer);
}
process.exitCode = await exit;
