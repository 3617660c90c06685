import { command, type GroupEntry } from '../../src/cli/declare/command.ts';
import { tree } from '../../src/commands/index.ts';
import { importFile } from '../../src/commands/leads/import/import-file.ts';
import { importLeads } from '../../src/commands/leads/import.ts';
import { group } from '../../src/commands/leads/index.ts';

export const perCall = 3;

/** The program with few leads to a call, so that small files make many calls. */
const small = command({
  ...importLeads,
  run: (context, values) => importFile(context, { ...values, perCall }),
});
export const commands: readonly GroupEntry[] = tree.map((entry) =>
  entry.name === 'leads'
    ? {
        ...entry,
        load: async () => ({
          ...entry,
          ...group,
          commands: group.commands.map((one) => (one === importLeads ? small : one)),
        }),
      }
    : entry,
);
