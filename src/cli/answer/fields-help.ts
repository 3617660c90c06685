import type { AnyCommand } from '../declare/command.ts';
import { fieldsOf, type Known } from '../declare/known-fields.ts';
import type { World } from '../declare/world.ts';
import { indentOf, jsonDocument, wantsJson } from '../output/text/json.ts';
import { sinkOf } from '../output/text/sink.ts';
import { documentOf } from './answer-of.ts';

/** The fields of a command's answer, each with those below it. `open`: it may have others. */
export function describeFields(command: AnyCommand): { fields: string[]; open: boolean } {
  const answer = documentOf(command, {});
  return { fields: namesOf(fieldsOf(answer.schema)), open: answer.open };
}

function namesOf(known: Known, before = ''): string[] {
  const names = [...known.fields].flatMap(([name, inner]) => [
    `${before}${name}`,
    ...namesOf(inner, `${before}${name}.`),
  ]);
  return known.open && before !== '' ? [...names, `${before}*`] : names;
}

/** Which fields there are is data, too; no argument of the command is needed for it, and nothing is sent. */
export async function showFields(world: World, command: AnyCommand) {
  const { fields, open } = describeFields(command);
  const text = wantsJson(world.argv)
    ? jsonDocument({ fields, open }, indentOf(world))
    : fields.map((name) => `${name}\n`).join('');
  await sinkOf(world.stdout).write(text, world);
  return { fields, open };
}
