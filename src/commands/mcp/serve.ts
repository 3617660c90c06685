import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import about from './serve.md';

export const serve = command({
  name: 'serve',
  summary: 'Serve the commands as tools to an agent, over standard input and output',
  about: about.trimEnd(),
  uses: [],
  tool: { never: 'does not end' },
  offline: true,
  interactive: true,
  args: {
    tools: opt.choice(
      'read (default): commands that only read; work: also changes that cost nothing and send no mail; effects: also the rest, which a person must approve',
      ['read', 'work', 'effects'],
    ),
    allTools: opt.flag(
      'list every command as a tool, with the schema of its result (default: everyday commands, and three tools for the rest)',
    ),
    groups: opt.words('offer only the commands of these groups, such as leads,replies', {
      hint: 'group',
    }),
    folder: opt.folder('the only folder in which files are read and written (default none)'),
  },
  examples: [
    'outreach mcp serve',
    'outreach mcp serve --tools work --groups leads,replies --profile sandbox',
    'outreach mcp serve --tools effects --folder .',
  ],
  async run(context, { tools = 'read', groups, allTools = false, folder }) {
    const { serveTools } = await import('../../cli/agent/serve-tools.ts');
    await serveTools(context, { level: tools, groups, allTools, folder });
  },
});
