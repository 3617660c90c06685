import { Failure } from '../../base/errors.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import type { Quote } from '../../cli/declare/quote.ts';
import { type Column, table, verbatim } from '../../cli/declare/view.ts';
import { leavesOf, loadTree, type Tree } from '../../cli/describe/tree.ts';
import { readJson } from '../../cli/input/json.ts';
import { jsonDocument } from '../../cli/output/text/json.ts';
import { priceIn, rawCallFacts, warnOfRawCall } from '../../cli/spending/raw-call.ts';
import { unlistedFacts } from '../../cli/spending/unlisted-fields.ts';
import { changesCopy, consentOf, joiningOf } from '../../contract/consent.ts';
import { operations } from '../../contract/index.ts';
import { callOf, type RawCall, siteCallOf, type Typed } from './call.ts';
import { rawAnswer } from './raw-answer.ts';
import { methods } from './target.ts';

export const api = command({
  name: 'api',
  summary: 'Call the service directly, with the same questions as other commands',
  about: `Documented requests are confirmed like any other command, but launch checks do not run, and recipients are not looked up (blocked, said no). Other requests are made as you typed them. Unless they only read, they need consent and are never repeated.

\`outreach api --list\` marks the paths that we guess; to change one, use \`outreach profiles route\`. A field that is not documented needs consent. --site calls the public site (\`profiles set --site-url\`).

--field turns true, false, null and numbers into JSON values; --raw-field keeps them as text. Nested fields: \`a.b=1\`, \`list[]=x\`, \`steps[].subject=Hello\`.`,
  uses: operations,
  tool: { never: 'makes raw calls' },
  answer: rawAnswer,
  exact: true,
  args: {
    target: arg.optionalText(`${methods.join(', ')}, or an operation such as leads.list`, {
      hint: 'method|operation',
      offers: [...methods, ...operations.map(({ id }) => id)],
    }),
    path: arg.optionalText('after a method: the path below the base URL, such as /leads/7'),
    list: opt.flag('list every operation instead of calling one'),
    site: opt.flag('call a free tool of the public site, without a key'),
    param: opt.each('an id in the path of an operation', { hint: 'name=id' }),
    query: opt.each('a query parameter', { hint: 'name=value' }),
    field: opt.each('a field of the body; numbers, true, false and null keep their type', {
      hint: 'name=value',
    }),
    rawField: opt.each('a field of the body, always as text', { hint: 'name=value' }),
    input: opt.file('the whole body as JSON, - for stdin', 'document'),
    include: opt.flag('also print status and headers'),
  },
  excludes: [
    ['list', 'site'],
    ['input', 'field', 'rawField'],
  ],
  examples: [
    'outreach api --list',
    'outreach api GET /leads/7',
    'outreach api leads.list --query limit=5',
    'outreach api POST /campaigns --field name=Autumn --field dailyLimit=200',
    'outreach api leads.upsert --input examples/leads.json --dry-run',
    'outreach api --site GET /path/of/the/tool --query name=value',
  ],
  local: ({ list, site }) => list || site,
  async run(context, values): Promise<unknown> {
    const { list, site, target, include } = values;
    if (site) return sendToSite(context, siteCallOf(await typedOf(context, values)), include);
    if (!list)
      return send(context, callOf(await typedOf(context, values), context.service.settings.routes), include);
    if (target === undefined) return listOperations(await loadTree(context.screen.tree));
    throw new Failure('contradicting_options', '--list takes no argument');
  },
  view: (data, { list }) => (list ? table((data as Listed).items, columns) : verbatim(jsonDocument(data))),
});

type Line = Omit<Typed, 'input' | 'param' | 'query' | 'field' | 'rawField'> & {
  readonly [K in 'param' | 'query' | 'field' | 'rawField']: readonly string[] | undefined;
} & { readonly input: string | undefined };

async function typedOf({ files }: Context, line: Line): Promise<Typed> {
  const { target, path, param = [], query = [], field = [], rawField = [], input } = line;
  const typed = { target, path, param, query, field, rawField };
  if (input === undefined) return typed;
  const text = await files.readText(input, 'document');
  return { ...typed, input: { body: await readJson(text, input === '-' ? 'stdin' : input) } };
}

