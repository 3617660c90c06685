import { commandLine } from '../../../cli/advice/shell-words.ts';
import type { Remedied } from '../../../cli/launch/remedies.ts';
import type { Finding } from '../../../domain/launch/problem.ts';
import { besideName } from '../import/rejects-place.ts';
import type { AuditOptions } from './audit-options.ts';
import { droppable } from './audit-options.ts';

/** What fixes a problem of a file: the line that writes a fixed one, or what only a person can decide. */
export function fixOf(options: AuditOptions, objects: boolean, { rule }: Finding): Remedied {
  const { file, sequence, fix } = options;
  if (rule === 'merge-tag-unknown')
    return byHand(`write another tag in ${sequence}, or say which column has it: --map "<column>=var:<tag>"`);
  if (rule === 'placeholder-left' || rule === 'merge-tag-not-text' || rule === 'merge-tag-collision')
    return byHand(`change these values in ${file}`);
  const left = (droppable as readonly string[]).includes(rule) ? ['--leave-out', rule] : [];
  const place = ['--fix', fix ?? besideName(file, 'fixed', objects)];
  return { fix: commandLine(['leads', 'audit', operand(file), ...asGiven(options), ...place, ...left]) };
}

const byHand = (words: string): Remedied => ({ fix: null, byHand: words });

/** The options that say how the file is read, once more. */
const asGiven = ({ sequence, map, variables, delimiter, encoding }: AuditOptions): string[] =>
  [
    ['--sequence', sequence],
    ...(map ?? []).map((choice) => ['--map', choice]),
    ['--variables', variables?.join(',')],
    ['--delimiter', delimiter],
    ['--encoding', encoding],
  ].flatMap(([option, value]) => (option === undefined || value === undefined ? [] : [option, value]));

/** A name that begins with a hyphen is not an option. */
const operand = (file: string): string => (/^-./.test(file) ? `./${file}` : file);
