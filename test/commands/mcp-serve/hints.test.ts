import { expect, it } from 'vitest';
import type { Transport } from '../../../src/contract/wire.ts';
import { newWorld, type TestWorld } from '../../world.ts';
import { called, type ListedTool, listed, type ToolCall } from './session.ts';

const options = '--tools effects --folder .';

/** Arguments that each tool takes and nothing is found by. */
const nonsense = ({ name, inputSchema: { properties, required } }: ListedTool): ToolCall => ({
  name,
  arguments: Object.fromEntries(required.map((field) => [field, sampleOf(properties[field] ?? {})])),
});

function sampleOf({
  type,
  enum: choices,
}: {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
}): unknown {
  if (choices) return choices[0];
  if (type === 'array') return ['987654'];
  return type === 'boolean' ? true : [type].flat().includes('integer') ? 987_654 : '987654';
}

/** Lines of the program that are not said to be for a person, in what a tool says of a failure. */
function linesIn(
  { structuredContent }: Awaited<ReturnType<typeof called>>[number],
  groups: readonly string[],
) {
  const { error } = structuredContent;
  return [error?.message, error?.hint].flatMap((text: string | null | undefined) =>
    [...(text ?? '').matchAll(/\boutreach ([a-z-]+)[^\n]*/g)].flatMap((found) => {
      const isForPerson = /\bperson\b[^.\n]*$/i.test((text ?? '').slice(0, found.index));
      return groups.includes(found[1] ?? '') && !isForPerson ? [`${error.code}: ${text}`] : [];
    }),
  );
}

const answering =
  (status: number, body: string): ((next: Transport) => Transport) =>
  () =>
  async () => ({ status, headers: { 'content-type': 'application/json' }, body });

it.each<[string, Parameters<typeof newWorld>[0]]>([
  ['nothing is found', {}],
  ['the key is refused', { between: answering(401, '{"error":"no"}') }],
  ['the key is read-only', { between: answering(403, '{"error":"This API key is read-only"}') }],
  ['a path is missing', { between: answering(404, '{"error":"Not found"}') }],
  ['the answer is another one', { between: answering(200, '"?"') }],
  ['the service fails', { between: answering(500, '{"error":"broken"}') }],
])(
  'a failure in a session names tools, or what a person runs: %s',
  { tags: 'slow', timeout: 120_000 },
  async (_, world) => {
    const opened: TestWorld = await newWorld(world);
    const tools = await listed(opened, options);
    const groups = [
      ...new Set(tools.map(({ name }) => name.split('_')[0] ?? '')),
      'login',
      'profiles',
      'api',
    ];
    const results = await called(opened, options, ...tools.map(nonsense));
    expect(results.filter(({ isError }) => isError).length).toBeGreaterThan(20);
    expect(results.flatMap((result) => linesIn(result, groups))).toEqual([]);
  },
);

it('help is for an agent, too, where it misses a word', async () => {
  const world = await newWorld();
  const words = [['workspaces', 'keys'], ['leads improt'], ['workspaces key create']];
  const [keys, improt, create] = await called(
    world,
    options,
    ...words.map((given) => ({ name: 'help', arguments: { words: given } })),
  );
  expect(keys?.structuredContent.error).toMatchObject({
    message: "There is no command 'workspaces keys'",
    hint: 'Did you mean: the tool help with words workspaces key',
  });
  expect(improt?.structuredContent.error.hint).toBe('Did you mean: the tool help with words leads import');
  expect(create?.structuredContent.name).toBe('workspaces key create');
});
