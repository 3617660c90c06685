import { counted, grouped, plural } from '../../base/counted.ts';
import { exactText } from '../../base/exact-json.ts';
import { heading, record, stack, text, type View } from '../../cli/declare/view.ts';
import type { LeadFieldName } from '../../contract/lead-fields.ts';
import type { NewLead } from '../../domain/lead-file/lead-maker.ts';
import { shortened } from '../../domain/lead-file/lead-mapping.ts';
import { leadLabels } from './fields.ts';
import type { importFile } from './import/import-file.ts';
import { type Change, type ImportResult, toSend } from './import/import-result.ts';
import { mappingView } from './import/show-mapping.ts';
import { newLeadView } from './lead-view.ts';

/** What was sent, or would be: its mapping, and the first leads. The notes name the first rows that are rejected. */
export function importView(done: Awaited<ReturnType<typeof importFile>>): View {
  const rehearsed = 'dryRun' in done ? done : undefined;
  const { diff } = done;
  const why = done.rejects.map(({ kind, count }) => `${kind}: ${grouped(count)}`).join(', ');
  const { leads: sent = [] } = (rehearsed?.body ?? {}) as { leads?: NewLead[] };
  return stack(
    ...(rehearsed === undefined ? [] : [mappingView(rehearsed.mapping)]),
    record(
      ['Rows read', done.read, 'number'],
      rehearsed ? ['Leads to send', toSend(done) - done.sentBefore] : ['Leads sent', done.sent],
      ['Sent before', done.sentBefore > 0 ? done.sentBefore : undefined],
      ['Skipped', done.skipped > 0 ? done.skipped : undefined, 'number'],
      ['Rejected', done.rejected, 'number'],
      ['Why rejected', why || undefined],
      ['Duplicates', done.replaced > 0 ? done.replaced : undefined, 'number'],
      ['Empty rows', done.empty > 0 ? done.empty : undefined],
      ['Requests', done.batches],
      ['Campaign', done.campaignId ?? undefined],
      ['In the campaign', done.inCampaign ?? undefined, 'number'],
      ['Did not join', done.notJoined || undefined, 'number'],
      ['Encoding', done.encoding === 'utf-8' ? undefined : done.encoding],
      ['Rejects file', done.rejectsFile ?? undefined],
      [
        'Before file',
        done.before ?? (rehearsed || diff?.changed === 0 ? undefined : `none: ${done.beforeWhy}`),
      ],
      ['It puts back', done.before === null ? undefined : describeRestored(done)],
      ['New', diff?.new],
      ['Changed', diff?.changed],
      ['Same', diff?.same],
      ['Middle names kept', diff?.middleNames || undefined],
      ['Opt-outs kept', diff?.optOuts || undefined],
      ['Opted out before', diff?.optedOut || undefined],
    ),
    ...(diff?.examples.map(({ row, email, changes }) =>
      text(`Row ${row}, ${email}: ${changes.map(describeChange).join('; ')}`),
    ) ?? []),
    ...(diff?.examples.length
      ? []
      : sent.flatMap((lead, at) => [heading(`Lead ${at + 1}`), newLeadView(lead)])),
    ...(rehearsed !== undefined ? [text('To see the request, add --json.')] : []),
    ...(done.sent > 0 && diff === undefined ? [text('New and updated leads are counted together.')] : []),
  );
}

/** What the file of old values puts back, and what it only lists: an import empties no field and deletes no one. */
const describeRestored = ({ diff, skipped }: ImportResult): string | undefined => {
  if (diff === undefined) return undefined;
  const added = skipped > diff.optedOut ? 0 : diff.new;
  const listed = [
    ...(diff.wereEmpty > 0
      ? [`${counted(diff.wereEmpty, 'field')} that ${plural(diff.wereEmpty, 'was', 'were')} empty`]
      : []),
    ...(added > 0 ? [counted(added, 'new person', 'new people')] : []),
  ];
  const restored = diff.oldValues === 0 ? 'nothing' : counted(diff.oldValues, 'value');
  return listed.length === 0 ? restored : `${restored}; it only lists ${listed.join(' and ')}`;
};

function describeChange({ field, from, to }: Change): string {
  const label = Object.hasOwn(leadLabels, field) ? leadLabels[field as LeadFieldName][0] : field;
  return `${label} ${from === null ? 'empty' : shortened(exactText(from))} -> ${shortened(exactText(to))}`;
}
