import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { record, stack, table, text, type View } from '../../cli/declare/view.ts';
import { notReached, type Parcel } from '../../cli/outside/post.ts';
import { eventTypes } from '../../contract/events/events.ts';
import * as s from '../../contract/schema/schema.ts';
import { WireFailure } from '../../contract/wire.ts';
import { type Reaction, react } from './delivery/delivery.ts';
import { eventBody } from './delivery/event-body.ts';
import { aboutSecrets, neededSecrets, type SecretOptions, secretOptions } from './delivery/secrets.ts';
import { type Attempt, attempt, type Genuine, tamperModes } from './delivery/tampering.ts';
import { isGood } from './receiver/memory.ts';
import { receiverUrl } from './receiver/receiver-url.ts';

const triedFields = s.object({
  ...s.each(['type', 'to', 'eventId'], s.string()),
  tampered: s.oneOf(tamperModes),
  expected: s.oneOf(['accepted', 'refused']),
  asExpected: s.boolean(),
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
});

export const trigger = command({
  name: 'trigger',
  summary: 'Send a test event to your own receiver, signed as the service signs',
  about: `The body has exactly the fields of its type, with invented values; nothing is sent to the service. The receiver has 30 s to answer, or --timeout. Plain http works only for this machine. Redirects are not followed.

Exits with 0 if the receiver answers 2xx, else with 16. With --tamper it should refuse with a 4xx: then 2xx exits with 16. \`--tamper all\` tries everything, a genuine delivery first. A receiver should accept empty-event-id and duplicate: unusual, but valid.

${aboutSecrets} With several, the delivery has a signature for each.`,
  uses: [],
  tool: { never: 'says where events go' },
  answer: ({ tamper = [] }) => (tamper.length > 0 ? s.array(triedFields) : triedFields),
  local: true,
  interactive: true,
  fails: ['ended-badly', 'unreachable'],
  args: {
    type: arg.choice('the type of the event', eventTypes, { byWord: true }),
    to: opt.requiredText('the address of your receiver', { hint: 'url' }),
    ...secretOptions,
    field: opt.each('a field of the body, typed', { hint: 'name=value' }),
    rawField: opt.each('a field of the body, as text', { hint: 'name=value' }),
    bodyFile: opt.file('the whole body, byte for byte, - for stdin', 'document'),
    tamper: opt.choices('what to tamper with', [...tamperModes, 'all']),
    dryRun: opt.flag('print the request and send nothing'),
  },
  excludes: [['bodyFile', 'field', 'rawField']],
  examples: [
    'outreach webhooks trigger EmailReply --to http://127.0.0.1:3000/hooks --secret-file secret.txt',
    'outreach webhooks trigger LeadCategoryUpdate --to 3000/hooks --field new_category=interested --secret-file secret.txt',
    'outreach webhooks trigger EmailBounce --to https://hooks.acme.com/in --secret-file secret.txt --tamper all',
  ],
  async run(context, { type, to, tamper = [], dryRun, ...options }): Promise<Outcome> {
    const { files, screen } = context;
    const url = receiverUrl(to, '--to');
    const modes = tamper.includes('all') ? [null, ...tamperModes] : tamper.length === 0 ? [null] : tamper;
    const event = await eventBody(context, type, options);
    const secrets = await secretsFor(context, modes, options);
    const genuine = (): Genuine => ({
      ...event,
      secrets,
      timestamp: Math.floor(files.world.clock.now() / 1000),
    });
    const plan = (mode: (typeof modes)[number]): Attempt => attempt(mode === 'all' ? null : mode, genuine());
    if (dryRun) {
      screen.note('A dry run: this is the request, and nothing was sent.');
      return shownParcel(url, modes.flatMap((mode) => plan(mode).parcels)[0] as Parcel);
    }
    const tried = await screen.progress(`Delivering to ${url.origin}`, async () => {
      const found: Tried[] = [];
      for (const mode of modes) found.push(await tryOut(context, url, plan(mode)));
      return found;
    });
    const common = { type, to: url.href, eventId: event.eventId };
    const [only, ...more] = tried;
    const result: Outcome =
      only !== undefined && more.length === 0
        ? { ...common, ...only }
        : {
            ...common,
            passed: tried.filter(({ asExpected }) => asExpected).length,
            total: tried.length,
            items: tried,
          };
    const wrong = tried.filter(({ asExpected }) => !asExpected);
    if (wrong.length === 0) return result;
    throw new Failure('receiver_misbehaved', wrong[0]?.verdict ?? '', {
      kind: 'ended-badly',
      ...(wrong.length > 1 && {
        hint: `${wrong.length} of ${counted(tried.length, 'delivery', 'deliveries')} did not end as they should.`,
      }),
      result,
    });
  },
  view: (result) => {
    if ('method' in result) return shownParcelView(result);
    if ('items' in result)
      return table(result.items, [
        ['Tampered', ({ tampered }) => tampered],
        ['Status', ({ status }) => status, 'number'],
        ['ms', ({ milliseconds }) => milliseconds, 'number'],
        ['As it should', ({ asExpected }) => asExpected, 'state'],
        ['Verdict', ({ verdict }) => verdict, 'prose', 1],
      ]);
    return record(
      ['Type', result.type],
      ['To', result.to],
      ['Event', result.eventId === '' ? undefined : result.eventId],
      ['Tampered', result.tampered ?? undefined],
      ['Status', result.status ?? undefined],
      ['Took', result.milliseconds === null ? undefined : `${result.milliseconds} ms`],
      ['Answer', result.answer?.trim() || undefined],
      ['Verdict', result.verdict],
    );
  },
});

