import { expect } from 'vitest';
import type { AgentSession } from '../../../src/cli/declare/world.ts';
import type { Run, TestWorld } from '../../world.ts';

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
      await keyboard.sees('(y/N)');
      keyboard.type(keys);
    },
  });
}

export const errorOf = ({ err }: Pick<Run, 'err'>) => JSON.parse(err.trim().split('\n').at(-1) ?? '').error;
