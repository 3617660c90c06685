import { join } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { jsonIn } from '../../base/lossless-json.ts';
import { hideSecrets } from '../../base/text/hide-secrets.ts';
import { redactKeys } from '../../contract/keys.ts';
import { redact } from '../../contract/redact.ts';
import {
  asPayload,
  type EventPlace,
  eventTypeOf,
  lackIn,
  type Payload,
  payloadIn,
  placeOf,
} from '../../domain/events/event-identity.ts';
import { makeFolders } from '../../local/private-files.ts';
import { pattern } from '../advice/line-of.ts';
import { isStandardOutput } from '../declare/file-limits.ts';
import type { World } from '../declare/world.ts';
import { oddity, refused } from './output-target.ts';
import { readFile } from './read-file.ts';
import { pathOf } from './room.ts';

/** A delivery as it came in, to be sent again: the very bytes and headers. */
export interface SavedEvent {
  /** RFC 3339. */
  readonly receivedAt: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** Where deliveries are kept: a folder with a file each, or one file with a line each. */
export interface EventStore {
  /** Resolves when it is on the disk. `label` becomes a part of the file's name. Throws `usage` where it cannot be written. */
  save(event: SavedEvent, label: string): Promise<void>;
}

const isLines = (path: string): boolean => /\.(?:ndjson|jsonl)$/i.test(path);

/** Opens a place that can be written. Strangers' texts may be private: it is its owner's alone, and no link. */
export async function openEventStore(world: World, path: string): Promise<EventStore> {
  const { lstat, open, writeFile } = await import('node:fs/promises');
  const { constants } = await import('node:fs');
  if (isStandardOutput(path)) throw refused(path, 'deliveries are already shown there');
  const place = pathOf(world, path);
  const failed = (error: unknown): never => {
    if (error instanceof Failure) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ELOOP' ? 'it is a link' : message;
    throw new Failure('file_not_writable', `Events cannot be saved in ${path}: ${reason}`, { cause: error });
  };
  const found = await lstat(place).catch(() => undefined);
  const odd = found && oddity(found);
  if (odd !== undefined && (isLines(place) || !found?.isDirectory())) throw refused(path, odd);
  if (isLines(place)) {
    const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
    const append = async (text: string) => {
      // A named pipe in its place does not block.
      const file = await open(place, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW | O_NONBLOCK, 0o600);
      try {
        if (!(await file.stat()).isFile()) throw refused(path, 'it is not a plain file');
        await file.chmod(0o600);
        await file.appendFile(text);
        await file.datasync();
      } finally {
        await file.close();
      }
    };
    await append('').catch(failed);
    return { save: (event) => append(`${JSON.stringify(written(event))}\n`).catch(failed) };
  }
  try {
    makeFolders(place);
  } catch (error) {
    failed(error);
  }
  let count = 0;
  return {
    async save(event, label) {
      // In the order of their arrival. The label may be a stranger's: only harmless characters stay.
      const time = event.receivedAt.replaceAll(/[^0-9TZ]/g, '');
      const what = label.replaceAll(/[^\w-]/g, '').slice(0, 80);
      const text = `${JSON.stringify(written(event), undefined, 2)}\n`;
      for (;;) {
        const file = join(place, `${time}-${String(count++).padStart(4, '0')}-${what}.json`);
        try {
          return await writeFile(file, text, { flag: 'wx', mode: 0o600 });
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EEXIST') failed(error);
        }
      }
    },
  };
}

/** Bodies are readable where they are text; where they are none, every byte counts all the same. */
function written({ receivedAt, headers, body }: SavedEvent) {
  const text = body.toString('utf8');
  const exact = Buffer.from(text).equals(body);
  return {
    receivedAt,
    headers: headers.map(([name, value]) => [name, redact(value)]),
    ...(exact ? { body: hideSecrets(redactKeys(text)) } : { bodyBase64: body.toString('base64') }),
  };
}

/**
 * The events behind these paths: saved deliveries, or the bare bodies that a receiver of your own has saved. For what
 * reads them and sends none on. Throws `usage` where there are lines and none is an event: that is another file.
 */
export async function readEventPayloads(world: World, paths: readonly string[]) {
  const found = await readEach(world, paths, (value, place) => ({ ...place, read: payloadOr(value) }));
  const events: (EventPlace & { readonly payload: Payload })[] = [];
  const unread: (EventPlace & { readonly reason: string })[] = [];
  for (const { read, ...place } of found)
    if (typeof read === 'string') unread.push({ ...place, reason: read });
    else events.push({ ...place, payload: read });
  const [first] = unread;
  if (first && events.length === 0) throw notSaved(placeOf(first), first.reason);
  return { events, unread };
}

/** What an event says, or why that cannot be read. */
function payloadOr(value: unknown): Payload | string {
  if (value === undefined) return 'it is not JSON, or is cut off';
  const given = asPayload(value);
  if (given === undefined)
    return `it is ${Array.isArray(value) ? 'a list' : JSON.stringify(value).slice(0, 40)}, not an object`;
  if (eventTypeOf(given) !== undefined) return given;
  const isDelivery = ['receivedAt', 'headers', 'body', 'bodyBase64'].some((field) =>
    Object.hasOwn(given, field),
  );
  if (!isDelivery) return lackIn(given);
  const body = bodyOf(given);
  if (body === undefined) return 'it is a delivery without a body';
  const payload = payloadIn(body);
  if (payload === undefined) return 'its body is not a JSON object';
  return eventTypeOf(payload) === undefined ? `its body: ${lackIn(payload)}` : payload;
}

/** The saved deliveries behind these paths: files, and folders of them in the order of their names. Throws `usage`. */
export async function readSavedEvents(world: World, paths: readonly string[]): Promise<SavedEvent[]> {
  return readEach(world, paths, savedEvent, (file) => {
    throw notSaved(file, 'it is empty');
  });
}

type Make<T> = (value: unknown, place: EventPlace) => T;

async function readEach<T>(
  world: World,
  paths: readonly string[],
  make: Make<T>,
  atEmpty?: (file: string) => void,
): Promise<T[]> {
  const { readdir, stat } = await import('node:fs/promises');
  const found: T[] = [];
  for (const path of paths) {
    const place = pathOf(world, path);
    const folder = path !== '-' && (await stat(place).catch(() => undefined))?.isDirectory() === true;
    const files = folder
      ? (await readdir(place))
          .filter((name) => /\.(?:json|ndjson|jsonl)$/i.test(name))
          .sort()
          .map((name) => join(path, name))
      : [path];
    if (files.length === 0)
      throw new Failure('nothing_saved', `${path} has no saved events`, {
        hint: `Save some: ${saveEvents()}`,
      });
    for (const file of files) {
      const events = readEvents(await readFile(world, file, 'document'), file, make);
      if (events.length === 0) atEmpty?.(file);
      // One at a time: there may be more than a call has room for.
      for (const event of events) found.push(event);
    }
  }
  return found;
}

function readEvents<T>(bytes: Buffer, file: string, make: Make<T>): T[] {
  const text = bytes.toString('utf8');
  const whole = jsonIn(text.trim());
  if (whole !== undefined) return [make(whole, { file, line: null })];
  return text
    .split(/\r?\n/)
    .flatMap((line, at) => (line.trim() === '' ? [] : [make(jsonIn(line.trim()), { file, line: at + 1 })]));
}

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

function savedEvent(value: unknown, place: EventPlace): SavedEvent {
  const given = asPayload(value) ?? {};
  const { receivedAt, headers } = given;
  if (typeof receivedAt !== 'string' || !Array.isArray(headers) || !headers.every(isHeader))
    throw notSaved(placeOf(place), 'it lacks the time and headers of a delivery');
  const body = bodyOf(given);
  if (body === undefined) throw notSaved(placeOf(place), 'it has no body');
  return { receivedAt, headers, body };
}

function bodyOf({ body, bodyBase64 }: Payload): Buffer | undefined {
  if (typeof body === 'string') return Buffer.from(body);
  return typeof bodyBase64 === 'string' && base64.test(bodyBase64)
    ? Buffer.from(bodyBase64, 'base64')
    : undefined;
}

/** Nothing that could end a header and begin another. */
const isHeader = (pair: unknown): pair is [string, string] =>
  Array.isArray(pair) &&
  pair.length === 2 &&
  /^[!#$%&'*+.^`|~\w-]+$/.test(String(pair[0])) &&
  typeof pair[1] === 'string' &&
  !/[^\t\x20-\x7e\x80-\xff]/.test(pair[1]);

const notSaved = (from: string, reason: string): Failure =>
  new Failure('not_a_saved_event', `${from} is not a saved event: ${reason}`, {
    hint: `Events are saved by: ${saveEvents()}`,
  });

const saveEvents = () => pattern('webhooks listen', { save: '<folder>' });
