import type { Group } from '../../cli/command.ts';
import { call } from './call.ts';
import { tools } from './tools.ts';

export const group: Group = {
  name: 'mcp',
  summary: 'The agent-protocol server of the service: its tools, with the same consent',
  commands: [tools, call],
};
