import { Failure } from '../../base/errors.ts';
import { closest } from '../../base/text/nearest.ts';
import { command } from '../../cli/declare/command.ts';
import { arg, opt, required } from '../../cli/declare/params.ts';
import { record, stack, text } from '../../cli/declare/view.ts';
import type { World } from '../../cli/declare/world.ts';
import { fieldEntries } from '../../cli/input/fields.ts';
import { notReached, type Parcel } from '../../cli/outside/post.ts';
import { type EventName, events, eventTypes } from '../../contract/events/events.ts';
import { signatureHeader } from '../../contract/events/signature.ts';
import { limits } from '../../contract/limits.ts';
import * as s from '../../contract/schema/schema.ts';
import { WireFailure } from '../../contract/wire.ts';
import { eventIdOf } from '../../domain/events/event-identity.ts';
import { samplePayload } from '../../domain/events/event-sample.ts';
import { type Contents, delivery, newEventId, type Reaction, react } from './delivery/delivery.ts';
import { aboutSecrets, neededSecrets, secretOptions } from './delivery/secrets.ts';
import { isGood } from './receiver/memory.ts';
import { receiverUrl } from './receiver/receiver-url.ts';

/** What is wrong with a delivery that a receiver has to refuse, and how it is made from a genuine one. */
const tampering = {
  signature: [
    'a delivery with a wrong signature',
    (genuine: Contents) => withOtherSignatures(delivery(genuine)),
  ],
  body: [
    'a delivery whose body was changed',
    (genuine: Contents) => ({ ...delivery(genuine), body: changed(genuine.body) }),
  ],
  timestamp: [
    `a recording of ${limits.webhookToleranceSeconds + 30} s ago`,
    (genuine: Contents) =>
      delivery({ ...genuine, timestamp: genuine.timestamp - limits.webhookToleranceSeconds - 30 }),
  ],
  unsigned: ['a delivery that is not signed', (genuine: Contents) => delivery({ ...genuine, secrets: [] })],
} as const;

type Tampered = keyof typeof tampering;
const ways = Object.keys(tampering) as [Tampered, ...Tampered[]];

export const trigger = command({
  name: 'trigger',
  summary: 'Send a signed test event to your own receiver',
  about: `The event is signed as the service signs it. The body has all fields of its type, with invented values. The service is not contacted. The receiver has 30 s to respond, or as long as --timeout says. Plain http works only for this machine. Redirects are not followed.

The exit code is 0 if the receiver responds with 2xx, otherwise 16. With --tamper, the receiver should respond with 4xx; if it responds with 2xx, the exit code is 16.

${aboutSecrets} With several secrets, the delivery has a signature for each.`,
  uses: [],
  tool: { never: 'says where events go' },
  answer: s.object({
    ...s.each(['type', 'to', 'eventId'], s.string()),
    tampered: s.oneOf(ways),
    verdict: s.string(),
    status: s.integer(),
    milliseconds: s.integer(),
    answer: s.string(),
    error: s.string(),
    dryRun: s.boolean(),
    method: s.string(),
    url: s.string(),
    headers: s.map(s.string()),
    body: s.string(),
  }),
  local: true,
  interactive: true,
  fails: ['ended-badly', 'unreachable'],
  args: {
    type: arg.choice('type of event', eventTypes, { byWord: true }),
    to: required(opt.text('address of your receiver', { hint: 'url' })),
    ...secretOptions,
    field: opt.each('a field of the body; numbers, true, false and null keep their type', {
      hint: 'name=value',
    }),
    tamper: opt.choice('what to falsify; unsigned leaves out the signature', ways),
    dryRun: opt.flag('print the request instead of making it'),
  },
  examples: [
    'outreach webhooks trigger EmailReply --to http://127.0.0.1:3000/hooks --secret-file secret.txt',
    'outreach webhooks trigger LeadCategoryUpdate --to 3000/hooks --field new_category=interested --secret-file secret.txt',
    'outreach webhooks trigger EmailBounce --to https://hooks.acme.com/in --secret-file secret.txt --tamper body',
  ],
  async run(context, { type, to, tamper, dryRun, ...options }) {
    const { files, screen } = context;
    const url = receiverUrl(to, '--to');
    const { body, eventId } = eventBody(context.files.world, type, options.field);
    // A secret that is not needed is not asked for.
    const secrets = tamper === 'unsigned' ? [] : await neededSecrets(context, options);
    const genuine = { body, eventId, secrets, timestamp: Math.floor(files.world.clock.now() / 1000) };
    const [meaning, make] = tamper ? tampering[tamper] : ['a genuine delivery', delivery];
    const parcel = make(genuine);
    if (dryRun) {
      screen.note('A dry run: this is the request, and nothing was sent.');
      return shownParcel(url, parcel);
    }
    const reaction = await screen
      .progress(`Delivering to ${url.origin}`, () => react(files.world, url, parcel))
      .catch((error) => {
        throw error instanceof WireFailure ? notReached(error) : error;
      });
    const verdict = tamper ? onTampered(meaning, reaction) : onGenuine(meaning, reaction);
    const result = { type, to: url.href, eventId, tampered: tamper ?? null, verdict, ...reaction };
    const { status } = reaction;
    if (status !== null && (tamper ? isRefusal(status) : isGood(status))) return result;
    throw new Failure('receiver_misbehaved', verdict, { kind: 'ended-badly', result });
  },
  view: (result) =>
    'method' in result
      ? stack(
          record(['POST', result.url], ...Object.entries(result.headers)),
          record(['Body', result.body]),
          text('Nothing was sent.'),
        )
      : record(
          ['Type', result.type],
          ['To', result.to],
          ['Event', result.eventId === '' ? undefined : result.eventId],
          ['Tampered', result.tampered ?? undefined],
          ['Status', result.status ?? undefined],
          ['Took', result.milliseconds === null ? undefined : `${result.milliseconds} ms`],
          ['Answer', result.answer?.trim() || undefined],
          ['Verdict', result.verdict],
        ),
});