interface Common {
  readonly type: string;
  readonly to: string;
  readonly eventId: string;
}
type Outcome =
  | (Common & Tried)
  | (Common & { readonly passed: number; readonly total: number; readonly items: readonly Tried[] })
  | ReturnType<typeof shownParcel>;

/** A secret that is not needed is not asked for. */
const secretsFor = (
  context: Context,
  modes: readonly (string | null)[],
  options: SecretOptions,
): Promise<readonly string[]> =>
  modes.every((mode) => mode === 'unsigned') ? Promise.resolve([]) : neededSecrets(context, options);

async function tryOut({ files }: Context, url: URL, plan: Attempt): Promise<Tried> {
  let tried: Tried | undefined;
  for (const parcel of plan.parcels) {
    if (tried?.asExpected === false) break;
    try {
      tried = judge(plan, await react(files.world, url, parcel));
    } catch (error) {
      throw error instanceof WireFailure ? notReached(error) : error;
    }
  }
  if (tried === undefined) throw new Error('a plan without a delivery');
  return tried;
}

/** One delivery to a receiver of one's own: a record of `webhooks trigger`. */
interface Tried extends Reaction {
  readonly tampered: Attempt['tampered'];
  readonly expected: Attempt['expected'];
  readonly asExpected: boolean;
  readonly verdict: string;
}

/** What a reaction comes to by the rules of the spec (Events 2 and 4). */
function judge({ tampered, expected, meaning }: Attempt, reaction: Reaction): Tried {
  const asExpected = isAsExpected(expected, reaction.status);
  const verdict = expected === 'accepted' ? onGenuine(meaning, reaction) : onTampered(meaning, reaction);
  return { tampered, expected, asExpected, verdict, ...reaction };
}

/** A refusal is a 4xx: anything else would make the service send it again. */
const isAsExpected = (expected: Attempt['expected'], status: number | null): boolean =>
  status !== null && (expected === 'accepted' ? isGood(status) : status >= 400 && status < 500);

function onGenuine(meaning: string, { status, error }: Reaction): string {
  if (status === null)
    return `It gave no answer to ${meaning} (${error}): the service would retry three times`;
  if (isGood(status)) return `It accepted ${meaning} with ${status}`;
  if (status >= 400 && status < 500)
    return `It refused ${meaning} with ${status}: the service would not retry, and the event would be lost`;
  if (status >= 500) return `It answered ${status} to ${meaning}: the service would retry three times`;
  return `It answered ${status} to ${meaning}, but only a 2xx accepts it, and redirects are not followed`;
}

function onTampered(meaning: string, { status, error }: Reaction): string {
  if (status === null) return `It gave no answer to ${meaning} (${error}) where it should refuse with a 4xx`;
  if (isGood(status))
    return `It accepted ${meaning} with ${status}: anyone who knows its address can send it such events`;
  if (status >= 400 && status < 500) return `It refused ${meaning} with ${status}`;
  return `It answered ${status} to ${meaning} where it should refuse with a 4xx`;
}

/** A delivery that was not sent, as data. The signature is none of the secrets; it is good for 300 s. */
const shownParcel = (url: URL, { headers, body }: Parcel) => ({
  dryRun: true,
  method: 'POST',
  url: url.href,
  headers: Object.fromEntries(headers),
  body: body.toString('utf8'),
});

const shownParcelView = ({ url, headers, body }: ReturnType<typeof shownParcel>): View =>
  stack(
    record(['POST', url], ...Object.entries(headers).map(([name, value]) => [name, value] as const)),
    record(['Body', body]),
    text('Nothing was sent.'),
  );
