import type { Received } from '../receiver/receiver.ts';

/** The first header of that name; the service sends one. Empty where there is none. */
export const headerOf = (headers: Received['headers'], name: string): string =>
  headers.find(([candidate]) => candidate.toLowerCase() === name.toLowerCase())?.[1] ?? '';
