import { EventEmitter, on } from 'node:events';
import { isLoopback } from '../../base/base-url.ts';
import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { StreamedListing } from '../../cli/declare/listing.ts';
import { opt, under } from '../../cli/declare/params.ts';
import { type Toned, toned } from '../../cli/declare/view.ts';
import type { World } from '../../cli/declare/world.ts';
import { timeOfDay } from '../../cli/output/text/times.ts';
import type { Page } from '../../client/api/api.ts';
import { limits } from '../../contract/limits.ts';
import { aboutSecrets, givenSecrets, secretOptions } from './delivery/secrets.ts';
import { type DeliveryRecord, deliveryRecordFields } from './receiver/delivery-record.ts';
import { forward } from './receiver/forward.ts';
import { createIntake, type IntakeOptions } from './receiver/intake.ts';
import { isGood } from './receiver/memory.ts';
import type { Received } from './receiver/receiver.ts';
import { receiverUrl } from './receiver/receiver-url.ts';

const usualPort = 4000;
const maxBytes = 10 * 1024 * 1024;
/** A little less than the service waits, so that it hears of a slow program from here. */
const forwardMs = (limits.webhookAnswerSeconds - 2) * 1000;

export const listen = command({
  name: 'listen',
  summary: 'Receive webhook deliveries on this machine; check, show and forward them',
  about: `Listens on 127.0.0.1, at any path, until Ctrl-C or SIGTERM (exit code 0). The service delivers only to public https addresses: use a tunnel. The sandbox delivers directly; \`outreach sandbox secrets\` shows its secrets.

A delivery with a bad signature gets 401 and is not forwarded. --forward-to forwards bytes and headers, and returns the response of your program: 2xx accepts the event, 4xx rejects it, anything else asks for a retry. An event repeated within 10 minutes, or within 150 s if it has no time field, gets 200 and is not forwarded. --save saves valid events once, for \`webhooks replay\`.

${aboutSecrets}`,
  uses: [],
  tool: { never: 'does not end' },
  answer: deliveryRecordFields,
  local: true,
  interactive: true,
  fails: ['conflict', 'still-running'],
  args: {
    port: opt.int(`port; 0 chooses a free one (default ${usualPort})`, { min: 0, max: 65_535, hint: 'n' }),
    ...under('FORWARDING', {
      forwardTo: opt.text('forward deliveries to this address', { hint: 'url' }),
      allowRemote: opt.flag('allow --forward-to another machine, over https'),
      forwardTimeout: opt.duration('time limit for the response of your program (default 28s)'),
    }),
    ...under('SIGNATURES', {
      ...secretOptions,
      allowUnsigned: opt.flag('accept deliveries without a signature (old webhooks)'),
      tolerance: opt.duration(
        'how far the time of the signature may be from now, either way (default 300s)',
        { min: 0 },
      ),
    }),
    save: opt.file('save valid events in this folder or .ndjson file', 'written', 'path'),
    ...under('WHEN TO STOP', {
      once: opt.flag('stop after one valid event'),
      count: opt.int('stop after this many valid events', { min: 1, hint: 'n' }),
      for: opt.duration('stop after this long'),
    }),
  },
  excludes: [['once', 'count']],
  examples: [
    'outreach webhooks listen --port 4000 --forward-to http://127.0.0.1:3000/hooks --secret-file secret.txt',
    'outreach webhooks listen --secret-file old.txt --secret-file new.txt --save events',
    'outreach webhooks listen --port 0 --once --for 60s --ndjson',
  ],
  async run(context, { port = usualPort, save, once, count, for: forMs, ...values }) {
    const { world } = context.files;
    const target = forwardTarget(values);
    const secrets = await givenSecrets(context, values);
    const { openEventStore } = await import('../../cli/files/saved-events.ts');
    const rules = {
      now: () => world.clock.now(),
      secrets,
      toleranceSeconds: Math.floor((values.tolerance ?? limits.webhookToleranceSeconds * 1000) / 1000),
      allowUnsigned: values.allowUnsigned,
      forward:
        target && ((received: Received) => forward(target, received, values.forwardTimeout ?? forwardMs)),
      store: save === undefined ? undefined : await openEventStore(world, save),
    };
    const until = { port, wanted: once ? 1 : count, forMs };
    return new StreamedListing(received(context, rules, target, until));
  },
  empty: 'No deliveries came.',
  columns: [
    ['Received', 'receivedAt'],
    ['Type', 'type'],
    ['Event', 'eventId', 'id'],
    ['About', 'about'],
    ['Signature', 'signature'],
    ['Repeated', 'duplicate'],
    ['Forwarded', 'forwardStatus'],
    ['Answered', 'answered'],
  ],
  atTerminal: [
    ['Time', ({ receivedAt }) => timeOfDay(receivedAt)],
    ['Type', ({ type }) => type ?? 'unknown', 'text', 1],
    ['Answer', fateOf, 'prose', 0],
    ['About', 'about', 'id', 2],
  ],
});

