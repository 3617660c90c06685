import { describe, expect, it } from 'vitest';
import type { AgentSession } from '../../src/cli/declare/world.ts';
import { newWorld as freshWorld, type TestWorld, type WorldOptions } from '../world.ts';
import { agent, answered, asked, budget, errorOf, forImports, listedAs } from './approvals/agent.ts';

/** Each number of people with filters of its own: the service runs no two imports of the same. */
const countries = ['France', 'Germany', 'Spain', 'Italy', 'Poland'];

const imported = (count: number, campaign = 1, wait = '--no-wait') =>
  `finder import --campaign ${campaign} --count ${count} --job-title CEO --country ${countries[count % 5]} ${wait} --json`;

/** With a draft campaign, into which people can be imported. */
async function newWorld(options: WorldOptions = {}): Promise<TestWorld> {
  const world = await freshWorld(options);
  await world.outreach('campaigns create Autumn');
  return world;
}

const used = async (world: TestWorld) =>
  (await world.outreach('budgets list --all --json')).json().items[0].creditsUsed;

describe('a budget', () => {
  it('lets an agent spend without a question as much as it allows, and no more', async () => {
    const world = await newWorld();
    await budget(world, forImports(20));
    for (const count of [5, 4]) expect((await world.outreach(imported(count), { agent })).exit).toBe(0);
    expect(await used(world)).toBe(18);
    await asked(world, imported(3));
    expect((await world.outreach(imported(1), { agent })).exit).toBe(0);
    expect([await used(world), world.ledger.of('finder.startImport').length]).toEqual([20, 3]);
  });

  it('counts the true bill of an import that has ended', async () => {
    const world = await newWorld();
    await budget(world, `${forImports(500)} --usd 20`);
    expect((await world.outreach(imported(5, 1, '--wait'), { agent })).exit).toBe(0);
    world.changeJournal("UPDATE intent SET quote = json_set(quote, '$.result.credits', 4) WHERE id = 2");
    expect(await used(world)).toBe(4);
  });

  const forPurchases = '--usd 12 --until 3h --commands "credits buy"';
  const change = (field: string, value: string) =>
    `UPDATE budget SET draft = json_set(draft, '$.${field}', ${value})`;

  it.each([
    ['of another account', forImports(20), imported(2), change('account', "'other'")],
    ['for another command', forImports(20), imported(2), change('commands', 'json(\'["credits buy"]\')')],
    ['that was revoked', forImports(20), imported(2), 'UPDATE budget SET revoked_at = 1'],
    ['that is over', forImports(20), imported(2), change('until', '1')],
    ['with too few credits', forImports(20), imported(2), change('credits', '3')],
    ['without dollars', forPurchases, 'credits buy 1000 --json', change('usd', 'null')],
    ['with too few dollars', forPurchases, 'credits buy 1000 --json', change('usd', '9')],
  ])('pays for a call, and does not as one %s', async (_, words, line, sql) => {
    const world = await newWorld();
    const other = await newWorld();
    await budget(world, words);
    expect((await world.outreach(line, { agent })).exit).toBe(0);
    await budget(other, words);
    other.changeJournal(sql);
    await asked(other, line);
  });

  it('is not used for what writes to people', { tags: ['slow', 'needed'] }, async () => {
    const world = await freshWorld();
    await world.outreach('start --yes');
    await budget(world, forImports(500));
    const running = (await world.outreach('campaigns list --json')).json().items;
    const [{ id }] = running.filter(({ status }: { status: string }) => status !== 'draft');
    await asked(world, imported(2, id));
  });

  it('counts no more when it is over, revoked, or in a session that has read texts of others', async () => {
    const world = await newWorld();
    await budget(world, forImports(500));
    const tainted: AgentSession = { ...agent, readOthers: () => true };
    const code = await asked(world, imported(2), tainted);
    expect((await listedAs(world, code)).facts).toContainEqual(
      expect.stringMatching(/^The budget \w{8} does not count: this session has read texts of others\.$/),
    );
    await answered(world, code);
    expect((await world.outreach(imported(2), { agent: tainted })).exit).toBe(0);
    expect(await used(world)).toBe(0);
    world.clock.advance(3 * 3_600_000);
    await asked(world, imported(3));
    const id = await budget(world, forImports(500));
    expect((await world.outreach(`budgets revoke ${id} --json`)).json().state).toBe('revoked');
    await asked(world, imported(4));
    expect((await world.outreach('budgets list --json')).json().total).toBe(0);
    expect((await world.outreach(`budgets revoke ${id}`)).exit).toBe(7);
  });

  it.each([60, 80])('says in %d columns what is used of which limit', async (columns) => {
    const world = await newWorld({ columns });
    await budget(world, '--usd 60 --until 3h --commands "credits buy"');
    expect((await world.outreach('credits buy 1100 --json', { agent })).exit).toBe(0);
    const shown = async () =>
      (await world.outreach('budgets list --no-color', { tty: true })).out.replaceAll(/ +/g, ' ');
    expect(await shown()).toMatch(/ DOLLARS PAID[\s\S]* credits buy (- - )?\$60\.00 \$11\.00/);
    await budget(world, forImports(20));
    for (const words of ['CREDITS:? (20)?', 'USED:? (0)?', 'DOLLARS:? ', 'PAID:? '])
      expect(await shown()).toMatch(new RegExp(words));
  });

  it('is drawn from once by calls that race, and takes nothing for one that does not happen', async () => {
    const world = await newWorld({
      faults: [{ operation: 'finder.startImport', kind: 'status:400', nth: 1 }],
    });
    await budget(world, forImports(10));
    expect((await world.outreach(imported(5), { agent })).exit).not.toBe(0);
    expect(await used(world)).toBe(0);
    const ended = await Promise.all([5, 4].map((count) => world.outreach(imported(count), { agent })));
    expect(ended.filter(({ exit }) => exit === 0)).toHaveLength(1);
    expect(world.ledger.of('finder.startImport')).toHaveLength(1);
  });

  it.each([
    ['--credits 5 --until 3h --commands "campaigns resume"', 2, 'emails people'],
    ['--credits 5 --until 3h --commands "autopilot approve"', 2, 'emails people'],
    ['--credits 5 --until 3h --commands "leads list"', 2, 'spends and buys nothing'],
    ['--credits 5 --until 3h --commands api', 2, 'raw calls'],
    ['--credits 5 --until 3h --commands "no such"', 2, 'no'],
    ['--until 3h --commands "finder import"', 2, '--credits'],
    ['--credits 5 --until 8d --commands "finder import"', 2, '7 days'],
    ['--credits 5 --until 2020-01-01T00:00:00Z --commands "finder import"', 2, 'over already'],
    ['--credits 5 --until soon --commands "finder import"', 2, '18:00'],
    ['--credits 5 --until 18:00 --commands "finder import" --yes', 2, '--yes'],
    ['--credits 5 --until 18:00 --commands "credits buy"', 2, 'give --usd'],
    ['--usd 5 --until 18:00 --commands "finder import"', 2, 'give --credits'],
    ['--credits 5 --until 18:00 --commands "finder import"', 3, 'person'],
  ])('is not added by: %s', async (words, exit, why) => {
    const world = await newWorld();
    const ended = await world.outreach(`budgets add ${words}`);
    expect([ended.exit, ended.err]).toEqual([exit, expect.stringContaining(why)]);
    expect((await world.outreach('budgets list --all --json')).json().total).toBe(0);
  });

  it('is not added by an agent, and counts for nothing where it was changed behind a passphrase', async () => {
    const world = await newWorld();
    const line = `budgets add ${forImports(5)}`;
    expect((await world.outreach(line, { tty: true, agent })).failure?.code).toBe('needs_a_person');
    await budget(world, forImports(5));
    await world.outreach('approvals protect', {
      tty: true,
      typing: async (keyboard) => {
        for (const question of ['New passphrase', 'The same again']) {
          await keyboard.sees(question);
          keyboard.type('a long one\r');
        }
      },
    });
    const { err } = await world.outreach(imported(2), { agent });
    expect(errorOf({ err }).code).toBe('approval_required');
    expect((await world.outreach('budgets list --json')).json().items).toMatchObject([{ state: 'unsigned' }]);
  });
});
