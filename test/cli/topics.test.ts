import { describe, expect, it } from 'vitest';
import { kebab, sharedOptions } from '../../src/cli/declare/shared-options.ts';
import { drawHelp } from '../../src/cli/describe/draw-help.ts';
import { exitCodes } from '../../src/cli/describe/exit-codes.ts';
import type { Topic } from '../../src/cli/describe/read-topic.ts';
import { topicHelp, topics, topicsHelp } from '../../src/cli/describe/topics.ts';
import { openYaml } from '../../src/cli/input/yaml.ts';
import { isGroup, resolve } from '../../src/cli/line/find-command.ts';
import { parseLine } from '../../src/cli/line/parse-line.ts';
import { tree } from '../../src/commands/index.ts';
import { frontMatterKeys } from '../../src/domain/campaign-file/front-matter.ts';
import { readCampaignFile } from '../../src/domain/campaign-file/read-campaign-file.ts';
import { outreachWords } from './shell-words.ts';

const names = [
  'environment',
  'exit-codes',
  'output',
  'options',
  'safety',
  'sandbox',
  'lead-files',
  'campaign-files',
  'agents',
];
const draw = (topic: Topic | undefined, width = 80) => drawHelp(topicHelp(topic ?? expect.fail()), { width });

describe('help topics', () => {
  it('are the nine that the program promises', () => {
    expect(topics.map(({ name }) => name)).toEqual(names);
    for (const name of names) expect(drawHelp(topicsHelp(), { width: 80 })).toContain(name);
  });

  it.each(topics)('say nothing twice: $name', (topic) => {
    const sentences = draw(topic, 10_000)
      .split(/(?<=[.:])\s+/)
      .filter((sentence) => sentence.length > 50);
    expect(sentences).toEqual([...new Set(sentences)]);
  });

  it('give a meaning to every exit code', () => {
    const page = draw(topics[1]);
    for (const [code] of exitCodes) expect(page).toMatch(new RegExp(`^ {2}${code} {2}`, 'm'));
  });

  it('name every variable that the program reads', () => {
    const page = draw(topics[0], 100);
    for (const name of ['API_KEY', 'BASE_URL', 'PROFILE', 'HOME', 'NO_INPUT', 'DEBUG'])
      expect(page).toContain(`OUTREACH_${name}`);
  });

  it('begin with the stop button on the page of safety', () => {
    const page = draw(topics.find(({ name }) => name === 'safety'));
    expect(page.split('\n')[0]).toContain('outreach campaigns pause --all');
    expect(page).toContain('outreach autopilot kill --all');
    expect(page.replaceAll(/\s+/g, ' ')).toContain('A program that drives a terminal uses --yes');
  });

  const pageOf = (topic: string): string =>
    draw(topics.find(({ name }) => name === topic)).replaceAll(/\s+/g, ' ');

  it.each(topics)('fit on a page: $name', (topic) => {
    const lines = draw(topic).trimEnd().split('\n').length;
    expect(lines).toBeLessThanOrEqual(topic.name === 'safety' ? 70 : 100);
  });

  it('do not promise an empty stdout after a failure that did a part', () => {
    expect(pageOf('output')).not.toContain('stdout stays empty');
    expect(pageOf('output')).toContain('after 15, what was done and what failed. After 16 it is the record');
  });

  it('say when a field that there is not is noticed', () => {
    expect(pageOf('output')).toContain('An unknown name exits with 2, before any request.');
    expect(pageOf('output')).toContain(
      'does not document all fields, an unknown name is found only after the request',
    );
  });

  it('say what a protected setting stops, and which limits are only defaults', () => {
    expect(pageOf('safety')).toContain('refuses every change, even a pause');
    expect(pageOf('safety')).toContain('--max-credits and --max-usd of a profile are only defaults');
  });

  it('name every key of campaign files, and show a file that can be read', async () => {
    const topic = topics.find(({ name }) => name === 'campaign-files');
    const terms = topic?.parts.flatMap(({ rows = [] }) => rows.flatMap(([term]) => term.split(', ')));
    expect(terms).toEqual(expect.arrayContaining([...frontMatterKeys]));
    const example = topic?.parts.flatMap((part) => part.example ?? []).join('\n') ?? '';
    const sources = { values: { file: 'values/live.yaml', byName: new Map() }, parseYaml: await openYaml() };
    expect(readCampaignFile('autumn.md', example, sources).problems).toEqual([]);
    expect(draw(topic)).toContain('\n  Hello {firstName}, …\n');
  });

  it('list every option that commands share on the page of options', () => {
    for (const { key } of sharedOptions)
      expect(pageOf('options')).toMatch(new RegExp(`--(\\[no-\\])?${kebab(key)} `));
  });

  it('show only lines that the program understands', async () => {
    const lines = topics.flatMap(({ parts }) => parts.flatMap((part) => part.lines ?? []));
    expect(lines.length).toBeGreaterThan(8);
    for (const line of lines) {
      const argv = outreachWords(line);
      const found = await resolve(tree, argv);
      const { node } = found;
      if (node === undefined || isGroup(node)) expect.fail(line);
      if (!found.help) await expect(parseLine(node, { ...found, argv }), line).resolves.toBeDefined();
    }
  });
});
