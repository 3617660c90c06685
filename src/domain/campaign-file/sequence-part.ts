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
  file: CampaignFile | undefined,
  fields: CampaignFields,
  hasSteps: boolean,
  eol: string,
): string {
  const before = piecesIn(file?.sequenceText ?? '');
  const isNew = (text: string): Piece => ({ text: text.replaceAll('\n', eol), isNew: true });
  const steps = !hasSteps
    ? before.steps
    : (stepsIn(fields) ?? []).map((step, index) => {
        const there = before.steps[index];
        const isSame = there && file && sameStep(file.fields, fields, step.order);
        return isSame
          ? there
          : isNew(withMarker(stepText(step), keptMarker(there, file, fields, step.order)));
      });
  const text = fields.get('signature');
  const isKept = typeof text !== 'string' || file?.fields.get('signature') === text;
  const signature = isKept ? before.signature : isNew(signatureText(text));
  const pieces = signature ? [...steps, signature] : steps;
  const isUnchanged = pieces.length === before.count && pieces.every((piece) => !piece.isNew);
  return isUnchanged ? (file?.sequenceText ?? '') : joined(before.lead, pieces, eol);
}

/** The line `--- step … ---` of the file where it says what the new one would: `delay=0d` need not be there. */
function keptMarker(
  there: Piece | undefined,
  file: CampaignFile | undefined,
  fields: CampaignFields,
  order: number,
): string | undefined {
  const isSame = file && sameStep(file.fields, fields, order, /\.(?:contentType|delayDays|useSameThread)$/);
  return isSame ? /^.*/.exec(there?.text ?? '')?.[0] : undefined;
}

const withMarker = (text: string, marker: string | undefined): string =>
  marker ? text.replace(/^.*/, () => marker) : text;

function sameStep(a: CampaignFields, b: CampaignFields, order: number, which = /(?:)/): boolean {
  const of = (fields: CampaignFields) => {
    const parts = [...fields].filter(([field]) => field.startsWith(`steps.${order}.`) && which.test(field));
    return JSON.stringify(parts.sort(([one], [other]) => (one < other ? -1 : 1)));
  };
  return of(a) === of(b);
}

function piecesIn(text: string) {
  const steps: Piece[] = [];
  let signature: Piece | undefined;
  let lead = '';
  let kind: string | undefined;
  let part = '';
  const end = () => {
    const piece = { text: part, isNew: false };
    if (kind === 'step') steps.push(piece);
    else if (kind === 'signature') signature = piece;
    else lead = part;
    part = '';
  };
  for (const line of text.split(/(?<=\n)/)) {
    const begins = beginsSection(line.replace(/\r?\n$/, ''));
    if (begins === 'step' || begins === 'signature') {
      end();
      kind = begins;
    }
    part += line;
  }
  end();
  return { lead, steps, signature, count: steps.length + (signature ? 1 : 0) };
}

/** An empty line before and after what is new. */
function joined(lead: string, pieces: readonly Piece[], eol: string): string {
  let text = lead;
  pieces.forEach((piece, index) => {
    const isApart = piece.isNew || pieces[index - 1]?.isNew;
    if (text !== '' && !text.endsWith('\n')) text += eol;
    if (index > 0 && isApart && !/\n\r?\n$/.test(text)) text += eol;
    text += piece.text;
  });
  return text;
}
