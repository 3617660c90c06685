import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { answerSchemas, asItCame } from '../src/cli/agent/answer-schema.ts';
import { loadListedTool } from '../src/cli/agent/listed-tool.ts';
import { answerOf } from '../src/cli/answer/answer-of.ts';
import type { AnyCommand } from '../src/cli/declare/command.ts';
import { fieldsOf, type Known } from '../src/cli/declare/known-fields.ts';
import { loadJsonSchema } from '../src/cli/describe/json-schema.ts';
import { isGroup, resolve } from '../src/cli/line/find-command.ts';
import { parseLine } from '../src/cli/line/parse-line.ts';
import { tree } from '../src/commands/index.ts';

/** Undeclared names in the data, as paths. */
function undeclared(known: Known, value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => undeclared(known, item, at));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const next = known.fields.get(name);
    if (next) return undeclared(next, inner, `${at}${name}.`);
    return known.open ? [] : [`${at}${name}`];
  });
}

/** With --watch there is a document for each look. */
const otherDocuments: readonly string[] = ['--help', '-h', '--version', 'help', '--watch'];

/** A document for each line of a file, which no tool has. */
const isOfLines = (out: string): boolean => out.startsWith('{"line":');

/** Fields of a printed document that its command does not declare; none where the line asks for another document. */
export async function undeclaredIn(argv: readonly string[], out: string): Promise<string[]> {
  const others = [...otherDocuments, '--fields', '--dry-run', '--schemas'];
  if (!argv.includes('--json') || out === '' || argv.some((word) => others.includes(word))) return [];
  const found = await resolve(tree, argv);
  if (found.node === undefined || isGroup(found.node)) return [];
  const { values } = await parseLine(found.node, { ...found, argv });
  const answer = answerOf(found.node, values);
  if (answer.open) return [];
  const document: unknown = isOfLines(out)
    ? out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
    : JSON.parse(out);
  const { items } = (document ?? {}) as { items?: unknown };
  return undeclared(fieldsOf(answer.schema), Array.isArray(items) ? items : document);
}

const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
  allErrors: true,
  formats: { int64: true, 'date-time': true },
});
ajv.addKeyword('x-untrusted');
interface Compiled {
  readonly validate: ValidateFunction;
  readonly isList: boolean;
}
const schemas = { documented: new Map<AnyCommand, Compiled>(), any: new Map<AnyCommand, Compiled>() };

/**
 * What in a printed document is not as the output schema of the command's tool says. `documented`: the service is the
 * sandbox, which answers as is written down.
 */
export async function breachesOfSchema(
  argv: readonly string[],
  out: string,
  documented: boolean,
): Promise<string[]> {
  if (!argv.includes('--json') || out === '' || argv.some((word) => otherDocuments.includes(word))) return [];
  const { node, help, path } = await resolve(tree, argv);
  if (node === undefined || isGroup(node) || help || hasNoDocument(node) || isOfLines(out)) return [];
  const known = documented ? schemas.documented : schemas.any;
  const schema = known.get(node) ?? (await schemaOf(node, path.join(' '), documented));
  known.set(node, schema);
  const document = JSON.parse(out);
  const { validate } = schema;
  validate(document);
  const breaches = (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  // No tool reaches other profiles.
  const isOther = ['--dry-run', '--fields', '--all-profiles'].some((word) => argv.includes(word));
  return Array.isArray(document.items) && !schema.isList && !isOther ? [...breaches, 'is a list'] : breaches;
}

const hasNoDocument = (node: AnyCommand): boolean =>
  typeof node.tool === 'object' && fieldsOf(answerOf(node, {}).schema).fields.size === 0;

async function schemaOf(command: AnyCommand, path: string, documented: boolean): Promise<Compiled> {
  const { outputSchema } = (await loadListedTool())(command, path);
  const documents = answerSchemas(command, await loadJsonSchema());
  const { anyOf } = outputSchema as { anyOf: unknown[] };
  // Without the branch for an answer to a write that is not as documented.
  const exact = { ...outputSchema, anyOf: anyOf.filter((branch) => branch !== asItCame) };
  return {
    validate: ajv.compile(documented ? exact : outputSchema),
    isList: documents.some(({ properties = {} }) => 'items' in (properties as object)),
  };
}
