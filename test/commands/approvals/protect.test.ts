import { describe, expect, it } from 'vitest';
import { newWorld, type TestWorld } from '../../world.ts';
import { baseUrl, liveKey, liveWorld } from '../live-service.ts';
import { agent, asked } from './agent.ts';

const buy = 'credits buy 2000 --json';
const passphrase = 'correct horse battery';

/** A person answers the questions of a line, one after another. */
const typed = (world: TestWorld, line: string, answers: readonly (readonly [sees: string, keys: string])[]) =>
  world.outreach(line, {
    tty: true,
    typing: async (keyboard) => {
      for (const [sees, keys] of answers) {
        await keyboard.sees(sees);
        keyboard.type(`${keys}\r`);
      }
    },
  });

/** Three tries. */
const wrongly = (given: string) =>
  [
    ['Passphrase', given],
    ['try 2 of 3', given],
    ['try 3 of 3', given],
  ] as const;

const set = (world: TestWorld) =>
  typed(world, 'approvals protect', [
    ['New passphrase', passphrase],
    ['The same again', passphrase],
  ]);

const approve = (world: TestWorld, code: string, given = passphrase) =>
  typed(world, `approvals approve ${code}`, [
    ['Type y or n:', 'y'],
    ['Passphrase', given],
  ]);

async function protectionIn(world: TestWorld): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  const { approvals } = JSON.parse(await readFile(`${world.home}/keys.json`, 'utf8'));
  return JSON.stringify(approvals);
}

describe('approvals protect', () => {
  it('lets nothing be approved without the passphrase', { tags: 'slow' }, async () => {
    const world = await newWorld();
    const { exit, err } = await set(world);
    expect([exit, err.includes(passphrase)]).toEqual([0, false]);
    expect(world.journalled()).not.toContain(passphrase);
    const code = await asked(world, buy);
    const wrong = await typed(world, `approvals approve ${code}`, [
      ['Type y or n:', 'y'],
      ...wrongly('wrong horse battery'),
    ]);
    expect([wrong.exit, wrong.failure?.code]).toEqual([3, 'wrong_passphrase']);
    expect(await asked(world, buy)).toBe(code);
    const second = await typed(world, `approvals approve ${code}`, [
      ['Type y or n:', 'y'],
      ['Passphrase', 'wrong horse'],
      ['try 2 of 3', passphrase],
    ]);
    expect([second.exit, second.err.includes('horse')]).toEqual([0, false]);
    expect((await world.outreach(buy, { agent })).exit).toBe(0);
    expect(world.ledger.all()).toHaveLength(1);
  });

  it.each([
    ['never signed', ''],
    ['signed for another price', `, price = '{"credits":2000,"usd":9,"recipients":0,"checks":null}'`],
    ['signed for a longer time', ', expires_at = expires_at + 1'],
    ['signed under another code', ", code = 'AAAAAAAA'"],
  ])('takes no approval that was %s', async (how, change) => {
    const world = await newWorld();
    await set(world);
    const code = await asked(world, buy);
    if (how !== 'never signed') expect((await approve(world, code)).exit).toBe(0);
    world.changeJournal(`UPDATE approval SET state = 'approved'${change}`);
    expect(await asked(world, buy)).not.toBe(code);
    expect(world.ledger.all()).toEqual([]);
  });

  it('drops what was approved before', async () => {
    const world = await newWorld();
    const code = await asked(world, buy);
    await typed(world, `approvals approve ${code}`, [['Type y or n:', 'y']]);
    await set(world);
    expect(await asked(world, buy)).not.toBe(code);
  });

  it('is changed and removed with the passphrase alone', { tags: 'slow' }, async () => {
    const world = await newWorld();
    await set(world);
    for (const line of ['approvals protect', 'approvals protect --remove']) {
      const { failure } = await typed(world, line, wrongly('another one'));
      expect(failure?.code).toBe('wrong_passphrase');
    }
    expect((await typed(world, 'approvals protect --remove', [['Passphrase', passphrase]])).exit).toBe(0);
    const code = await asked(world, buy);
    expect((await typed(world, `approvals approve ${code}`, [['Type y or n:', 'y']])).exit).toBe(0);
  });

  it.each([
    ['short', 'short'],
    [passphrase, 'another one, longer'],
  ])('takes no passphrase %s, then %s', async (first, second) => {
    const world = await newWorld();
    const { exit } = await typed(world, 'approvals protect', [
      ...['New passphrase', 'try 2 of 3', 'try 3 of 3'].flatMap((sees) => [
        [sees, first] as const,
        ...(first === 'short' ? [] : [['The same again', second] as const]),
      ]),
    ]);
    expect(exit).toBe(2);
    const code = await asked(world, buy);
    expect((await typed(world, `approvals approve ${code}`, [['Type y or n:', 'y']])).exit).toBe(0);
  });

  it.each(['DELETE FROM protection', 'UPDATE protection SET value = (SELECT value FROM other)'])(
    'ends all until it is set anew where the journal was changed: %s',
    { tags: 'slow' },
    async (change) => {
      const [world, foreign] = [await newWorld(), await newWorld()];
      await set(world);
      await set(foreign);
      const row = await protectionIn(foreign);
      const code = await asked(world, buy);
      world.changeJournal(change.replace('(SELECT value FROM other)', `'${row}'`));
      world.changeJournal("UPDATE approval SET state = 'approved'");
      for (const line of [buy, `${buy} --yes`]) {
        const { exit, failure } = await world.outreach(line, { agent });
        expect([exit, failure?.code]).toEqual([3, 'protection_changed']);
      }
      const other = await typed(world, 'approvals protect', wrongly('another one, longer'));
      expect(other.failure?.code).toBe('wrong_passphrase');
      const anew = await typed(world, 'approvals protect', [
        ['Passphrase', passphrase],
        ['New passphrase', passphrase],
        ['The same again', passphrase],
      ]);
      expect([anew.exit, anew.err.includes('cannot be recovered')]).toEqual([0, true]);
      const again = await asked(world, buy);
      expect(again).not.toBe(code);
      expect((await approve(world, again)).exit).toBe(0);
      expect(world.ledger.all()).toEqual([]);
    },
  );

  it('needs a terminal', async () => {
    const world = await newWorld();
    for (const options of [{ stdin: `${passphrase}\n${passphrase}\n` }, { tty: true, agent }])
      expect((await world.outreach('approvals protect', options)).failure?.code).toBe('needs_a_person');
  });

  it('is asked for where a guard is lowered, and where a person answers in a profile with consent person', {
    tags: 'slow',
  }, async () => {
    const world = await liveWorld();
    await world.outreach(`login --profile prod --base-url ${baseUrl} --key-stdin`, { stdin: liveKey });
    await world.outreach('profiles set prod --consent person');
    await set(world);
    const yes = [['Type y or n:', 'y']] as const;
    for (const line of ['profiles set prod --unset consent', 'credits buy 2000']) {
      const { failure } = await typed(world, line, [...yes, ...wrongly('wrong horse')]);
      expect(failure?.code).toBe('wrong_passphrase');
    }
    expect(world.ledger.all()).toEqual([]);
    for (const line of ['credits buy 2000', 'profiles set prod --unset consent'])
      expect((await typed(world, line, [...yes, ['Passphrase', passphrase]])).exit).toBe(0);
    expect(world.ledger.all()).toHaveLength(1);
  });
});
