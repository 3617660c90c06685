import { sandboxKey } from '../../src/contract/keys.ts';
import type { Method } from '../../src/contract/wire.ts';
import { setAnswerProfile } from '../../src/sandbox/world/answers/answer-profile.ts';
import { cleanSequences } from '../domain/launch/clean-sequences.ts';
import { newWorld, type TestWorld, type WorldOptions } from '../world.ts';

export interface Step {
  order: number;
  subject: string;
  body: string;
  contentType?: string;
  useSameThread?: boolean;
  delayDays?: number;
  variants?: { label: string; subject: string; body: string }[];
}

export type Lead = Record<string, string | Record<string, unknown>> & { email: string };

/** A campaign before it is made; defects and changes are made to it. */
export interface Campaign {
  steps: Step[];
  leads: Lead[];
  senders: number[];
  settings: Record<string, unknown>;
  schedule: Record<string, unknown> | undefined;
  signature: string;
  /** After it is made, before it is checked. */
  afterwards: ((made: Made) => Promise<void>)[];
}

export interface Made {
  readonly world: TestWorld;
  readonly id: number;
  call: Call;
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely here.
export type Call = (method: Method, path: string, body?: unknown) => Promise<any>;

/** The same numbers for the same seed. */
export function chances(seed: number) {
  let state = (seed * 2_654_435_761) >>> 0;
  const below = (count: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  const from = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  return { below, from };
}

export type Chances = ReturnType<typeof chances>;

const names = ['Ana', 'Zoë', "D'Arcy", 'José María', '李', 'Ŵyn', 'Bo {Bo} Lund', 'Renée-Claire'];

/** A campaign that careful people would launch: another one for each seed. */
export function cleanCampaign({ below, from }: Chances): Campaign {
  const [, sequence] = from(cleanSequences);
  return {
    steps: structuredClone(sequence.steps) as Step[],
    leads: Array.from({ length: 2 + below(7) }, (_, at) => ({
      email: `person${at}@firm${below(1000)}-${at}.example`,
      firstName: from(names),
      lastName: from(names),
      company: `${from(names)} & Co`,
    })),
    senders: [1, 2, 3].slice(0, 1 + below(3)),
    settings: { dailyLimit: 50 + below(300) },
    schedule: {
      daysSchedule: from(['1,2,3,4,5', '0,1,2,3,4,5,6', '2,4']),
      startSchedule: '08:00',
      endSchedule: '18:00',
    },
    signature: '',
    afterwards: [],
  };
}

/** There are no answers and every address exists, so that what is seen is the work of the copy and the lists. */
const silent = {
  ...{ reply: 0, outOfOffice: 0, unsubscribeLink: 0, softBounce: 0, complaint: 0, invalidAddresses: 0 },
};

/** Worlds in which the domains of the mailboxes have sound DNS records. */
const soundWorlds = [1, 5, 7, 8, 9];

export async function newJudgedWorld(
  seed: number,
  answers: object = silent,
  options: WorldOptions = {},
): Promise<Omit<Made, 'id'>> {
  const world = await newWorld({ seed: `judge-${soundWorlds[seed % soundWorlds.length]}`, ...options });
  setAnswerProfile(world.sandbox.state, answers);
  const call: Call = async (method, path, body) => {
    const answer = await world.sandbox.transport({
      method,
      path,
      query: [],
      headers: { authorization: `Bearer ${sandboxKey}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body}`);
    return JSON.parse(answer.body);
  };
  return { world, call };
}

export async function make(
  { world, call }: Omit<Made, 'id'>,
  { steps, leads, senders, settings, schedule, signature, afterwards }: Campaign,
): Promise<Made> {
  const { campaign } = await call('POST', '/campaigns', { name: 'Judged', ...settings });
  const at = `/campaigns/${campaign.id}`;
  if (steps.length > 0) await call('PUT', `${at}/sequence`, { steps, signature });
  if (schedule) await call('PUT', `${at}/schedule`, schedule);
  if (senders.length > 0) await call('POST', `${at}/sender-emails`, { senderEmailIds: senders });
  if (leads.length > 0) await call('POST', '/leads', { campaignId: campaign.id, leads });
  const made = { world, call, id: campaign.id };
  for (const change of afterwards) await change(made);
  return made;
}

export interface Problem {
  readonly rule: string;
  readonly severity: string;
  readonly examples: string[];
}

export async function checked({
  world,
  id,
}: Made): Promise<{ exit: number; passed: boolean | null; problems: Problem[] }> {
  const { exit, json } = await world.outreach(`campaigns check ${id} --json`);
  return { exit, ...json() };
}

export const blocking = (problems: readonly Problem[]): string[] =>
  problems.filter(({ severity }) => severity === 'block').map(({ rule }) => rule);
