import type { Verbs } from '../../cli/declare/command.ts';
import { call } from './call.ts';
import { serve } from './serve.ts';
import { tools } from './tools.ts';

export const group: Verbs = { commands: [tools, call, serve] };
