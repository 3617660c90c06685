import { describe, expect, it } from 'vitest';
import {
  apiOnly,
  commandsOf,
  coveragePage,
  loadHandledAt,
  sectionOf,
} from '../../scripts/pages/coverage-page.ts';
import { loadTree } from '../../src/cli/describe/tree.ts';
import { tree } from '../../src/commands/index.ts';
import { operations } from '../../src/contract/index.ts';

const whole = await loadTree(tree);
const handledAt = await loadHandledAt();

describe('every operation', () => {
  it.each(operations)('$id is called by a command, or is said to be for `api` alone', (operation) => {
    const commands = commandsOf(whole, operation);
    const reason = apiOnly[operation.id];
    if (commands.length === 0) expect(reason ?? '', 'no command and no reason').toMatch(/.{20}/);
    else expect(reason, `${commands.join(', ')} call it`).toBeUndefined();
  });

  it.each(operations)('$id is answered by the sandbox, in the file of its area', (operation) => {
    expect(handledAt(operation)).toBe(`handlers/${operation.id.split('.')[0]}.ts`);
  });

  it('belongs to a section of the specification', () => {
    expect(sectionOf({ id: 'autopilot.plan' })).toBe('Audience and planning');
    expect(sectionOf({ id: 'autopilot.start' })).toBe('Autopilot runs');
    expect(sectionOf({ id: 'leads.move' })).toBe('Named endpoints without shape detail');
    expect(() => sectionOf({ id: 'weather.today' })).toThrow('no section');
    for (const operation of operations) expect(sectionOf(operation)).not.toBe('');
  });

  it('is no exception that nobody needs', () => {
    const ids = operations.map(({ id }) => id);
    expect(Object.keys(apiOnly).filter((id) => !ids.includes(id))).toEqual([]);
  });
});

describe('the page on coverage', () => {
  const page = coveragePage(operations, whole, handledAt);
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));

  it('has a row for every operation', () => {
    expect(rows).toHaveLength(operations.length);
    expect(rows).toContain(
      '| `leads.get` | `GET /leads/:id` | `leads get` | handlers/leads.ts | documented |'.replace(
        '`leads get`',
        commandsOf(whole, { id: 'leads.get' })
          .map((path) => `\`${path}\``)
          .join(', '),
      ),
    );
  });

  it('keeps its rows whole', () => {
    for (const row of rows) expect(row.replaceAll('\\|', '').split('|'), row).toHaveLength(7);
  });

  it('says why every guessed path was guessed so', () => {
    const reasons = page.split('## Why a path was inferred')[1] ?? '';
    const guessed = operations.filter(({ route }) => route.source === 'inferred');
    expect(guessed.length).toBeGreaterThan(10);
    for (const { id, route } of guessed) expect(reasons).toContain(`- \`${id}\`: ${route.reason}`);
  });

  it('tells where nothing is', () => {
    const [first] = operations;
    if (!first) throw new Error('the contract is empty');
    const bare = coveragePage([first], { ...whole, commands: [] }, () => undefined);
    expect(bare).toContain('**none**');
    expect(bare).toContain('no reason is given');
  });
});
