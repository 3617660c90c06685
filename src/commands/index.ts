import type { GroupEntry } from '../cli/command.ts';

/** Every group and single command, in help order. None of them is loaded before it is named. */
export const tree: readonly GroupEntry[] = [
  {
    name: 'leads',
    section: 'Outreach',
    summary: 'The people you write to',
    load: async () => (await import('./leads/index.ts')).group,
  },
];
