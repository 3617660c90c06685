import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { topics } from '../../src/cli/describe/topics.ts';
import { seatsOf } from '../../src/sandbox/world/account/workspaces.ts';
import { fates } from '../../src/sandbox/world/dfy/declared-names.ts';
import { newWorld } from '../world.ts';
import { sandboxAtHand } from './sandbox-at-hand.ts';

const page = JSON.stringify(topics.find(({ name }) => name === 'sandbox'));

const order = (domain: string) =>
  `dfy orders create --domain ${domain} --mailbox a@${domain}:Ana:Berg --yes --json`;

describe('the plan that the help on the sandbox tells of', () => {
  it('is the one that a fresh sandbox plays', async () => {
    const { database } = await newWorld();
    const rows = database
      .prepare(
        `SELECT plan, contact_cap AS leads, has_card AS card,
           (SELECT sum(amount) FROM credit_entry WHERE workspace_id = workspace.id) AS credits
         FROM workspace ORDER BY id`,
      )
      .all<Record<string, unknown>>();
    expect(rows).toEqual([
      { plan: 'growth', leads: 25_000, card: 1, credits: 5000 },
      { plan: 'growth', leads: 25_000, card: 1, credits: 500 },
      { plan: 'trial', leads: 1000, card: 0, credits: 100 },
    ]);
    const { open } = await sandboxAtHand();
    expect([1, 2, 3].map((workspace) => seatsOf(open.state, workspace))).toEqual([50, 50, 3]);
    expect(page).toContain('growth plan: 25,000 leads, 50 mailboxes, 5,000 credits and a saved card');
    expect(page).toContain('the same, but 500 credits');
    expect(page).toContain('100 credits and no card');
  });
});

describe('the names that the help on the sandbox declares', () => {
  it('are all there are for orders', () => {
    for (const name of Object.values(fates)) expect(page).toContain(`${name}.com`);
  });

  it.each([
    ['parked.com', 'copilot plan parked.com', 7, 422],
    ['coming-soon.com', 'copilot plan coming-soon.com', 7, 422],
    ['anything.invalid', 'copilot plan anything.invalid', 11, 502],
    ['registrar-down.com', 'dfy domains check registrar-down.com', 11, 502],
    ['sandbox-provider-down', 'audience size --keyword sandbox-provider-down', 11, 502],
    [
      'wrong',
      'senders connect kim@lumen.example --imap a.example --smtp b.example --password-file wrong',
      11,
      502,
    ],
    [
      'anything.invalid',
      'senders connect kim@lumen.example --imap anything.invalid --smtp b.example --password-file fine',
      11,
      502,
    ],
    ['malformed-key', 'imports instantly accounts --key-file malformed-key', 2, 400],
    ['wrong-key', 'imports instantly accounts --key-file wrong-key', 4, 401],
    ['unavailable-key', 'imports instantly accounts --key-file unavailable-key', 11, 502],
    ['unavailable-key', 'imports instantly start --key-file unavailable-key', 14, 500],
  ])('%s: %s', async (name, line, exit, status) => {
    expect(page).toContain(name);
    const world = await newWorld();
    for (const secret of ['wrong', 'fine', 'malformed-key', 'wrong-key', 'unavailable-key'])
      await writeFile(join(world.home, secret), secret);
    const run = await world.outreach(`${line} --json`);
    expect([run.exit, JSON.parse(run.err.trim().split('\n').at(-1) ?? '').error.status]).toEqual([
      exit,
      status,
    ]);
  });

  it.each([
    ['order-canceled.com', 'canceled'],
    ['order-fails.com', 'failed'],
    ['order-partial.com', 'partially_completed'],
    ['acme-mail.com', 'completed'],
    ['try-acme.com', 'completed'],
    ['lost-answer.com', 'completed'],
  ])('%s comes to %s', async (domain, status) => {
    expect(page).toContain(domain);
    const world = await newWorld();
    const { id } = (await world.outreach(order(domain))).json();
    await world.sandbox.advance(30 * 86_400_000);
    expect((await world.outreach(`dfy orders get ${id} --json`)).json().status).toBe(status);
  });

  it('order-approval.com waits for somebody', async () => {
    const world = await newWorld();
    const { id } = (await world.outreach(order('order-approval.com'))).json();
    await world.sandbox.advance(60_000);
    expect((await world.outreach(`dfy orders get ${id} --json`)).json().status).toBe('pending_approval');
  });

  it('acme.com is taken, and unconfirmed in a list is neither free nor taken', async () => {
    const world = await newWorld();
    const { items } = (await world.outreach('dfy domains check acme.com registrar-down.org --json')).json();
    expect(items).toMatchObject([{ available: false }, { unconfirmed: true }]);
  });
});
