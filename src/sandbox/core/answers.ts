import { exactText } from '../../base/exact-json.ts';
import type { WireAnswer } from '../../contract/wire.ts';

export const textAnswer = (status: number, body: string): WireAnswer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
});

export const jsonAnswer = (
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): WireAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: exactText(value),
});

export const tooMany = (seconds: number): WireAnswer =>
  jsonAnswer(
    429,
    { error: `Too many requests: come back in ${seconds} s` },
    { 'retry-after': String(seconds) },
  );