async function send(
  { service, consent, screen }: Context,
  call: RawCall,
  include: boolean,
): Promise<unknown> {
  const { operation, input } = call;
  // In a dry run the gate ends the command at the request, whatever the call does.
  const always = asks(call);
  const approval =
    screen.globals.dryRun || always || consentOf(operation) !== 'never'
      ? await consent.approve(operation, input, () => quoteOf(call), { always, checks: 'none' })
      : undefined;
  warnOfRawCall(screen, operation, input);
  const answer = await service.api.raw(operation, input, approval);
  return include ? answer : answer.body;
}

/**
 * Beside what the contract says, whatever nothing is known of is asked about. The state of a campaign that people join is
 * not looked up here; that of one whose emails are replaced is.
 */
const asks = ({ operation, input, known, unlisted }: RawCall): boolean =>
  consentOf(operation) === 'always' ||
  joins({ operation, input }) ||
  (!known && operation.kind === 'write') ||
  unlisted.length > 0;

const joins = ({ operation, input }: Pick<RawCall, 'operation' | 'input'>): boolean =>
  joiningOf(operation, input) !== undefined && !changesCopy(operation);

/** The facts in the request itself; nothing is looked up. A price that is not among them is not known. */
function quoteOf(call: RawCall): Quote {
  const { operation, input, known, unlisted } = call;
  const { method, path } = operation.route;
  const filled = path.replace(/:(\w+)/g, (whole, name: string) => String(input.params?.[name] ?? whole));
  return {
    ...priceIn(known ? operation : undefined, input.body, unlisted),
    question: `Send ${method} ${filled}`,
    facts: [
      `Call: ${method} ${filled}`,
      ...(joins(call) ? ['If the campaign is running or completed, these leads are emailed.'] : []),
      ...rawCallFacts(operation, input),
      ...unlistedFacts(unlisted),
      ...(known ? [] : ['This request is not documented: it may spend, buy, send or delete.']),
    ],
  };
}

/** A free tool: reads are made at once, all else might do anything and is never repeated. No key leaves. */
async function sendToSite(
  context: Context,
  { operation, input }: RawCall,
  include: boolean,
): Promise<unknown> {
  const { url, api, approve } = await context.service.site();
  const { method, path } = operation.route;
  const facts = [
    `Call: ${method} ${url}${path}`,
    'This request is not documented. It carries no key, so it cannot spend or send in your name.',
  ];
  const approval =
    context.screen.globals.dryRun || operation.kind === 'write'
      ? await approve(operation, input, () => ({
          spend: {},
          facts,
          question: `Send ${method} ${path} to the public site`,
        }))
      : undefined;
  try {
    const answer = await api.raw(operation, input, approval);
    return include ? answer : answer.body;
  } catch (error) {
    throw error instanceof Failure && isMisleading(error) ? ofTheSite(error, url) : error;
  }
}

/** What is advised there is about keys, base URLs and the items of a workspace. */
const isMisleading = ({ code, status = 0 }: Failure): boolean =>
  code === 'not_the_service' || code === 'redirected' || [401, 402, 403, 404].includes(status);

function ofTheSite(failure: Failure, url: string): Failure {
  return failure.with({
    hint: `The service does not document the paths of the free tools. Look them up at ${url}`,
    cause: failure,
  });
}

function listOperations(tree: Tree) {
  const leaves = leavesOf(tree.commands).filter(({ path }) => path !== 'api');
  const items = operations.map(({ id, route, scope, effect, retry }) => ({
    id,
    method: route.method,
    path: route.path,
    scope,
    effect,
    retry: retry.kind,
    documented: route.source === 'documented',
    commands: leaves.filter((leaf) => leaf.operations.includes(id)).map(({ path }) => path),
  }));
  return { items, total: items.length };
}

type Listed = ReturnType<typeof listOperations>;

const columns: readonly Column<Listed['items'][number]>[] = [
  ['Operation', 'id', 'id'],
  ['Method', 'method'],
  ['Path', 'path', 'id', 1],
  ['Key', 'scope', 'choice'],
  ['Effect', 'effect'],
  ['Path is', (row) => (row.documented ? 'documented' : 'inferred')],
  ['Commands', (row) => row.commands.join(', '), 'prose'],
];
