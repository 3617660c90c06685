import type { Context } from '../../cli/command.ts';
import { fieldPaths, pick } from '../../cli/output/fields.ts';
import { ndjsonLine } from '../../cli/output/json.ts';
import { modeOf } from '../../cli/output/mode.ts';
import { colourLevel, loadPaint, type Paint } from '../../cli/output/paint.ts';
import { safe, safeLine } from '../../cli/output/safe-text.ts';
import { tsvLine } from '../../cli/output/tsv.ts';
import { Failure } from '../../contract/errors.ts';
import type { DeliveryRecord } from './intake.ts';
import { isGood } from './memory.ts';

/** How a delivery is printed while more are awaited; undefined where one document at the end holds them all. */
export async function liner({
  world,
  globals,
}: Context): Promise<((record: DeliveryRecord) => string) | undefined> {
  const mode = modeOf(globals, world.stdout);
  if (mode === 'json' || mode === 'csv') return undefined;
  if (mode === 'ndjson') {
    const paths = globals.fields && fieldPaths(globals.fields);
    return (record) => ndjsonLine(paths ? pick(record, paths) : record);
  }
  if (globals.fields)
    throw new Failure('usage', '--fields needs --ndjson, --json or --csv here', {
      code: 'contradicting_options',
    });
  if (mode === 'tsv') return (record) => tsvLine(cellsOf(record));
  const paint = await loadPaint(colourLevel({ flag: globals.noColor, env: world.env, stream: world.stdout }));
  return (record) => forPeople(record, paint);
}

const cellsOf = (record: DeliveryRecord) => [
  record.receivedAt,
  record.type,
  record.eventId,
  record.about,
  record.signature,
  record.duplicate,
  record.forwardStatus,
  record.answered,
];

function forPeople(record: DeliveryRecord, paint: Paint): string {
  const time = safeLine(record.receivedAt.slice(11, 19));
  const type = safeLine((record.type ?? 'unknown type').padEnd(25));
  const rest = safeLine([record.eventId ?? '-', record.about].filter(Boolean).join('  '));
  return `${paint.dim(time)}  ${type}  ${rest}\n          ${fateOf(record, paint)}\n`;
}

function fateOf(record: DeliveryRecord, paint: Paint): string {
  const { answered, duplicate, forwardStatus, forwardMilliseconds, error, reason, signature } = record;
  if (signature === 'refused') return paint.bad(safe`<- ${answered} refused: ${safeLine(reason ?? '')}`);
  const checks = signature === 'valid' ? '' : `, ${signature}`;
  if (duplicate) return paint.dim(safe`<- ${answered} came before, not forwarded`);
  const forwarded =
    forwardStatus === null
      ? (error ?? 'received')
      : `forwarded: ${forwardStatus} in ${forwardMilliseconds} ms${error === null ? '' : `, ${error}`}`;
  const line = safe`<- ${answered} ${safeLine(`${forwarded}${checks}`)}`;
  return isGood(answered) ? paint.good(line) : paint.bad(line);
}
