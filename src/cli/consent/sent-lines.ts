import { counted } from '../../base/counted.ts';
import type { AnyInput } from '../../contract/operation.ts';
import { redact } from '../../contract/redact.ts';
import { commandLine } from '../advice/shell-words.ts';

/** More is a list, of which the facts say how long it is. */
const mostLines = 500;

/** The line that asks, and what its calls send, texts whole: the facts name what it does, not each of its words. */
export function sentLines(argv: readonly string[], calls: readonly { readonly input: AnyInput }[]): string[] {
  const lines: string[] = [];
  for (const { input } of calls)
    for (const part of [input.params, input.query, input.body]) lines.push(...linesOf(part));
  const left = lines.length - mostLines;
  return [
    `Line: ${redact(commandLine(argv))}`,
    ...(lines.length === 0 ? [] : ['Sends:']),
    ...lines.slice(0, mostLines).map((line) => `│ ${redact(line)}`),
    ...(left > 0 ? [`and ${counted(left, 'more line')}: the same line with --dry-run shows them`] : []),
  ];
}

/** `leads 1 email: ana@lumen.example`. */
function linesOf(value: unknown, name = ''): string[] {
  if (value === undefined || value === null) return value === null && name !== '' ? [`${name}: none`] : [];
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== 'object')) return [`${name}: ${value.join(', ')}`];
    return value.flatMap((item, at) => linesOf(item, `${name} ${at + 1}`.trim()));
  }
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([key, inner]) => linesOf(inner, `${name} ${key}`.trim()));
  const lines = String(value).split(/\r?\n/);
  return lines.length === 1 ? [`${name}: ${value}`] : [`${name}:`, ...lines.map((line) => `  ${line}`)];
}
