import { limits } from '../../contract/limits.ts';
import { answerShares } from '../../domain/course/answers.ts';
import { rangeText } from '../declare/params.ts';
import type { OptionFamily } from '../declare/shared-options.ts';
import { exitCodes } from './exit-codes.ts';
import { optionRow } from './help.ts';
import type { HelpPart, Row } from './help-page.ts';
import { readTopic, type Topic } from './read-topic.ts';
import agents from './topics/agents.md';
import campaignFiles from './topics/campaign-files.md';
import environment from './topics/environment.md';
import exitCodesPage from './topics/exit-codes.md';
import leadFiles from './topics/lead-files.md';
import optionsPage from './topics/options.md';
import output from './topics/output.md';
import safety from './topics/safety.md';
import sandbox from './topics/sandbox.md';
import { describeShared } from './tree.ts';

const rowsText = (rows: readonly Row[]) => rows.map(([term, meaning]) => `${term}\n: ${meaning}`).join('\n');

const options = (...families: readonly OptionFamily[]) =>
  rowsText(families.flatMap((family) => describeShared(family).map(optionRow)));

const meanings = rowsText(exitCodes.map(([code, meaning]) => [String(code), meaning]));

export const topics: readonly Topic[] = [
  readTopic(environment),
  readTopic(exitCodesPage, { exitCodes: meanings }),
  readTopic(output),
  readTopic(optionsPage, {
    always: options('always'),
    list: options('list'),
    moment: options('moment'),
    safety: options('change', 'effect', 'guarded'),
    wait: options('wait'),
  }),
  readTopic(safety),
  readTopic(sandbox, { answerShares: answerShares.join(', ') }),
  readTopic(leadFiles),
  readTopic(campaignFiles, {
    dailyLimit: rangeText(...limits.campaignDailyLimit),
    senderLimit: rangeText(...limits.sendingLimitPerSender),
    senderVariation: rangeText(...limits.sendingLimitVariation),
    gap: rangeText(...limits.timeBetweenEmails),
    minHealth: rangeText(...limits.healthScore),
  }),
  readTopic(agents, { exitCodes: meanings }),
];

export const topicHelp = ({ first, summary, parts }: Topic): HelpPart[] => [
  ...(first === undefined ? [] : [{ rows: first }]),
  { text: `${summary}.` },
  ...parts,
  { title: 'LEARN MORE', lines: ['outreach help', 'outreach <command> --help'] },
];

/** The list of topics, for `outreach help`. */
export const topicsHelp = (): HelpPart[] => [
  { text: 'Pages about what all commands have in common.' },
  { title: 'USAGE', lines: ['outreach help <topic>', 'outreach help <command>'] },
  { title: 'TOPICS', rows: topics.map(({ name, summary }): Row => [name, summary]) },
  { title: 'LEARN MORE', lines: ['outreach --help', 'outreach commands'] },
];