/** The body of an event of this type: an example with some fields changed. Throws `usage`. */
function eventBody(
  { clock, random }: Pick<World, 'clock' | 'random'>,
  type: EventName,
  field: readonly string[] = [],
): { body: Buffer; eventId: string } {
  const example = samplePayload(type, { now: clock.now(), id: newEventId(random) });
  const payload = { ...example, ...overrides(type, field) };
  return { body: Buffer.from(JSON.stringify(payload)), eventId: eventIdOf(payload) ?? '' };
}

/** The events are flat, and their fields are all known: a name that is none of them is a slip. */
function overrides(type: EventName, field: readonly string[]): Record<string, unknown> {
  const names: readonly string[] = events[type].fields;
  const entries = fieldEntries(field, []);
  for (const [name] of entries) {
    if (names.includes(name)) continue;
    const meant = closest(name, names);
    throw new Failure('invalid_field', `${type} has no field '${name}'`, {
      hint: `${meant === undefined ? '' : `Did you mean ${meant}? `}Fields: ${names.join(', ')}.`,
    });
  }
  return Object.fromEntries(entries);
}

/** Anything but a 4xx would make the service send it again (spec, Events 2 and 4). */
const isRefusal = (status: number): boolean => status >= 400 && status < 500;

function onGenuine(meaning: string, { status, error }: Reaction): string {
  if (status === null)
    return `It gave no answer to ${meaning} (${error}): the service would retry three times`;
  if (isGood(status)) return `It accepted ${meaning} with ${status}`;
  if (isRefusal(status))
    return `It refused ${meaning} with ${status}: the service would not retry, and the event would be lost`;
  if (status >= 500) return `It answered ${status} to ${meaning}: the service would retry three times`;
  return `It answered ${status} to ${meaning}, but only a 2xx accepts it, and redirects are not followed`;
}

function onTampered(meaning: string, { status, error }: Reaction): string {
  if (status === null) return `It gave no answer to ${meaning} (${error}) where it should refuse with a 4xx`;
  if (isGood(status))
    return `It accepted ${meaning} with ${status}: anyone who knows its address can send it such events`;
  if (isRefusal(status)) return `It refused ${meaning} with ${status}`;
  return `It answered ${status} to ${meaning} where it should refuse with a 4xx`;
}

/** Each with another last digit. */
const withOtherSignatures = ({ headers, body }: Parcel): Parcel => ({
  body,
  headers: headers.map(([name, value]) => {
    const other = value.replaceAll(/[0-9a-f](?=,|$)/g, (digit) => (digit === '0' ? '1' : '0'));
    return [name, name === signatureHeader ? other : value];
  }),
});

/** One more field where it is JSON, so that only the signature can tell; else one more byte. */
function changed(body: Buffer): Buffer {
  const text = body.toString('utf8');
  const end = text.lastIndexOf('}');
  if (!/[^\s{]/.test(text.slice(0, Math.max(end, 0)))) return Buffer.concat([body, Buffer.from('\n')]);
  return Buffer.from(`${text.slice(0, end)},"tampered":true${text.slice(end)}`);
}

/** A delivery that was not sent, as data. The signature is none of the secrets; it is good for 300 s. */
const shownParcel = (url: URL, { headers, body }: Parcel) => ({
  dryRun: true,
  method: 'POST',
  url: url.href,
  headers: Object.fromEntries(headers),
  body: body.toString('utf8'),
});
