import { answerOf } from '../src/cli/answer/answer-of.ts';
import { fieldsOf } from '../src/cli/declare/answer.ts';
import type { Known } from '../src/cli/declare/known-fields.ts';
import { isGroup, resolve } from '../src/cli/line/find-command.ts';
import { parseLine } from '../src/cli/line/parse-line.ts';
import { tree } from '../src/commands/index.ts';

/** Names in the data that nobody declared, as paths. */
function undeclared(known: Known, value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => undeclared(known, item, at));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const next = known.fields.get(name);
    if (next) return undeclared(next, inner, `${at}${name}.`);
    return known.open ? [] : [`${at}${name}`];
  });
}

/** Fields of a printed document that its command does not declare; none where the line asks for another document. */
export async function undeclaredIn(argv: readonly string[], out: string): Promise<string[]> {
  const others = ['--fields', '--dry-run', '--help', '-h', '--version', '--schemas'];
  if (!argv.includes('--json') || out === '' || argv.some((word) => others.includes(word))) return [];
  const found = await resolve(tree, argv);
  if (found.node === undefined || isGroup(found.node)) return [];
  const { values } = await parseLine(found.node, { ...found, argv });
  const answer = answerOf(found.node, values);
  if (answer.open) return [];
  const document: unknown = JSON.parse(out);
  const { items } = (document ?? {}) as { items?: unknown };
  return undeclared(fieldsOf(answer), Array.isArray(items) ? items : document);
}
