import { jsonEscape } from '../output/text/safe-text.ts';
import type { AgentTool } from './tools-of.ts';

/** A tool that is listed as text: a session reads what is in it only where it changes something of it. */
export interface SessionTool extends AgentTool {
  readonly name: string;
  readonly text: string;
  /** How many characters at the end of its text are its schema of answers. */
  readonly outputLength: number;
}

/** What the tool is without its text, and where that begins and ends in the text of all. */
interface BuiltTool extends Omit<SessionTool, 'listed' | 'text'> {
  readonly at: readonly [start: number, end: number];
}

/** In visible ASCII: nothing in it acts on a terminal, and it takes half as long to read and to send. */
export const listedText = (listed: object): string =>
  JSON.stringify(listed).replaceAll(/[^ -~]/g, jsonEscape);

export function sessionTool(tool: AgentTool): SessionTool {
  const outputLength = listedText({ outputSchema: tool.listed.outputSchema }).length;
  return { ...tool, name: tool.listed.name, text: listedText(tool.listed), outputLength };
}

/** Where no folder is open, no argument names a file. */
export function openedText({ text, listed, files }: SessionTool, hasFolder: boolean): string {
  if (hasFolder || files.length === 0) return text;
  const { properties, ...rest } = listed.inputSchema;
  const kept = Object.entries(properties).filter(([name]) => !files.includes(name));
  return listedText({ ...listed, inputSchema: { ...rest, properties: Object.fromEntries(kept) } });
}

/** The tools as files of the build, because to load every command takes longer than to serve. */
export function buildTools(tools: readonly AgentTool[]): { 'tools.json': string; 'tools.txt': string } {
  let texts = '';
  const built = tools.map(sessionTool).map(({ listed: _, text, ...tool }): BuiltTool => {
    const start = texts.length;
    texts += text;
    return { ...tool, at: [start, texts.length] };
  });
  return { 'tools.json': JSON.stringify(built), 'tools.txt': texts };
}

/** What `buildTools` wrote. */
export function readTools(readFront: (name: string) => Buffer): SessionTool[] {
  const texts = readFront('tools.txt');
  const built: BuiltTool[] = JSON.parse(String(readFront('tools.json')));
  return built.map(({ at, ...tool }) => ({
    ...tool,
    get text() {
      return texts.toString('latin1', ...at);
    },
    get listed() {
      return JSON.parse(this.text);
    },
  }));
}
