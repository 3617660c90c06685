import { counted, firstOf, plural } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { command } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { delimiterOption, encodingOption } from '../../cli/declare/shared-options.ts';
import { heading, record, stack, table } from '../../cli/declare/view.ts';
import { blocklist, blocklistScopes } from '../../contract/areas/blocklist.ts';
import { leads } from '../../contract/areas/leads.ts';
import { blockKey } from '../../contract/checks/block-value.ts';
import * as s from '../../contract/schema/schema.ts';
import { siftValues } from '../../domain/blocklist.ts';
import { blockAll } from './block-all.ts';

export const importEntries = command({
  name: 'import',
  summary: 'Block every domain and address in a file',
  about:
    'The file is a list with one value per line, or a CSV with columns for email addresses, domains or values (or those named by --column). Lines without an address or domain are skipped; the result lists them with the reason. Values that are already blocked are skipped, so you can repeat an import. Emails that are already scheduled may still go out, unless the leads are deleted.\n\n--only reads the file as `outreach leads import` does, and blocks addresses only. If a row of a person who opted out has no usable address, the exit code is 15.',
  uses: [blocklist.add, leads.list],
  tool: 'work',
  answer: s.object({
    ...s.each(['read', 'valid', 'repeated'], s.integer()),
    rejects: s.array(s.object({ row: s.integer(), value: s.string(), reason: s.string() })),
    created: s.integer(),
    skipped: s.integer(),
    scope: s.oneOf(['workspace', 'global']),
    encoding: s.string(),
  }),
  fails: ['partial'],
  args: {
    file: arg.file('the list or CSV file, - for stdin', 'list'),
    ...encodingOption,
    only: opt.choice('only rows that a column of the file marks as opted out or as invalid', [
      'opted-out',
      'invalid',
    ]),
    column: opt.each('header of a column with values', { hint: 'header' }),
    ...delimiterOption,
    scope: opt.choice('which list (default workspace)', blocklistScopes),
    strict: opt.flag('block nothing if any line is skipped'),
  },
  examples: [
    'outreach blocklist import examples/customers.csv',
    'outreach blocklist import - --scope global --json < examples/domains.txt',
  ],
  async run(context, { scope, strict, ...choices }) {
    const { file, only } = choices;
    const { encoding, found } = await (await import('./value-file.ts')).valuesOf(context, choices);
    const whole: string[] = [];
    const rowOf = new Map<string, number>();
    const rejects: { row: number | null; value: string; reason: string }[] = [];
    for (const { fault: reason, row, value } of found) {
      rowOf.set(blockKey(value), row);
      if (reason === undefined) whole.push(value);
      else rejects.push({ row, value, reason });
    }
    const { values, rejected, repeated } = siftValues(whole);
    for (const one of rejected) rejects.push({ row: rowOf.get(blockKey(one.value)) ?? null, ...one });
    const [first] = rejects;
    if (first && (strict || values.length === 0))
      throw new Failure(
        values.length === 0 ? 'no_valid_rows' : 'rejected_rows',
        `Row ${first.row}: "${first.value}" cannot be blocked: ${first.reason}`,
        {
          hint: `${rejects.length} of ${counted(found.length, 'line')} cannot be used; nothing was sent.`,
          extra: { rejects },
        },
      );
    if (values.length === 0 && only === undefined)
      throw new Failure('no_valid_rows', `${file} contains no address and no domain.`);
    const given = { encoding, read: found.length, valid: values.length, repeated, rejects };
    const result = { ...given, ...(await blockAll(context, values, scope)) };
    if (only === undefined || !first) return result;
    // Each is a person who may get mail.
    const rows = rejects.map(({ row, value }) => `row ${row} (${value.slice(0, 60) || 'empty'})`);
    const count = counted(rejects.length, 'row');
    throw new Failure(
      'partial',
      `${count} of people who opted out ${plural(rejects.length, 'has', 'have')} no usable address: ${firstOf(rows, 3)}`,
      { outcome: 'done', result, hint: `Block these people by hand: ${pattern('blocklist add')}` },
    );
  },
  view: (done) =>
    stack(
      record(
        ['Read', done.read, 'number'],
        ['Blocked', done.created],
        ['Already blocked', done.skipped],
        ['Repeated', done.repeated],
        ['Lines skipped', done.rejects.length],
        ['Scope', done.scope],
        ['Encoding', done.encoding === 'utf-8' ? undefined : done.encoding],
      ),
      ...(done.rejects.length === 0
        ? []
        : [
            heading('Skipped'),
            table(done.rejects, [
              ['Row', 'row', 'id'],
              ['Value', 'value', 'id', 0],
              ['Reason', 'reason', 'prose'],
            ]),
          ]),
    ),
});
