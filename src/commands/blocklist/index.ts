import { changes } from '../../base/omit-undefined.ts';
import { command, type Verbs } from '../../cli/declare/command.ts';
import { Listing } from '../../cli/declare/listing.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { toned } from '../../cli/declare/view.ts';
import { allIn } from '../../cli/find/find-in-pages.ts';
import { autoRecord } from '../../cli/output/formats/auto-view.ts';
import { blocklist, blocklistScopes } from '../../contract/areas/blocklist.ts';
import * as s from '../../contract/schema/schema.ts';
import { blockerOf } from '../../domain/blocklist.ts';
import { add } from './add.ts';
import { importEntries } from './import.ts';
import { soundValues } from './in-batches.ts';
import { type Entry, entryColumns, valueIn } from './read-entries.ts';
import { remove } from './remove.ts';
import { sync } from './sync.ts';

const list = command({
  name: 'list',
  about: 'In a child workspace, the list includes the global entries of the main workspace.',
  uses: [blocklist.list],
  tool: 'read',
  args: {
    scope: opt.choice('only entries of this list', blocklistScopes),
    value: opt.text('only entries that contain this text'),
  },
  examples: [
    'outreach blocklist list',
    'outreach blocklist list --value acme',
    'outreach blocklist list --all --ndjson',
  ],
  run: ({ service }) => service.list(blocklist.list),
  filters: { scope: { oneOf: 'scope' }, value: { containing: valueIn } },
  empty: 'No entries found.',
  columns: entryColumns,
});

const update = command({
  name: 'update',
  summary: 'Change the value of an entry, or move it to the other list',
  about: 'Moving to or from the global list needs a key for the main workspace.',
  uses: [blocklist.update],
  tool: 'work',
  args: {
    id: arg.id('id of the entry', { asked: 'entry' }),
    value: opt.text('domain or email address'),
    scope: opt.choice('move it to this list', blocklistScopes),
  },
  examples: [
    'outreach blocklist update 1 --value acme.example',
    'outreach blocklist update 1 --scope global',
  ],
  async run({ service, screen }, { id, value, scope }) {
    const body = changes({ value: value && soundValues([value])[0], scope }, '--value acme.com');
    const answer = await service.api(blocklist.update, { params: { id }, body });
    screen.note(answer.message ?? 'Saved.');
    return answer.entry ?? { id, ...body };
  },
  view: (entry) => autoRecord(entry, undefined),
});

const exportEntries = command({
  name: 'export',
  summary: 'Export the whole blocklist',
  about: 'Exports all entries, or as many as --limit says. `outreach blocklist import` reads the output.',
  uses: [blocklist.list],
  tool: 'read',
  whole: true,
  args: {
    scope: opt.choice('only this list', blocklistScopes),
  },
  examples: [
    'outreach blocklist export --csv > blocklist.csv',
    'outreach blocklist export --scope global --ndjson > global.ndjson',
  ],
  async run({ service, screen }, { scope }) {
    const { limit } = screen.globals;
    if (scope === undefined)
      return new Listing(service.api.pages(blocklist.list, {}, limit === undefined ? {} : { limit }));
    const { narrowed } = await import('../../cli/find/narrowed-list.ts');
    const pages = service.api.pages(blocklist.list, {});
    const sieves = [(entry: Entry) => entry.scope === scope];
    return new Listing(narrowed(pages, { sieves, order: undefined, page: 1, size: limit }));
  },
  empty: 'No entries found.',
  columns: entryColumns,
});

const check = command({
  name: 'check',
  summary: 'Check whether addresses or domains are blocked, and by which entry',
  about:
    'The command reads the whole blocklist. An address is blocked by an entry for the address or for its domain. A domain is blocked only by an entry for exactly that domain, not for its parent domain.',
  uses: [blocklist.list],
  tool: 'read',
  answer: s.array(
    s.object({ value: s.string(), blocked: s.boolean(), by: s.string(), entryId: s.id(), scope: s.string() }),
  ),
  args: { values: arg.many('domains and email addresses', { hint: 'value' }) },
  examples: [
    'outreach blocklist check ana@acme.com',
    'outreach blocklist check acme.com lumen.example --json',
  ],
  async run({ service, screen }, { values }) {
    const wanted = soundValues(values);
    const entries = await screen.progress('Reading the blocklist', () =>
      allIn(service.api.pages(blocklist.list, {})),
    );
    return wanted.map((value) => {
      const by = blockerOf(entries, value);
      return {
        value,
        blocked: by !== undefined,
        by: (by && valueIn(by)) ?? null,
        entryId: by?.id ?? null,
        scope: by?.scope ?? null,
      };
    });
  },
  table: [
    ['Value', 'value', 'id'],
    ['Blocked', ({ blocked }) => toned(blocked, blocked ? 'bad' : 'good')],
    ['By', 'by'],
    ['Entry', 'entryId', 'id'],
    ['Scope', 'scope'],
  ],
});

export const group: Verbs = {
  commands: [list, add, update, remove, importEntries, exportEntries, check, sync],
};