interface Until {
  readonly port: number;
  readonly wanted: number | undefined;
  readonly forMs: number | undefined;
}

/** Every delivery when it was answered, until enough came, the time is over or a person ends it. */
async function* received(
  context: Context,
  rules: Omit<IntakeOptions, 'broken' | 'onRecord'>,
  target: URL | undefined,
  { port, wanted, forMs }: Until,
): AsyncGenerator<Page<DeliveryRecord>> {
  const { files, screen } = context;
  const { openReceiver } = await import('./receiver/receiver.ts');
  const over = new AbortController();
  const arrivals = new EventEmitter();
  const records = on(arrivals, 'record', { close: ['over'] });
  const failed: unknown[] = [];
  let good = 0;
  const receive = createIntake({
    ...rules,
    broken: (error) => {
      failed.push(error);
      over.abort();
    },
    onRecord: (record) => {
      arrivals.emit('record', record);
      if (isGood(record.answered) && !record.duplicate && ++good === wanted) over.abort();
    },
  });
  const { url, close } = await openReceiver({
    port,
    maxBytes,
    patienceMs: limits.webhookAnswerSeconds * 1000,
    receive,
    turnedAway: (reason) => screen.note(`Refused: ${reason}`),
  });
  const closed = ended(files.world, forMs, over.signal)
    .then(close)
    .finally(() => arrivals.emit('over'));
  try {
    sayWhere(context, url, target);
    if (rules.secrets.length === 0)
      screen.warn(
        'Signatures are NOT checked: anyone who reaches this port can send events. Give --secret-file <file>.',
      );
    for await (const [record] of records)
      yield { items: [record], total: null, page: 1, limit: 1, hasMore: false };
  } finally {
    over.abort();
    await closed;
  }
  if (failed.length > 0) throw failed[0];
  if (wanted !== undefined && good < wanted) throw tooFew(context, good, wanted);
}

function sayWhere({ files, screen }: Context, url: string, to: URL | undefined): void {
  if (screen.globals.quiet) return;
  // A script must learn the port, too.
  if (screen.globals.json || screen.globals.ndjson)
    files.world.stderr.write(`${JSON.stringify({ listening: url })}\n`);
  else screen.note(`Listening on ${url}${to ? `, forwarding to ${to.href}` : ''}. Ctrl-C ends it.`);
}

/** A stop signal is how it usually ends: no failure. */
async function ended({ clock, signal }: World, forMs: number | undefined, over: AbortSignal): Promise<void> {
  const stop = AbortSignal.any([signal, over]);
  if (stop.aborted) return;
  if (forMs !== undefined) await clock.sleep(forMs, stop).catch(() => undefined);
  else await new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true }));
}

function forwardTarget({
  forwardTo,
  allowRemote,
}: {
  readonly forwardTo: string | undefined;
  readonly allowRemote: boolean;
}): URL | undefined {
  if (forwardTo === undefined) return undefined;
  const url = receiverUrl(forwardTo, '--forward-to');
  if (isLoopback(url) || allowRemote) return url;
  throw new Failure(
    'remote_receiver',
    `--forward-to ${url.origin} is another machine, and events contain personal data`,
    { hint: 'If you mean it, add --allow-remote.' },
  );
}

function tooFew({ files }: Context, good: number, wanted: number): unknown {
  const { aborted, reason } = files.world.signal;
  if (aborted && !reason.is('command_timeout')) return reason;
  return new Failure('too_few_events', `${good} of ${counted(wanted, 'event')} came`, {
    hint: 'Listen longer with --for, or check where deliveries go: outreach webhooks list',
  });
}

/** What it was answered, and why in few words; `error` has all of them. */
function fateOf({ answered, duplicate, signature, reason, error, ...record }: DeliveryRecord): Toned {
  if (reason !== null) return toned(`${answered} refused: ${reason.replaceAll('-', ' ')}`, 'bad');
  if (duplicate) return toned(`${answered} repeated, not forwarded`, 'idle');
  const { forwardStatus, forwardMilliseconds } = record;
  const forwarded =
    forwardStatus === null
      ? [error ?? 'received']
      : [`forwarded: ${forwardStatus} in ${forwardMilliseconds} ms`, ...(error === null ? [] : [error])];
  const parts = signature === 'valid' ? forwarded : [...forwarded, signature];
  return toned(`${answered} ${parts.join(', ')}`, isGood(answered) ? 'good' : 'bad');
}
