import type { Failure } from '../../base/errors.ts';
import { type Advice, type Hint, isAdvice, piecesOf } from '../../base/text/advice.ts';
import { textOf } from '../advice/line-of.ts';
import { kebab } from '../declare/shared-options.ts';
import { personHint, withHint } from '../messages/hints/hint-of.ts';

/** Consent, and what replaces it: an agent has none of these. */
const ofPeople = /--(?:yes|again|once)\b/;
const isForPeople = (hint: Hint): boolean => ofPeople.test(textOf(hint));

interface Described {
  readonly listed: { readonly inputSchema: { readonly properties: Readonly<Record<string, unknown>> } };
}

/** What a session can name: the arguments of the tool that was called, its tools, and the groups of all commands. */
export interface ToolNames {
  readonly args: readonly string[];
  readonly tools: ReadonlyMap<string, Described>;
  readonly groups: readonly string[];
}

/** A failure in words of the tool: arguments for options, tools for lines, and nothing that only a person can pass. */
export function inToolWords(failure: Failure, names: ToolNames): Failure {
  const shown = withHint(failure);
  const { message, hint } = shown;
  return shown.with({
    message: withTools(withArguments(message, names.args), names),
    ...(hint && { hint: hintFor(shown, hint, names) }),
  });
}

/** A call that an agent can make as it is. */
interface ToolCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The tool of the session that does it; undefined where there is none, or one that does not take all of it. */
function toolOf({ command, values }: Advice, { tools }: Pick<ToolNames, 'tools'>): ToolCall | undefined {
  const tool = command.replaceAll(' ', '_');
  const properties = tools.get(tool)?.listed.inputSchema.properties;
  // Consent is nothing that an agent gives.
  const given = Object.entries(values).filter(([name, value]) => name !== 'yes' && value != null);
  if (properties === undefined || given.some(([name]) => !Object.hasOwn(properties, name))) return undefined;
  return {
    tool,
    arguments: Object.fromEntries(given.map(([name, value]) => [name, valueFor(properties[name], value)])),
  };
}

function valueFor(schema: unknown, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  const isList = (schema as { readonly type?: unknown }).type === 'array';
  return isList && !Array.isArray(value) ? [value] : value;
}

/** The calls that the hint of a failure is about. */
export function callsIn(failure: Failure, names: ToolNames): ToolCall[] {
  const hint = withHint(failure).hint ?? '';
  if (isForPeople(hint)) return [];
  return piecesOf(hint).flatMap((piece) => (isAdvice(piece) ? (toolOf(piece, names) ?? []) : []));
}

const inWords = (advice: Advice, names: ToolNames, before: string): string => {
  const call = toolOf(advice, names);
  if (call === undefined) return isForPerson(before) ? textOf([advice]) : `a person runs ${textOf([advice])}`;
  const given = Object.entries(call.arguments).map(([name, value]) => `${name} ${shown(value)}`);
  return `the tool ${call.tool}${given.length === 0 ? '' : ` with ${given.join(', ')}`}`;
};

const shown = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(shown).join(' ')
    : /^[\w@.:+/-]+$/.test(String(value))
      ? String(value)
      : JSON.stringify(value);

/** A line in a text becomes a tool of the session, or what a person runs. `before` is what the text follows. */
export function withTools(text: string, names: ToolNames, before = ''): string {
  let said = '';
  let from = 0;
  for (const { index } of text.matchAll(/\boutreach (?=[a-z])/g)) {
    if (index < from) continue;
    const line = text.slice(index);
    const found = toolIn(line, names);
    if (found === undefined || isForPerson(`${before}${text.slice(0, index)}`)) continue;
    said += `${text.slice(from, index)}${found.said ?? `a person runs ${line.slice(0, found.length)}`}`;
    from = index + found.length;
  }
  return said + text.slice(from);
}

/** The sentence says so already. */
const isForPerson = (before: string): boolean => /\bperson\b[^.\n]*$/i.test(before);

