import { jsonEscape } from '../output/text/safe-text.ts';
import type { ListedTool } from './stdio-server.ts';
import type { AgentTool } from './tools-of.ts';

/** A tool that is listed as text: a session reads what is in it only where it changes something of it. */
export interface SessionTool extends AgentTool {
  readonly name: string;
  readonly text: string;
  /** Where no folder is open, no argument names a file. */
  readonly textWithoutFiles: string;
  /** How many characters at the end of its text are its schema of answers. */
  readonly outputLength: number;
}

type Place = readonly [start: number, end: number];

/** What the tool is without its texts, and where they begin and end in the text of all. */
interface BuiltTool extends Omit<SessionTool, 'listed' | 'text' | 'textWithoutFiles'> {
  readonly at: Place;
  readonly atWithoutFiles: Place;
}

/** In visible ASCII: nothing in it acts on a terminal, and it takes half as long to read and to send. */
export const listedText = (listed: object): string =>
  JSON.stringify(listed).replaceAll(/[^ -~]/g, jsonEscape);

export function sessionTool(tool: AgentTool): SessionTool {
  const text = listedText(tool.listed);
  const textWithoutFiles = tool.files.length === 0 ? text : listedText(withoutFiles(tool));
  const outputLength = listedText({ outputSchema: tool.listed.outputSchema }).length;
  return { ...tool, name: tool.listed.name, text, textWithoutFiles, outputLength };
}

function withoutFiles({ listed, files }: AgentTool): ListedTool {
  const { properties, ...rest } = listed.inputSchema;
  const kept = Object.entries(properties).filter(([name]) => !files.includes(name));
  return { ...listed, inputSchema: { ...rest, properties: Object.fromEntries(kept) } };
}

/** The tools as files of the build, because to load every command takes longer than to serve. */
export function buildTools(tools: readonly AgentTool[]): { 'tools.json': string; 'tools.txt': string } {
  let texts = '';
  const add = (text: string): Place => {
    const start = texts.length;
    texts += text;
    return [start, texts.length];
  };
  const built = tools.map(sessionTool).map(({ listed: _, text, textWithoutFiles, ...tool }): BuiltTool => {
    const at = add(text);
    return { ...tool, at, atWithoutFiles: tool.files.length === 0 ? at : add(textWithoutFiles) };
  });
  return { 'tools.json': JSON.stringify(built), 'tools.txt': texts };
}

/** What `buildTools` wrote. */
export function readTools(readFront: (name: string) => Buffer): SessionTool[] {
  const texts = readFront('tools.txt');
  const built: BuiltTool[] = JSON.parse(String(readFront('tools.json')));
  return built.map(({ at, atWithoutFiles, ...tool }) => ({
    ...tool,
    get text() {
      return texts.toString('latin1', ...at);
    },
    get textWithoutFiles() {
      return texts.toString('latin1', ...atWithoutFiles);
    },
    get listed() {
      return JSON.parse(this.text);
    },
  }));
}
