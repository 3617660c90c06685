// The jobs, each a file of `jobs/`.
import { readdir } from 'node:fs/promises';

/**
 * @typedef Job
 * @property {string} name of its file
 * @property {string} task what a person writes to the agent
 * @property {object} world a seed file of the sandbox; the clock then goes to the next Monday, 07:00 UTC
 * @property {Record<string, string>} [files] of the workspace
 * @property {string[][]} [setup] lines of the program over the service, before the agent comes
 * @property {(approval: object) => 'approve' | 'deny' | undefined} [person] who approves everything unless this says otherwise
 * @property {(answer: string, decided: boolean) => string} [between] changes answers of the service on their way
 * @property {string} [afterwards] so much time passes before it is judged
 * @property {(change: object) => boolean} asked whether a change is one that the task asks for
 * @property {(seen: object) => Promise<Record<string, boolean>> | Record<string, boolean>} done what must hold in the end
 * @property {(agent: object) => Promise<string>} right does it, and gives its answer
 * @property {(agent: object) => Promise<string>} wrong does it as it must not be done
 */

export async function jobNames() {
  const files = await readdir(new URL('jobs', import.meta.url));
  return files.map((file) => file.replace('.mjs', '')).sort();
}

/** @returns {Promise<Job>} */
export async function loadJob(name) {
  const { job } = await import(new URL(`jobs/${name}.mjs`, import.meta.url).href);
  return { name, ...job };
}
