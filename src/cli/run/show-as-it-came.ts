import type { AsItCame } from '../../client/response/as-it-came.ts';
import { byItsFields, lacksFields } from '../answer/other-shape.ts';
import type { AnyCommand } from '../declare/command.ts';
import type { Messages } from '../declare/messages.ts';
import { createWriter, type Writer } from '../output/writer.ts';

export interface Showing {
  readonly command: AnyCommand;
  readonly values: Readonly<Record<string, unknown>>;
  readonly writer: Writer;
  readonly writing: Parameters<typeof createWriter>[0];
  readonly messages: Messages;
}

/** Shows an answer in which nothing was recognised: of one to a change all, where it lacks a field that was asked for. */
export async function showAsItCame(
  { command, values, writer, writing, messages }: Showing,
  { answer, warning }: AsItCame,
): Promise<string | undefined> {
  messages.warn(warning);
  const drawn = byItsFields(command, values);
  const { globals } = writing;
  if (!lacksFields(drawn, values, globals.fields, answer)) return writer.write(drawn, answer, values);
  messages.warn('It does not have all of --fields: all of it is shown');
  const whole = createWriter({ ...writing, globals: { ...globals, fields: undefined } });
  return whole.write(drawn, answer, values);
}
