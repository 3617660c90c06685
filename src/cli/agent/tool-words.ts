import type { Failure } from '../../base/errors.ts';
import { kebab } from '../declare/shared-options.ts';
import { personHint, withHint } from '../messages/hints/hint-of.ts';

/** Consent, and what replaces it: an agent has none of these. */
const ofPeople = /--(?:yes|again|once)\b/;

/** What a session can name: the arguments of the tool that was called, its tools, and the groups of all commands. */
export interface ToolNames {
  readonly args: readonly string[];
  readonly tools: { has(name: string): boolean };
  readonly groups: readonly string[];
}

/** A failure in words of the tool: arguments for options, tools for lines, and nothing that only a person can pass. */
export function inToolWords(failure: Failure, names: ToolNames): Failure {
  const shown = withHint(failure);
  const { message, hint } = shown;
  return shown.with({
    message: withTools(withArguments(message, names.args), names),
    ...(typeof hint === 'string' && { hint: withTools(hintFor(shown, hint, names.args), names) }),
  });
}

/** A line of the program is the tool of the session that it is, or else what a person runs. */
const withTools = (text: string, { tools, groups }: ToolNames): string =>
  text.replaceAll(/\boutreach ([a-z][a-z-]*(?: [a-z][a-z-]*)*)/g, (line, named: string, at: number) => {
    const words = named.split(' ');
    if (!groups.includes(words[0] ?? '')) return line;
    for (let length = words.length; length > 0; length--) {
      const tool = words.slice(0, length).join('_');
      if (tools.has(tool)) return ['the tool', tool, ...words.slice(length)].join(' ');
    }
    return /\bperson\b.*$/i.test(text.slice(0, at)) ? line : `a person runs ${line}`;
  });

function hintFor({ code, extra }: Failure, hint: string, names: readonly string[]): string {
  if (!ofPeople.test(hint)) return withArguments(hint, names);
  if (code !== 'done_recently') return personHint;
  const did = extra.intent === undefined ? '' : ` What it did: journal_show with id ${extra.intent}`;
  return `Ten minutes after it was done, the same call asks a person again. A person can do it at a terminal before that.${did}`;
}

const withArguments = (text: string, names: readonly string[]): string =>
  names.reduce(
    (said, name) => said.replaceAll(new RegExp(`(?<![\\w-])--${kebab(name)}(?![\\w-])`, 'g'), name),
    text,
  );
