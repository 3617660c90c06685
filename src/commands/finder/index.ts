import type { Group } from '../../cli/declare/command.ts';
import { filters } from './filters.ts';
import { importPeople } from './import.ts';
import { imports } from './imports.ts';
import { search } from './search.ts';

export const group: Group = {
  name: 'finder',
  summary: 'The contact database: search for free, import with credits',
  commands: [filters, search, importPeople],
  groups: [imports],
};
