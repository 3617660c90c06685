import { command } from '../../../src/cli/declare/command.ts';
import { opt } from '../../../src/cli/declare/params.ts';
import { tree } from '../../../src/commands/index.ts';
import { type AccountStatus, accountReads, readAccount } from '../../../src/commands/status/read-account.ts';
import type { Transport } from '../../../src/contract/wire.ts';
import { plantSeed } from '../../../src/sandbox/seed-file/plant-seed.ts';
import { readSeedFile } from '../../../src/sandbox/seed-file/read-seed-file.ts';
import { newWorld, type TestWorld, type WorldOptions } from '../../world.ts';

/** What `status` reads of the account of the profile, as it comes. */
const look = command({
  name: 'look',
  summary: 'Look at the account',
  uses: accountReads,
  tool: 'read',
  examples: ['outreach look'],
  args: { bar: opt.int('a balance below this is low', { min: 0, hint: 'n' }) },
  run: async ({ service, files, screen }, { bar }) =>
    readAccount({
      api: service.api,
      settings: { ...service.settings, lowCredits: bar },
      world: files.world,
      now: await service.targetNow(),
      isForPeople: false,
      warn: screen.warn,
    }),
});

const same = (next: Transport): Transport => next;

export const lookingWorld = (options: WorldOptions = {}): Promise<TestWorld> =>
  newWorld({
    between: same,
    ...options,
    commands: [...tree, { name: 'look', summary: 'Look', section: 'Look', load: async () => look }],
  });

export async function lookAt(world: TestWorld, options = ''): Promise<AccountStatus> {
  const { exit, err, json } = await world.outreach(`look --json ${options}`);
  if (exit !== 0) throw new Error(err);
  return json<AccountStatus>();
}

export const anna = 'anna@northwind-mail.example';
export const ben = 'ben@northwind-mail.example';
const usual = { currentDailyLimit: 30, maximumSendingsLimitPerDay: 40, healthScore: 97, connectedWeeks: 20 };

interface Seed {
  /** Beside their addresses. */
  readonly senders?: readonly object[];
  readonly campaigns?: readonly object[];
  readonly leads?: number;
}

/** An account with mailboxes of Anna and Ben, and campaigns from hers: one that runs unless said. */
export async function plant(
  world: TestWorld,
  { senders = [], campaigns, leads = 20 }: Seed = {},
): Promise<void> {
  const seed = {
    leads: Array.from({ length: leads }, (_, index) => ({
      email: `p${index}@firm${index}.example`,
      firstName: 'Ana',
    })),
    senders: [anna, ben].map((address, index) => ({ address, ...usual, ...senders[index] })),
    campaigns: (campaigns ?? [{}]).map((own, index) => ({
      name: `C${index + 1}`,
      status: 'running',
      schedule: { daysSchedule: '1,2,3,4,5', startSchedule: '09:00', endSchedule: '17:00' },
      sequence: [{ subject: 'Hi {firstName}', body: 'Hello' }],
      senders: [anna],
      ...own,
    })),
  };
  await plantSeed(world.sandbox, readSeedFile('world.json', JSON.stringify(seed)));
}
