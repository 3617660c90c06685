import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { Settings } from '../../../src/cli/declare/settings.ts';
import { inProcessBaseUrl } from '../../../src/cli/profile/settings.ts';
import { lockAccount } from '../../../src/commands/campaigns/files/lock-file.ts';
import { sandboxKey } from '../../../src/contract/keys.ts';
import type {
  CampaignFields,
  FieldName,
  FieldValue,
} from '../../../src/domain/campaign-file/campaign-fields.ts';
import { type Lock, lockText, storedValue, withEntry } from '../../../src/domain/campaign-file/lock.ts';
import { newWorld, type TestWorld, type WorldOptions } from '../../world.ts';

/** A world with these lines done. */
export async function worldAfter(
  lines: readonly (string | readonly [line: string, stdin: string])[],
  options?: WorldOptions,
): Promise<TestWorld> {
  const world = await newWorld(options);
  await allDone(world, lines);
  return world;
}

export async function allDone(
  world: TestWorld,
  lines: readonly (string | readonly [line: string, stdin: string])[],
): Promise<void> {
  for (const given of lines) {
    const [line, stdin = ''] = typeof given === 'string' ? [given] : given;
    const { exit, err } = await world.outreach(line, { stdin });
    expect({ line, exit, err }).toEqual({ line, exit: 0, err: expect.anything() });
  }
}

/** Files below the home of the world, with their folders. */
export function writeFiles({ home }: TestWorld, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
}

const account = lockAccount({ baseUrl: inProcessBaseUrl, key: sandboxKey } as Settings);

/** The lock of `campaigns/` for the sandbox: of each file the campaign, when it was created, and what was applied last. */
export async function writeLock(
  world: TestWorld,
  entries: Readonly<
    Record<string, { id: number; createdAt?: string; base?: Partial<Record<FieldName, FieldValue>> }>
  >,
): Promise<void> {
  let lock: Lock = new Map();
  for (const [file, { id, createdAt, base = {} }] of Object.entries(entries)) {
    const fields = Object.entries(base).map(([field, value]) => [field, storedValue(value ?? null)] as const);
    const entry = {
      id,
      createdAt: createdAt ?? (await campaign(world, id))?.createdAt ?? null,
      base: new Map(fields) as CampaignFields,
    };
    lock = withEntry(lock, account, file, entry);
  }
  writeFiles(world, { 'campaigns/outreach.lock.json': lockText(lock) });
}

const campaign = async (world: TestWorld, id: number) =>
  (await world.outreach('campaigns list --all --json'))
    .json<{ items: { id: number; createdAt: string }[] }>()
    .items.find((item) => item.id === id);

interface PlannedJson {
  readonly items: readonly {
    readonly file: string | null;
    readonly campaignId: number | null;
    readonly action: string;
    readonly changes: readonly { field: string; from: unknown; to: unknown; kind: string }[];
    readonly byHand: readonly string[];
    readonly [key: string]: unknown;
  }[];
  readonly calls: number;
  readonly requests: readonly {
    readonly file: string;
    readonly operation: string;
    readonly method: string;
    readonly path: string;
    readonly body: object | null;
  }[];
  readonly digest: string;
}

export async function planOf(world: TestWorld, options = ''): Promise<PlannedJson> {
  const { exit, out, err } = await world.outreach(`campaigns plan campaigns ${options} --json`);
  expect({ exit, err }).toEqual({ exit: 0, err: expect.anything() });
  return JSON.parse(out);
}

/** Makes the calls of a plan, one after another. */
export async function makeCalls(world: TestWorld, { requests }: PlannedJson): Promise<void> {
  const created = new Map<string, number>();
  for (const { file, operation, method, path, body } of requests) {
    const place = path.replace(':id', String(created.get(file)));
    const { exit, out, err } = await world.outreach(
      ['api', method, place, '--input', '-', '--yes', '--json', '-q'],
      { stdin: JSON.stringify(body) },
    );
    expect({ place, exit, err }).toEqual({ place, exit: 0, err: expect.anything() });
    if (operation === 'campaigns.create') created.set(file, JSON.parse(out).campaign.id);
  }
}
