import { Failure } from '../../../base/errors.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { fieldPaths, pick } from '../../../cli/output/formats/fields.ts';
import { modeOf } from '../../../cli/output/formats/mode.ts';
import { tsvLine } from '../../../cli/output/formats/tsv.ts';
import { ndjsonLine } from '../../../cli/output/text/json.ts';
import { colourLevel, loadPaint, type Paint } from '../../../cli/output/text/paint.ts';
import { type Prose, proseFor } from '../../../cli/output/text/prose.ts';
import { type Safe, safe, safeLine } from '../../../cli/output/text/safe-text.ts';
import { timeOfDay } from '../../../cli/output/text/times.ts';
import type { DeliveryRecord } from './delivery-record.ts';
import { isGood } from './memory.ts';

/** How a delivery is printed while more are awaited; undefined where one document at the end holds them all. */
export async function liner({
  files,
  screen,
}: Context): Promise<((record: DeliveryRecord) => string) | undefined> {
  const mode = modeOf(screen.globals, files.world.stdout);
  if (mode === 'json' || mode === 'csv') return undefined;
  if (mode === 'ndjson') {
    const paths = screen.globals.fields && fieldPaths(screen.globals.fields);
    return (record) => ndjsonLine(paths ? pick(record, paths) : record);
  }
  if (screen.globals.fields)
    throw new Failure('contradicting_options', '--fields needs --ndjson, --json or --csv here');
  if (mode === 'tsv') return (record) => tsvLine(cellsOf(record));
  const paint = await loadPaint(
    colourLevel({ flag: screen.globals.noColor, env: files.world.env, stream: files.world.stdout }),
  );
  const prose = await proseFor(files.world.stdout);
  return (record) => forPeople(record, paint, prose);
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

/** What came, and below it what it was answered. Colour says nothing that the words do not. */
function forPeople(record: DeliveryRecord, paint: Paint, prose: Prose): string {
  const parts = [timeOfDay(record.receivedAt), record.type ?? 'unknown', record.eventId, record.about];
  const came = prose.line(safeLine(parts.filter(Boolean).join('  ')));
  const [fate, colour] = fateOf(record);
  return `${came}\n${paint[colour](prose.line(safe`  <- ${fate}`))}\n`;
}

function fateOf(record: DeliveryRecord): readonly [Safe, 'good' | 'bad' | 'dim'] {
  const { answered, duplicate, forwardStatus, forwardMilliseconds, error, signature } = record;
  if (signature === 'refused') return [safe`${answered} refused: ${safeLine(error ?? '')}`, 'bad'];
  const checks = signature === 'valid' ? '' : `, ${signature}`;
  if (duplicate) return [safe`${answered} repeated, not forwarded`, 'dim'];
  const forwarded =
    forwardStatus === null
      ? (error ?? 'received')
      : `forwarded: ${forwardStatus} in ${forwardMilliseconds} ms${error === null ? '' : `, ${error}`}`;
  return [safe`${answered} ${safeLine(`${forwarded}${checks}`)}`, isGood(answered) ? 'good' : 'bad'];
}
