import { jsonIn, jsonText, parseJson } from '../../base/lossless-json.ts';
import { summaryOf } from '../../client/guard/draft.ts';
import type { Intent, Redacted, Step } from '../../client/guard/journal.ts';
import { operations } from '../../contract/index.ts';
import type { AnyInput } from '../../contract/operation.ts';
import { redact } from '../../contract/redact.ts';
import type { Mentions } from '../../domain/address/mentions.ts';

/** The texts of a call without the person; undefined where they do not name them. Damaged ones are emptied. */
export async function redactIntent(
  intent: Intent,
  steps: readonly Step[],
  mentions: Mentions,
): Promise<Redacted | undefined> {
  const { id, operation, token, idempotencyKey, request, summary, quote, snapshot, answer, remark } = intent;
  const label = (text: string | undefined) => (text === undefined ? undefined : mentions.withoutLabel(text));
  const cleaned = async (text: string | undefined) =>
    text === undefined ? undefined : cleanText(text, mentions);
  const texts = {
    token: label(token),
    idempotencyKey: label(idempotencyKey),
    request: await cleanText(request, mentions),
    quote: await cleaned(quote),
    snapshot: await cleaned(snapshot),
    answer: await cleaned(answer),
    remark: await cleaned(remark),
  };
  const redacted: Redacted = {
    id,
    ...texts,
    summary: mentions.withoutLabel(
      texts.request === request ? summary : ((await summaryFrom(operation, texts.request)) ?? summary),
    ),
    steps: steps.map(({ at, what }) => ({ at, what: String(mentions.without(what)) })),
  };
  const isSame =
    intent.damaged.length === 0 &&
    redacted.summary === summary &&
    redacted.steps.every(({ what }, at) => what === steps[at]?.what) &&
    Object.entries(texts).every(([name, text]) => text === intent[name as keyof typeof texts]);
  return isSame ? undefined : redacted;
}

/** JSON keeps its spelling where the person is not in it. */
async function cleanText(text: string, mentions: Mentions): Promise<string> {
  const value = jsonIn(text) === undefined ? text : await parseJson(text);
  if (typeof value === 'string') return String(mentions.without(text));
  const [before, after] = [jsonText(value), jsonText(mentions.without(value))];
  return before === after ? text : after;
}

/** Made again, as it may hold other fields of the person. */
async function summaryFrom(id: string, request: string): Promise<string | undefined> {
  const operation = operations.find((one) => one.id === id);
  const { input } = ((await parseJson(request)) ?? {}) as { readonly input?: AnyInput };
  return operation && input && redact(summaryOf(operation, input));
}
