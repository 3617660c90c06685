import { longestMs, quietMs } from '../consent/fresh-keys.ts';
import { exitCodes } from '../declare/exit-codes.ts';
import { type HelpOptions, helpLayout, type Row } from './help-layout.ts';
import { readTopic, type Topic } from './read-topic.ts';
import environment from './topics/environment.md';
import exitCodesPage from './topics/exit-codes.md';
import leadFiles from './topics/lead-files.md';
import output from './topics/output.md';
import safety from './topics/safety.md';
import sandbox from './topics/sandbox.md';

const codes = exitCodes.map(([code, meaning]) => `${code}\n: ${meaning}`).join('\n');

export const topics: readonly Topic[] = [
  readTopic(environment),
  readTopic(exitCodesPage, { exitCodes: codes }),
  readTopic(output),
  readTopic(safety, { quietMs: String(quietMs), longestMs: String(longestMs) }),
  readTopic(sandbox),
  readTopic(leadFiles),
];

export function topicHelp(topic: Topic, options: HelpOptions): string {
  const { paragraph, rows, lines, section, page } = helpLayout(options);
  return page(
    rows(topic.first ?? []),
    paragraph(`${topic.summary}.`),
    ...topic.parts.map((part) => {
      if (!('title' in part)) return paragraph(part.text);
      const body = [
        part.text === undefined ? '' : paragraph(part.text, '  '),
        rows(part.rows ?? []),
        lines(part.lines ?? []),
      ];
      return section(part.title, body.filter((text) => text !== '').join('\n\n'));
    }),
    section('LEARN MORE', lines(['outreach help', 'outreach <command> --help'])),
  );
}

/** The list of topics, for `outreach help`. */
export function topicsHelp(options: HelpOptions): string {
  const { paragraph, rows, lines, section, page } = helpLayout(options);
  return page(
    paragraph('Pages about what all commands have in common.'),
    section('USAGE', lines(['outreach help <topic>', 'outreach help <command>'])),
    section('TOPICS', rows(topics.map(({ name, summary }): Row => [name, summary]))),
    section('LEARN MORE', lines(['outreach --help', 'outreach commands'])),
  );
}
