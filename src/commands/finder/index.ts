import type { Verbs } from '../../cli/declare/command.ts';
import { filters } from './filters.ts';
import { importPeople } from './import.ts';
import { imports } from './imports.ts';
import { search } from './search.ts';

export const group: Verbs = {
  commands: [filters, search, importPeople],
  groups: [imports],
  examples: [
    'outreach finder search --job-title "Head of Sales" --country Germany --size 11-50',
    'outreach finder import --campaign "First steps" --count 20 --job-title "Head of Sales" --country Germany',
    'outreach finder imports list',
  ],
};
