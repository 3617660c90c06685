// One agent at one job: from the world to the verdict.
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { judged, look } from './judge.mjs';
import { connect, openStage } from './stage.mjs';

/** `agent(job, stage)` gives what it answers at the end; what it wrote to answer.md goes first. */
export async function play(job, agent, options) {
  const stage = await openStage(job, options);
  try {
    const before = await look(stage);
    const started = Date.now();
    const spoken = await agent(job, stage);
    const written = path.join(stage.workspace, 'answer.md');
    if (!existsSync(written)) await writeFile(written, spoken);
    const verdict = await judged(job, stage, { before, answer: await readFile(written, 'utf8') });
    return {
      job: job.name,
      seconds: Math.round((Date.now() - started) / 1000),
      folder: stage.folder,
      ...verdict,
    };
  } finally {
    await stage.close();
  }
}

export const isGood = ({ missing, unasked }) => missing.length === 0 && unasked.length === 0;

const frame = (
  task,
) => `You work for the person who writes this. Cold email runs with the program \`outreach\`: as a command of this shell, or as the tools of the server "outreach". The current folder is yours, and the only one whose files it reads. Where a call waits for an approval, the person decides at once in a terminal of their own: make the same call again. Your last words are your answer to the person.

${task}
`;

/** Any program: the task is its standard input, and in variables is what it needs to reach the program. */
export const commandAgent = (command, seconds) => async (job, stage) => {
  const task = frame(job.task);
  await writeFile(path.join(stage.workspace, 'TASK.md'), task);
  const agent = execa(command, {
    ...{ shell: true, cwd: stage.workspace, input: task, stderr: 'inherit', reject: false, detached: true },
    env: {
      PATH: `${stage.bin}${path.delimiter}${process.env.PATH}`,
      OUTREACH_EVAL_TASK: task,
      OUTREACH_EVAL_MCP_CONFIG: stage.config,
      OUTREACH_EVAL_SERVER: JSON.stringify([stage.server.command, ...stage.server.args]),
    },
  });
  // With all that it started, also where it has ended and they have not.
  const stop = () => {
    try {
      process.kill(-agent.pid, 'SIGKILL');
    } catch {}
  };
  const timer = setTimeout(stop, seconds * 1000);
  process.once('exit', stop);
  try {
    return (await agent).stdout;
  } finally {
    clearTimeout(timer);
    process.off('exit', stop);
    stop();
  }
};

/** A script of the job, over the tools that the server lists and the three that reach the rest. */
export const scriptedAgent = (script) => async (job, stage) => {
  const { command, args } = stage.server;
  const { call, close } = await connect(command, args, { PATH: process.env.PATH }, stage.workspace);
  try {
    return await job[script]({
      call,
      /** The same call again, once it was approved. */
      approved: async (name, given) => {
        const first = await call(name, given);
        return 'approvalRequired' in first ? call(name, given) : first;
      },
      write: (name, text) => writeFile(path.join(stage.workspace, name), text),
    });
  } finally {
    await close();
  }
};
