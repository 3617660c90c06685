import { jsonIn } from '../../../base/lossless-json.ts';
import type { Payload } from '../../../domain/events/event-identity.ts';
import type { Received } from '../receiver/receiver.ts';

/** The JSON object in a body; undefined where it is none. */
export function payloadOf(body: Buffer): Payload | undefined {
  const value = jsonIn(body.toString('utf8'));
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Payload)
    : undefined;
}

/** The first header of that name; the service sends one. Empty where there is none. */
export const headerOf = (headers: Received['headers'], name: string): string =>
  headers.find(([candidate]) => candidate.toLowerCase() === name.toLowerCase())?.[1] ?? '';
