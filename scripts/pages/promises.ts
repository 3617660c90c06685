import { codesOf, exitCodeOf, type FailureKind, failureKinds } from '../../src/base/failure-codes.ts';
import { schemasByPath } from '../../src/cli/agent/tools-of.ts';
import type { GroupEntry } from '../../src/cli/declare/command.ts';
import { exitCodes } from '../../src/cli/describe/exit-codes.ts';
import { topics } from '../../src/cli/describe/topics.ts';
import { leavesOf, loadTree, type TreeCommand, type TreeOption } from '../../src/cli/describe/tree.ts';
import { frontMatterKeys } from '../../src/domain/campaign-file/front-matter.ts';
import { ruleIds } from '../../src/domain/launch/rules.ts';

export const promisesFile = 'test/pages/promises.txt';

/** Everything that docs/stability.md promises, a line each, as the program has it now. */
export async function promises(entries: readonly GroupEntry[]): Promise<string[]> {
  const tree = await loadTree(entries);
  const commands = leavesOf(tree.commands);
  const schemas = await schemasByPath(
    entries,
    commands.map(({ path }) => path),
  );
  return [
    ...exitCodes.map(([code]) => `exit ${code}`),
    ...(Object.keys(failureKinds) as FailureKind[]).flatMap((kind) =>
      codesOf(kind).map((code) => `error ${code} ends with ${exitCodeOf(kind)}`),
    ),
    ...tree.options.flatMap((option) => optionLines('every command', option)),
    ...variables().map((name) => `variable ${name}`),
    ...[...frontMatterKeys].map((key) => `campaign file ${key}`),
    ...ruleIds.map((id) => `rule ${id}`),
    ...commands.flatMap((command) => [
      ...commandLines(command),
      ...answerLines(command.path, schemas.get(command.path)?.outputSchema),
    ]),
  ].toSorted();
}

/** The promises of before and those of now: what is gone stays, until a person takes it out of the file. */
export const grown = (before: string, now: readonly string[]): string =>
  `${[...new Set([...before.split('\n').filter(Boolean), ...now])].toSorted().join('\n')}\n`;

const variables = (): string[] =>
  (topics.find(({ name }) => name === 'environment')?.parts ?? [])
    .flatMap(({ rows = [] }) => rows.flatMap(([term]) => term.split(', ')))
    .filter((name) => name.startsWith('OUTREACH_'));

function commandLines({ path, aliases, arguments: args, options, tool }: TreeCommand): string[] {
  return [
    path,
    ...aliases.map((alias) => `${path} is ${alias}`),
    ...args.map(({ name }, index) => `${path} <${index + 1} ${name}>`),
    ...options.flatMap((option) => optionLines(path, option)),
    ...(tool === 'never' ? [] : [`${path} tool ${path.replaceAll(' ', '_')}`]),
  ];
}

const optionLines = (path: string, { name, short, negatable, choices = [] }: TreeOption): string[] => [
  `${path} ${name}`,
  ...(short === undefined ? [] : [`${path} ${short}`]),
  ...(negatable ? [`${path} ${name.replace('--', '--no-')}`] : []),
  ...choices.map((choice) => `${path} ${name} ${choice}`),
];

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
}

/** The fields of every document that `--json` prints, but for dry runs, approvals and failures, which all share. */
const answerLines = (path: string, schema: JsonSchema = {}): string[] =>
  (schema.anyOf ?? [schema])
    .filter(({ required = [] }) => !required.some((name) => shared.has(name)))
    .flatMap((document) => fieldsIn(document, '').map((field) => `${path} answers ${field}`));

/** What no document of a command itself requires. */
const shared = new Set(['dryRun', 'approvalRequired', 'error', 'total']);

function fieldsIn(schema: JsonSchema | undefined, place: string): string[] {
  if (schema === undefined) return [];
  const its = [schema.type ?? []].flat().filter((type) => type !== 'null');
  return [
    ...(place === '' ? [] : [`${place} ${its.join('|') || 'anything'}`]),
    ...fieldsIn(schema.items, `${place}[]`),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
      fieldsIn(inner, place === '' ? name : `${place}.${name}`),
    ),
  ];
}
