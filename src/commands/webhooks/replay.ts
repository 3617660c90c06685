import { counted, grouped, plural } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { arg, opt, required } from '../../cli/declare/params.ts';
import { record, stack, table } from '../../cli/declare/view.ts';
import type { SavedEvent } from '../../cli/files/saved-events.ts';
import { notReached } from '../../cli/outside/post.ts';
import { eventIdHeader, signatureHeader, timestampHeader } from '../../contract/events/signature.ts';
import * as s from '../../contract/schema/schema.ts';
import { WireFailure } from '../../contract/wire.ts';
import { eventIdOf, eventTypeOf, payloadIn } from '../../domain/events/event-identity.ts';
import { delivery, headerOf, react } from './delivery/delivery.ts';
import { aboutSecrets, neededSecrets, secretOptions } from './delivery/secrets.ts';
import { passedOn } from './receiver/forward.ts';
import { isGood } from './receiver/memory.ts';
import { receiverUrl } from './receiver/receiver-url.ts';

export const replay = command({
  name: 'replay',
  summary: 'Send saved deliveries again, with a fresh signature',
  about: `Sends the events that \`outreach webhooks listen --save\` saved, in order of arrival. The body and the event id stay the same; the timestamp and the signature are new. A receiver that ignores repeated events ignores these too.

The exit code is 0 if every response is 2xx, 15 if only some are, and 16 if none is.

${aboutSecrets} --unsigned sends no signature.`,
  uses: [],
  tool: { never: 'says where events go' },
  answer: s.array(
    s.object({
      ...s.each(['type', 'eventId', 'savedAt'], s.string()),
      ...s.each(['status', 'milliseconds'], s.integer()),
      ...s.each(['answer', 'error'], s.string()),
    }),
  ),
  local: true,
  interactive: true,
  fails: ['ended-badly', 'partial', 'unreachable'],
  args: {
    saved: arg.files('saved events: files or folders', 'document'),
    to: required(opt.text('address of your receiver', { hint: 'url' })),
    ...secretOptions,
    unsigned: opt.flag('send the events without a signature'),
  },
  excludes: [['unsigned', 'secretFile', 'secretStdin']],
  examples: [
    'outreach webhooks replay events --to http://127.0.0.1:3000/hooks --secret-file secret.txt',
    'outreach webhooks replay events.ndjson --to 3000/hooks --secret-file secret.txt --json',
  ],
  async run(context, { saved, to, unsigned, ...options }) {
    const { files, screen } = context;
    const url = receiverUrl(to, '--to');
    const { readSavedEvents } = await import('../../cli/files/saved-events.ts');
    const events = await readSavedEvents(files.world, saved);
    const secrets = unsigned ? [] : await neededSecrets(context, options);
    const items = await screen.progress(`Delivering ${grouped(events.length)} to ${url.origin}`, async () => {
      const done: Awaited<ReturnType<typeof again>>[] = [];
      for (const event of events)
        done.push(await again(context, url, event, { secrets, first: done.length === 0 }));
      return done;
    });
    const delivered = items.filter(({ status }) => status !== null && isGood(status)).length;
    const result = { to: url.href, delivered, total: items.length, items };
    if (delivered === items.length) return result;
    const bad = items.find(({ status }) => status === null || !isGood(status));
    throw new Failure(
      'receiver_misbehaved',
      `${delivered} of ${counted(items.length, 'event')} ${plural(delivered, 'was', 'were')} accepted with 2xx`,
      {
        kind: delivered === 0 ? 'ended-badly' : 'partial',
        hint: `The first that was not: ${bad?.error ?? `answered ${bad?.status}`}.`,
        result,
      },
    );
  },
  view: ({ to, delivered, total, items }) =>
    stack(
      table(items, [
        ['Type', 'type'],
        ['Event', 'eventId', 'id'],
        ['Saved', 'savedAt', 'wall-time'],
        ['Status', 'status', 'id'],
        ['ms', 'milliseconds', 'number'],
        ['Error', 'error', 'prose', 3],
      ]),
      record(['To', to], ['Delivered', `${delivered} of ${total}`]),
    ),
});

/** A receiver that is not there ends it; one that goes away in between is reported event by event. */
async function again(
  { files }: Context,
  url: URL,
  saved: SavedEvent,
  { secrets, first }: { readonly secrets: readonly string[]; readonly first: boolean },
) {
  const { body, headers, receivedAt } = saved;
  const payload = payloadIn(body);
  const type = (payload && eventTypeOf(payload)) ?? null;
  const eventId = (payload && eventIdOf(payload)) ?? headerOf(headers, eventIdHeader);
  const parcel = delivery({
    body,
    eventId,
    secrets,
    timestamp: Math.floor(files.world.clock.now() / 1000),
    others: passedOn(headers).filter(([name]) => !made.has(name.toLowerCase())),
  });
  const known = { type, eventId: eventId === '' ? null : eventId, savedAt: receivedAt };
  try {
    return { ...known, ...(await react(files.world, url, parcel)) };
  } catch (error) {
    if (!(error instanceof WireFailure)) throw error;
    if (first) throw notReached(error);
    return { ...known, status: null, milliseconds: null, answer: null, error: error.message };
  }
}

const made = new Set([timestampHeader, signatureHeader, eventIdHeader].map((name) => name.toLowerCase()));
