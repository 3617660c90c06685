import type { Group } from '../../cli/declare/command.ts';
import { call } from './call.ts';
import { tools } from './tools.ts';

export const group: Group = {
  name: 'mcp',
  summary: 'The tools of the agent-protocol server, with the same consent',
  commands: [tools, call],
};