/** Undefined where the text is no line of the program; `said` where it is a tool. */
function toolIn(
  line: string,
  { tools, groups }: ToolNames,
): { readonly length: number; readonly said?: string } | undefined {
  const [whole, named = ''] = /^outreach ([a-z][a-z-]*(?: [a-z][a-z-]*)*)/.exec(line) ?? [''];
  const words = named.split(' ');
  if (!groups.includes(words[0] ?? '')) return undefined;
  const [help] = / --help\b/.exec(line.slice(whole.length, whole.length + 7)) ?? [];
  if (help !== undefined && tools.has('help'))
    return { length: whole.length + help.length, said: `the tool help with words ${words.join(', ')}` };
  for (let length = words.length; length > 0; length--) {
    const name = words.slice(0, length).join('_');
    const tool = tools.get(name);
    if (tool === undefined) continue;
    const begin = `outreach ${words.slice(0, length).join(' ')}`.length;
    const given = argumentsIn(line.slice(begin), Object.entries(tool.listed.inputSchema.properties));
    if (given === undefined) break;
    const list = given.said.length === 0 ? '' : ` with ${given.said.join(', ')}`;
    return { length: begin + given.length, said: `the tool ${name}${list}` };
  }
  return { length: whole.length };
}

const optionIn = /^ --([a-z][a-z-]*)/;
const valueIn = /^[ =]("[^"]*"|'[^']*'|<[^>]+>|[^\s,;()]*[^\s,;:().])/;
/** What a hint puts behind a command is an id, a code, an address or a placeholder; other words belong to its sentence. */
const placeIn = /^ ("[^"]*"|'[^']*'|<[^>]+>|\d+\b|[A-Z0-9]{8}\b|[^\s,;:()]+@[^\s,;:()]*[^\s,;:().])/;

type Property = readonly [name: string, schema: unknown];

/** Undefined where the tool does not take one of them. */
function argumentsIn(text: string, properties: readonly Property[]) {
  const said: string[] = [];
  let length = 0;
  let place = 0;
  for (;;) {
    const rest = text.slice(length);
    const option = optionIn.exec(rest);
    if (option) {
      const [name, schema] = properties.find(([name]) => kebab(name) === option[1]) ?? [];
      if (name === undefined) return undefined;
      length += option[0].length;
      const isFlag = (schema as { readonly type?: unknown }).type === 'boolean';
      const value = isFlag ? undefined : valueIn.exec(text.slice(length));
      length += value?.[0].length ?? 0;
      said.push(`${name} ${value?.[1] ?? 'true'}`);
      continue;
    }
    const [name] = properties[place] ?? [];
    // Of `help`, which takes any words: the topic is one.
    const topic = name === 'words' ? /^ ([a-z][a-z-]*)/.exec(rest) : null;
    const [found, value] = placeIn.exec(rest) ?? topic ?? [];
    if (found === undefined || name === undefined) return { said, length };
    place += 1;
    length += found.length;
    said.push(`${name} ${value}`);
  }
}

function hintFor({ code, extra }: Failure, hint: Hint, names: ToolNames): string {
  if (!isForPeople(hint))
    return piecesOf(hint).reduce<string>(
      (said, piece) =>
        `${said}${isAdvice(piece) ? inWords(piece, names, said) : withTools(withArguments(piece, names.args), names, said)}`,
      '',
    );
  if (code !== 'done_recently') return withTools(personHint, names);
  const did = extra.intent === undefined ? '' : ` What it did: journal_show with id ${extra.intent}`;
  return withTools(
    `Ten minutes after it was done, the same call asks a person again. A person can do it at a terminal before that.${did}`,
    names,
  );
}

/** With arguments for the options of the line. */
export const withArguments = (text: string, names: readonly string[]): string =>
  names.reduce(
    (said, name) => said.replaceAll(new RegExp(`(?<![\\w-])--${kebab(name)}(?![\\w-])`, 'g'), name),
    text,
  );
