import { dataTable } from '../../base/data-table.ts';
import table from './spam-wordings.tsv';

/**
 * Rules of Apache SpamAssassin (Apache License 2.0), from `rules/*.cf` of its commit
 * f7fe7b82a2db63ee1406d74d88ce564b69881954: those that are about wording, that sane copy seldom breaks, and that take
 * linear time; unchanged but for `(?i:…)`, which Node 20 does not read. They carry no score here: what they weigh depends on the filter of the receiver.
 * Those without the flag `i` look for capitals, as in `Act Now` and `MILLION DOLLARS`: in small letters sane copy has
 * these words as well.
 */
const rules = dataTable(table, ['rule', 'in', 'pattern', 'flags']).map(
  ({ rule, in: where, pattern, flags }) => ({ rule, where, pattern: new RegExp(pattern, flags) }),
);

/** The wording of an email that spam filters know: of each rule, by its name at SpamAssassin, the first that it finds. */
export function spamWordingsIn(subject: string, text: string) {
  const paragraphs = [subject, ...text.split(/\n[ \t\r]*\n/)].map((part) => part.replaceAll(/\s+/g, ' '));
  const wordings: { rule: string; text: string }[] = [];
  for (const { rule, where, pattern } of rules)
    for (const part of where === 'subject' ? [subject] : paragraphs) {
      const found = pattern.exec(part);
      if (!found) continue;
      wordings.push({ rule, text: found[0].trim() });
      break;
    }
  return wordings;
}
