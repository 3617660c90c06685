import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { snake } from '../../base/failure-codes.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { opt, required } from '../../cli/declare/params.ts';
import { record } from '../../cli/declare/view.ts';
import { platformWords } from '../../cli/outside/platform-words.ts';
import { eventTypes } from '../../contract/events/events.ts';
import { mismatches } from '../../contract/events/signature.ts';
import { limits } from '../../contract/limits.ts';
import * as s from '../../contract/schema/schema.ts';
import { eventIdOf, eventTypeOf, payloadIn } from '../../domain/events/event-identity.ts';
import { checked, span } from './delivery/check.ts';
import { aboutSecrets, secretOptions, secretsIn, secretsInFiles } from './delivery/secrets.ts';

export const verify = command({
  name: 'verify',
  summary: 'Check the signature of a delivery',
  about: `Reads the raw body, as it arrived, from standard input, and the two headers from options. The exit code is 0 if the signature is valid and its time is within 300 s of now, otherwise 16.

With --secret-stdin, the first line of standard input is the secret, and the rest is the body.

${aboutSecrets}`,
  uses: [],
  tool: { never: 'takes a secret' },
  answer: s.object({
    valid: s.boolean(),
    reason: s.oneOf(mismatches),
    message: s.string(),
    advice: s.string(),
    sentAt: s.timestamp(),
    ...s.each(['ageSeconds', 'secret', 'bytes'], s.integer()),
    type: s.oneOf(eventTypes),
    eventId: s.string(),
  }),
  local: true,
  interactive: true,
  fails: ['ended-badly'],
  args: {
    timestamp: required(opt.text('the header X-Service-Timestamp', { hint: 'seconds' })),
    signature: required(
      opt.text('the header X-Service-Signature, with one or more signatures', { hint: 'v1=…' }),
    ),
    ...secretOptions,
    secretStdin: opt.flag(
      'read the secret from the first line of standard input, and the body from the rest',
    ),
    tolerance: opt.duration('how far the time of the signature may be from now, either way (default 300s)', {
      min: 0,
    }),
    at: opt.moment('check the delivery as if it arrived at this time, also in Unix seconds', 'since'),
  },
  examples: [
    'outreach webhooks verify --timestamp 1764000000 --signature v1=… --secret-file secret.txt < body.json',
    'outreach webhooks verify --timestamp 1764000000 --signature v1=… --secret-file old.txt --secret-file new.txt --at 1764000010 --json < body.json',
  ],
  async run(context, { timestamp, signature, secretFile, secretStdin, tolerance, at }) {
    const now = at === undefined ? context.files.world.clock.now() : Date.parse(at);
    const { secrets, body } = await secretsAndBody(context, secretFile, secretStdin);
    const verdict = checked({
      timestamp,
      signature,
      secrets,
      rawBody: body,
      now,
      toleranceSeconds: Math.floor((tolerance ?? limits.webhookToleranceSeconds * 1000) / 1000),
    });
    const payload = payloadIn(body);
    const result = {
      ...verdict,
      bytes: body.length,
      type: (payload && eventTypeOf(payload)) ?? null,
      eventId: (payload && eventIdOf(payload)) ?? null,
    };
    if (verdict.reason === null) return result;
    throw new Failure(`signature_${snake(verdict.reason)}`, verdict.message, {
      ...(verdict.advice !== null && { hint: verdict.advice }),
      result,
    });
  },
  view: ({ valid, sentAt, ageSeconds, secret, type, eventId, bytes }) =>
    record(
      ['Signature', valid ? 'valid' : 'refused', 'state'],
      ['Signed at', sentAt ?? undefined],
      ['Age', ageSeconds === null ? undefined : span(ageSeconds)],
      ['Secret', secret === null ? undefined : `number ${secret} of those given`],
      ['Type', type ?? undefined],
      ['Event', eventId ?? undefined],
      ['Body', counted(bytes, 'byte')],
    ),
});

async function secretsAndBody(
  context: Context,
  secretFile: readonly string[] | undefined,
  secretStdin: boolean,
): Promise<{ secrets: readonly string[]; body: Buffer }> {
  if (secretFile?.includes('-'))
    throw new Failure(
      'contradicting_options',
      'Standard input is the body, so the secret cannot be --secret-file -',
      { hint: 'With --secret-stdin the first line of standard input is the secret, and the rest the body.' },
    );
  if (!secretStdin && secretFile === undefined)
    throw new Failure('input_required', 'No signing secret was given', {
      hint: 'Pass it with --secret-file <file>, or with --secret-stdin as the first line; never as an argument.',
    });
  const fromFiles = await secretsInFiles(context, secretFile ?? []);
  if (context.files.world.stdin.isTTY)
    context.screen.note(
      `Reading the body from the terminal; ${platformWords(context.files.world.platform).endOfInput} ends it.`,
    );
  const input = await context.files.readFile('-', 'document');
  if (!secretStdin) return { secrets: fromFiles, body: input };
  const end = input.indexOf('\n');
  const first = end < 0 ? input : input.subarray(0, end);
  const fromInput = secretsIn(context, first.toString('utf8'), 'the first line of standard input');
  return { secrets: [...fromFiles, ...fromInput], body: end < 0 ? Buffer.alloc(0) : input.subarray(end + 1) };
}
