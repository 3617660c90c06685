import { jsonSafe } from '../output/text/safe-text.ts';
import type { ListedTool } from './stdio-server.ts';
import type { AgentTool } from './tools-of.ts';

/** A tool that is listed as text: a session reads what is in it only where it changes something of it. */
export interface SessionTool extends AgentTool {
  readonly name: string;
  readonly text: string;
}

/** What the tool is without its text, and where that begins and ends in the text of all. */
interface BuiltTool extends Omit<AgentTool, 'listed'> {
  readonly name: string;
  readonly at: readonly [start: number, end: number];
}

export const listedText = (listed: ListedTool): string => jsonSafe(JSON.stringify(listed));

export const sessionTool = (tool: AgentTool): SessionTool => ({
  ...tool,
  name: tool.listed.name,
  text: listedText(tool.listed),
});

/** The tools as files of the build, because to load every command takes longer than to serve. */
export function buildTools(tools: readonly AgentTool[]): { 'tools.json': string; 'tools.txt': string } {
  let texts = '';
  const built = tools.map(sessionTool).map(({ listed: _, text, ...tool }): BuiltTool => {
    const start = Buffer.byteLength(texts);
    texts += text;
    return { ...tool, at: [start, Buffer.byteLength(texts)] };
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
      return texts.toString('utf8', ...at);
    },
    get listed() {
      return JSON.parse(this.text);
    },
  }));
}
