import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { table, toned } from '../../cli/declare/view.ts';
import { allIn } from '../../cli/find/find-in-pages.ts';
import { blocklist } from '../../contract/areas/blocklist.ts';
import * as s from '../../contract/schema/schema.ts';
import { blockerOf } from '../../domain/blocklist.ts';
import { valueIn } from './entry-view.ts';
import { soundValues } from './sound-values.ts';

export const check = command({
  name: 'check',
  summary: 'Check whether addresses or domains are blocked, and by which entry',
  about:
    'Reads the whole list and compares on this machine. An address is blocked by its own entry or that of its domain; a domain only by its own entry, not by that of its parent domain.',
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
  view: (checked) =>
    table(checked, [
      ['Value', ({ value }) => value, 'id'],
      ['Blocked', ({ blocked }) => toned(blocked, blocked ? 'bad' : 'good')],
      ['By', ({ by }) => by],
      ['Entry', ({ entryId }) => entryId, 'id'],
      ['Scope', ({ scope }) => scope],
    ]),
});
