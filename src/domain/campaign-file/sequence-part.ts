import { beginsSection } from '../sequence/sequence-text.ts';
import { signatureText, stepText } from '../sequence/sequence-write.ts';
import type { CampaignFields } from './campaign-fields.ts';
import type { CampaignFile } from './read-campaign-file.ts';
import { stepsIn } from './sequence-fields.ts';

/** The text of one step with its variants, or of the signature; as it was written, where it stays. */
interface Piece {
  readonly text: string;
  readonly isNew: boolean;
}

/** What does not differ from the file stays as it is there, as do steps and a signature that the fields leave out. */
export function sequencePart(
  file: CampaignFile,
  fields: CampaignFields,
  hasSteps: boolean,
  eol: string,
): string {
  const before = piecesIn(file.sequenceText);
  const isNew = (text: string): Piece => ({ text: text.replaceAll('\n', eol), isNew: true });
  const written = (stepsIn(fields) ?? []).map((step, index) => {
    const there = before.steps[index];
    const isSame = (which?: RegExp) => there && sameStep(file.fields, fields, step.order, which);
    if (isSame()) return there;
    // The line `--- step … ---` of the file says what the new one would: `delay=0d` need not be there.
    const marker = isSame(/\.(?:contentType|delayDays|useSameThread)$/) && /^.*/.exec(there?.text ?? '')?.[0];
    return isNew(marker ? stepText(step).replace(/^.*/, () => marker) : stepText(step));
  });
  const steps = hasSteps ? written.flatMap((piece) => piece ?? []) : before.steps;
  const text = fields.get('signature');
  const isKept = typeof text !== 'string' || file.fields.get('signature') === text;
  const signature = isKept ? before.signature : isNew(signatureText(text));
  const pieces = signature ? [...steps, signature] : steps;
  const isUnchanged = pieces.length === before.count && pieces.every((piece) => !piece.isNew);
  return isUnchanged ? file.sequenceText : joined(before.lead, pieces, eol);
}

function sameStep(a: CampaignFields, b: CampaignFields, order: number, which = /(?:)/): boolean {
  const of = (fields: CampaignFields) => {
    const parts = [...fields].filter(([field]) => field.startsWith(`steps.${order}.`) && which.test(field));
    return JSON.stringify(parts.sort(([one], [other]) => (one < other ? -1 : 1)));
  };
  return of(a) === of(b);
}

function piecesIn(text: string) {
  const lead = { kind: 'lead', text: '', isNew: false };
  const pieces = [lead];
  for (const line of text.split(/(?<=\n)/)) {
    const kind = beginsSection(line.replace(/\r?\n$/, ''));
    const last = pieces.at(-1) ?? lead;
    if (kind === 'step' || kind === 'signature') pieces.push({ kind, text: line, isNew: false });
    else last.text += line;
  }
  const of = (kind: string): readonly Piece[] => pieces.filter((piece) => piece.kind === kind);
  return { lead: lead.text, steps: of('step'), signature: of('signature')[0], count: pieces.length - 1 };
}

/** An empty line before and after what is new. */
function joined(lead: string, pieces: readonly Piece[], eol: string): string {
  let text = lead;
  for (const [index, piece] of pieces.entries()) {
    const isApart = piece.isNew || pieces[index - 1]?.isNew;
    if (text !== '' && !text.endsWith('\n')) text += eol;
    if (index > 0 && isApart && !/\n\r?\n$/.test(text)) text += eol;
    text += piece.text;
  }
  return text;
}
