import { firstOf } from '../../base/counted.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { asId } from '../../cli/find/find-id.ts';
import { findInPages } from '../../cli/find/find-in-pages.ts';
import { blocklist, deletionScopes } from '../../contract/areas/blocklist.ts';
import { bothForms } from '../../domain/blocklist.ts';
import { inBatches, soundValues } from './in-batches.ts';

export const remove = command({
  name: 'remove',
  summary: 'Remove entries from the blocklist, by id or value',
  about:
    'Once an entry is removed, campaigns can email these people again. `outreach blocklist list` shows the ids. Upper and lower case do not matter. --scope global and --scope all need a key for the main workspace.',
  uses: [blocklist.remove, blocklist.removeEntry, blocklist.list],
  tool: 'effects',
  fails: ['partial'],
  args: {
    entries: arg.many('ids, domains or email addresses', { hint: 'entry', asked: 'entry' }),
    scope: opt.choice('which list (default workspace)', deletionScopes),
  },
  examples: [
    'outreach blocklist remove 1',
    'outreach blocklist remove acme.com ana@lumen.example --yes',
    'outreach blocklist remove acme.com --scope all --yes --json',
  ],
  async run(context, { entries, scope }) {
    const [first, ...more] = wantedOf(entries);
    if (typeof first === 'object' && more.length === 0 && scope === undefined) return one(context, first.id);
    return inBatches(
      context.screen,
      'Removing',
      [first, ...more].filter((wanted) => wanted !== undefined),
      ['deleted', 'skipped'],
      async (batch) => {
        const ids = batch.flatMap((wanted) => (typeof wanted === 'object' ? [wanted.id] : []));
        const values = batch.filter((wanted) => typeof wanted === 'string');
        const body = {
          ...(ids.length > 0 && { ids }),
          ...(values.length > 0 && { values }),
          ...omitUndefined({ scope }),
        };
        const approval = await context.consent.approve(blocklist.remove, { body }, () =>
          quote([...ids.map((id) => `entry ${id}`), ...values]),
        );
        return context.service.api(blocklist.remove, { body }, approval);
      },
    );
  },
  fields: [
    ['Removed', 'deleted'],
    ['Not found', 'skipped'],
  ],
});

/** One entry is known by its id in any list, so a missing one is an error and not just skipped. */
async function one({ service, consent, screen }: Context, id: number) {
  const call = { params: { id } };
  const approval = await consent.approve(blocklist.removeEntry, call, async () => {
    const entry = screen.globals.yes
      ? undefined
      : await findInPages(service.api.pages(blocklist.list, {}), id);
    return quote([entry?.emailAddress ?? entry?.domain ?? `entry ${id}`]);
  });
  await service.api(blocklist.removeEntry, call, approval);
  return { deleted: 1, skipped: 0 };
}

const mostNamed = 5;

function quote(names: readonly string[]) {
  const what = firstOf(names, mostNamed);
  const line = `Unblocks ${what}: campaigns can email ${names.length === 1 ? 'it' : 'them'} again.`;
  return { spend: {}, facts: [], deletes: { what, line }, question: `Unblock ${what}` };
}

/** What is all digits is an id: no domain is. */
function wantedOf(entries: readonly string[]): ({ readonly id: number } | string)[] {
  const ids = new Map<string, number>();
  const values: string[] = [];
  for (const entry of entries) {
    const id = asId(entry.trim());
    if (id === undefined) values.push(entry);
    else ids.set(String(id), id);
  }
  return [...[...ids.values()].map((id) => ({ id })), ...soundValues(values, bothForms)];
}
