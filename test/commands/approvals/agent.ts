import { expect } from 'vitest';
import type { AgentSession } from '../../../src/cli/declare/world.ts';
import { newWorld, type Run, type TestWorld } from '../../world.ts';

export const agent: AgentSession = { name: 'a test', readOthers: () => false };

/** The code under which a line of an agent waits. */
export async function asked(world: TestWorld, line: string, session: AgentSession = agent): Promise<string> {
  const { exit, err } = await world.outreach(line, { agent: session });
  const { error } = JSON.parse(err.trim().split('\n').at(-1) ?? '');
  expect([exit, error.code]).toEqual([3, 'approval_required']);
  return error.approval.code;
}

/** A person answers at a terminal; gives what they saw. */
export async function answered(world: TestWorld, code: string, keys = 'y\r') {
  return world.outreach(`approvals approve ${code}`, {
    tty: true,
    typing: async (keyboard) => {
      await keyboard.sees('Type y or n:');
      keyboard.type(keys);
    },
  });
}

/** The approval of this code, as it is listed. */
export async function listedAs(world: TestWorld, code: string) {
  const { items } = (await world.outreach('approvals list --all --json')).json();
  return items.find((entry: { code: string }) => entry.code === code);
}

/** A person adds a budget at a terminal; gives its id. */
export async function budget(world: TestWorld, words: string): Promise<string> {
  const { exit, err } = await world.outreach(`budgets add ${words}`, {
    tty: true,
    typing: async (keyboard) => {
      await keyboard.sees('Type y or n:');
      keyboard.type('y\r');
    },
  });
  expect([words, exit]).toEqual([words, 0]);
  expect(err).toContain('Budget of');
  return (await world.outreach('budgets list --json')).json().items[0].id;
}

export const forImports = (credits: number) => `--credits ${credits} --until 3h --commands "finder import"`;

export const errorOf = ({ err }: Pick<Run, 'err'>) => JSON.parse(err.trim().split('\n').at(-1) ?? '').error;

/** Campaign 1 runs, with the lead ana@lumen.example. */
export async function withRunning(options: Parameters<typeof newWorld>[0] = {}): Promise<TestWorld> {
  const world = await newWorld(options);
  await makeRunning(world);
  return world;
}

export async function makeRunning(world: TestWorld): Promise<void> {
  await world.outreach('campaigns create Autumn');
  await world.outreach('leads add ana@lumen.example --first-name Ana --campaign 1');
  await world.outreach('campaigns senders attach 1 1');
  await world.outreach('campaigns sequence set 1 -', {
    stdin: '--- step ---\nSubject: A question\n\nHello {firstName}.\n',
  });
  await world.outreach('campaigns schedule 1 --days mon-fri --from 09:00 --to 17:00');
  expect((await world.outreach('campaigns resume 1 --yes --accept no-opt-out=test')).exit).toBe(0);
}
