import { Failure } from '../../base/errors.ts';
import { closest } from '../../base/text/nearest.ts';
import { textOf } from '../../cli/advice/line-of.ts';
import { command, type Screen } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { verbatim } from '../../cli/declare/view.ts';
import { drawHelp, helpOptions } from '../../cli/describe/draw-help.ts';
import { helpOf } from '../../cli/describe/help-of.ts';
import type { HelpPart } from '../../cli/describe/help-page.ts';
import { topicHelp, topics, topicsHelp } from '../../cli/describe/topics.ts';
import { resolve } from '../../cli/line/find-command.ts';
import * as s from '../../contract/schema/schema.ts';

export const help = command({
  name: 'help',
  summary: 'Read about a topic or a command',
  about: `Topics: ${topics.map(({ name }) => name).join(', ')}.

You can run the examples of a group in the order shown, in the sandbox that \`outreach start --yes\` creates. Files in examples/ come with outreach; all other files are yours.`,
  uses: [],
  tool: 'read',
  answer: s.object({ name: s.string(), text: s.string() }),
  local: true,
  args: {
    words: arg.optionalMany('a topic, or a command', {
      hint: 'topic|command',
      offers: topics.map(({ name }) => name),
    }),
  },
  examples: ['outreach help', 'outreach help exit-codes', 'outreach help leads import'],
  async run({ files, screen }, { words: given }) {
    // A program may give a command as one word.
    const words = given.flatMap((word) => word.split(/\s+/));
    const options =
      screen.globals.json || screen.globals.ndjson
        ? { width: 80 }
        : await helpOptions(files.world, screen.globals.noColor);
    return { name: words.join(' ') || 'topics', text: drawHelp(await pageOf(words, screen.tree), options) };
  },
  view: ({ text }) => verbatim(text),
});

async function pageOf(words: readonly string[], tree: Screen['tree']): Promise<HelpPart[]> {
  const [first, ...rest] = words;
  if (first === undefined) return topicsHelp();
  const topic = topics.find(({ name }) => name === first);
  if (topic !== undefined && rest.length === 0) return topicHelp(topic);
  if (!tree.some(({ name }) => name === first)) {
    const names = [...topics, ...tree].map(({ name }) => name);
    const meant = closest(first, names);
    throw new Failure('unknown_command', `'${first}' is neither a topic nor a command`, {
      hint: meant === undefined ? 'See: outreach help' : `Did you mean: outreach help ${meant}`,
    });
  }
  const found = await resolve(tree, words).catch((error: unknown) => {
    if (!(error instanceof Failure) || !error.message.startsWith('unknown command')) throw error;
    throw error.with({
      message: `There is no command '${words.join(' ')}'`,
      // What was meant, as this command shows it.
      hint: textOf(error.hint ?? '').replace(/\boutreach (.*?)(?: --help)?$/, 'outreach help $1'),
    });
  });
  return helpOf(tree, found);
}
