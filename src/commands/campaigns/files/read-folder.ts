import { basename, dirname } from 'node:path';
import { counted } from '../../../base/counted.ts';
import { Failure, type LocatedProblem } from '../../../base/errors.ts';
import type { Context } from '../../../cli/declare/command.ts';
import type { FolderItem } from '../../../cli/declare/context-parts.ts';
import { openYaml } from '../../../cli/input/yaml.ts';
import {
  type CampaignFile,
  keyProblems,
  readCampaignFile,
} from '../../../domain/campaign-file/read-campaign-file.ts';
import { type Values, valuesIn } from '../../../domain/campaign-file/substitute.ts';
import type { FileProblem, ParseYaml } from '../../../domain/campaign-file/yaml-document.ts';

/** More are not campaigns of one account. */
const mostFiles = 1000;
const mostProblems = 200;
const mostLines = 20;
const longestMessage = 300;

interface Options {
  /** The file of `--values`; else that of the profile, if there is one. */
  readonly values?: string | undefined;
  readonly only?: string | undefined;
}

/** Where a campaign file or a folder of them is: a file is planned alone, the others of its folder are not read. */
export const placeOf = (named: string): { readonly folder: string; readonly only?: string } =>
  named.endsWith('.md') ? { folder: dirname(named), only: basename(named) } : { folder: named };

export interface OpenFolder {
  readonly files: readonly CampaignFile[];
  readonly values: Values;
  readonly parseYaml: ParseYaml;
}

/** Every `*.md` of a folder, by name; `others` are not read. Throws one `bad_campaign_file` with all that is wrong. */
export async function readFolder(
  context: Context,
  folder: string,
  options: Options,
): Promise<{ readonly files: readonly CampaignFile[]; readonly others: readonly string[] }> {
  const items = await context.files.listFolder(folder).catch((error) => {
    const isPath = error instanceof Failure && error.is('file_not_readable');
    throw isPath ? error.with({ hint: 'Name a campaign file (.md), or a folder of them.' }) : error;
  });
  if (items === undefined)
    throw new Failure('file_not_readable', `cannot read ${folder}: there is no such folder`);
  const { only } = options;
  const read: FolderItem[] = [];
  const others: string[] = [];
  for (const item of items)
    if (only === undefined || item.name === only) read.push(item);
    else others.push(item.name);
  if (only !== undefined && read.length === 0)
    throw new Failure('file_not_readable', `cannot read ${within(folder, only)}: there is no such file`);
  const { files } = await openFolder(context, folder, read, options);
  return { files, others };
}

export async function openFolder(
  context: Context,
  folder: string,
  items: readonly FolderItem[],
  { values: named }: Options,
): Promise<OpenFolder> {
  const names = items
    .filter(({ name }) => /^[^.].*\.md$/s.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  refuseMany(folder, names.length);
  const problems: LocatedProblem[] = [];
  const note = (file: string, found: readonly FileProblem[]) => {
    for (const problem of found) problems.push({ file, ...problem });
  };
  const parseYaml = await openYaml();
  const values = await readValues(context, folder, named, parseYaml, note);
  const files: CampaignFile[] = [];
  for (const { name, kind } of names) {
    const text = kind === 'file' ? await textOf(context, within(folder, name)) : notAFile;
    if (typeof text !== 'string') {
      note(name, [text]);
      continue;
    }
    const { file, problems: found } = readCampaignFile(name, text, { values, parseYaml });
    note(name, found);
    if (file) files.push({ ...file, path: within(folder, name) });
  }
  if (problems.length > 0) throw badFiles((file) => (file === named ? file : within(folder, file)), problems);
  return { files, values, parseYaml };
}

/** Throws `usage` where a folder has, or would have, more files than are read. */
export function refuseMany(folder: string, count: number): void {
  if (count <= mostFiles) return;
  throw new Failure(
    'bad_campaign_file',
    `${folder}: ${counted(count, '.md file')}; a folder of campaigns has at most ${counted(mostFiles, 'file')}`,
  );
}

const within = (folder: string, name: string): string => `${folder.replace(/(?<=.)\/+$/, '')}/${name}`;

const notAFile: FileProblem = { line: 1, column: 1, message: 'this is not a file' };

async function readValues(
  context: Context,
  folder: string,
  named: string | undefined,
  parseYaml: ParseYaml,
  note: (file: string, problems: readonly FileProblem[]) => void,
): Promise<Values> {
  const { profile } = context.service.settings;
  const name = `${profile ?? '<profile>'}.yaml`;
  const usual = `values/${name}`;
  const there = await context.files.listFolder(within(folder, 'values'));
  const isThere = there?.some((item) => item.name === name) ?? false;
  if (named === undefined && !isThere) return { file: usual, byName: new Map() };
  const file = named ?? usual;
  // What a person named on the line is refused as any such file.
  const text =
    named === undefined
      ? await textOf(context, within(folder, usual))
      : await context.files.readText(named, 'campaign');
  if (typeof text !== 'string') {
    note(file, [text]);
    return { file, byName: new Map(), isBroken: true };
  }
  const document = parseYaml(text, 1);
  const problems = [...keyProblems(text), ...document.problems];
  const values = valuesIn(file, document, ({ line, column }, message) => {
    problems.push({ line, column, message });
  });
  note(file, problems);
  return { ...values, isBroken: problems.length > 0 };
}

/** The text of a file, or why it cannot be read, which is one problem among others. */
async function textOf({ files }: Context, path: string): Promise<string | FileProblem> {
  try {
    return await files.readText(path, 'campaign');
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'usage') throw error;
    const line = Number(/, line (\d+), is not/.exec(error.message)?.[1] ?? 1);
    return { line, column: 1, message: error.message.replace(`cannot read ${path}: `, '') };
  }
}

/** One failure for all: the first on the headline, the others below it. */
function badFiles(pathOf: (file: string) => string, problems: readonly LocatedProblem[]): Failure {
  const shown = problems.slice(0, mostProblems).map(({ file, line, column, message: all }) => {
    const message = all.length > longestMessage ? `${all.slice(0, longestMessage)}…` : all;
    return { file, line, column, message };
  });
  const lines = shown
    .slice(0, mostLines)
    .map(({ file, line, column, message }) => `${pathOf(file)}:${line}:${column}: ${message}`);
  const left = problems.length - lines.length;
  const [headline = '', ...more] = lines;
  return new Failure('bad_campaign_file', headline, {
    problems: shown,
    hint: [
      ...more,
      ...(left > 0 ? [`and ${left} more`] : []),
      'The keys and what they take: outreach help campaign-files',
    ].join('\n'),
  });
}
