import { createHash } from 'node:crypto';
import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { whyOf } from '../../cli/answer/fact.ts';
import type { Context } from '../../cli/declare/command.ts';
import type { Receiving } from '../../cli/declare/quote.ts';
import { type AddressHistory, mostSeen, readAddressHistory } from '../../cli/launch/address-history.ts';
import { acceptHint, activeWaivers, refuseBlocked } from '../../cli/launch/blocking-rules.ts';
import { type LeadGate, leadGateOf, notChecked } from '../../cli/launch/lead-gate.ts';
import { tagOf } from '../../contract/checks/variable-key.ts';
import { writesAtOnce } from '../../contract/consent.ts';
import { snakeCase } from '../../contract/lead-fields.ts';
import {
  type CheckedLead,
  createFaultTally,
  type FaultTally,
  type LeadFault,
} from '../../domain/launch/lead-faults.ts';
import type { Unknown, Waiver } from '../../domain/launch/problem.ts';
import type { ActiveWaiver } from '../../domain/launch/verdict.ts';
import type { NewLead, Rejection } from '../../domain/lead-file/lead-maker.ts';
import type { Mapping } from '../../domain/lead-file/lead-mapping.ts';
import { fieldTags } from '../../domain/merge-tags.ts';

/** The launch checks of rows that become leads of a campaign which writes at once. */
export interface RowGate {
  /**
   * Looks up what the service alone knows of the rows: whose mail bounced, who said no, and which values it has of them
   * that the file leaves out. Before any is counted.
   */
  learn(addresses: () => AsyncIterable<readonly string[]>): Promise<void>;
  /** Why a row is left out; undefined where it may go. What is counted is counted once for each row. */
  judge(row: number, lead: NewLead, mapping: Mapping): Rejection | undefined;
  /** Ends the counting: the rows are read again to be sent. */
  counted(): RowChecks;
}

export interface RowChecks {
  readonly leftOut: number;
  /** Which they are: another choice makes other batches. */
  readonly digest: string | undefined;
  facts(): readonly string[];
  /** Throws `conflict` where someone who is among the leads to be sent has said no since the rows were checked. */
  lookAgain(isSent: (address: string) => boolean): Promise<void>;
  /** Why nothing is sent, where nothing may be sent without these rows. */
  refusal(extra: Readonly<Record<string, unknown>>): Failure;
  /** What ends an import that sent the others. */
  partial(result: unknown, sent: number): Failure;
}

/** Undefined for a campaign that is a draft or paused: it is checked when it starts. */
export async function rowGateOf(
  context: Context,
  campaign: Receiving,
  accept: readonly Waiver[],
): Promise<RowGate | undefined> {
  if (!writesAtOnce(campaign.status)) return undefined;
  const waivers = activeWaivers(context, accept);
  const past = createPast(context, campaign);
  const gate = await leadGateOf(context, campaign.id, waivers, past.answered);
  return rowGate(gate, past, campaign, waivers);
}

function rowGate(gate: LeadGate, past: Past, campaign: Receiving, waivers: readonly ActiveWaiver[]): RowGate {
  const [going, stopped] = [createFaultTally(), createFaultTally()];
  const rows = createHash('sha256');
  let counting = false;
  return {
    async learn(addresses) {
      await gate.learn(addresses);
      await past.learn(gate, addresses());
      counting = true;
    },
    judge(row, lead, mapping) {
      const faults = gate
        .faultsOf({ ...lead, tag: past.tagOf(lead.email), stored: past.stored(lead.email) })
        .filter((fault) => !past.fills(lead.email, fault));
      const blocking = faults.filter((fault) => gate.blocks(fault));
      if (counting) {
        if (blocking.length === 0) going.add(lead, faults);
        else stopped.add(lead, blocking);
        if (blocking.length > 0) rows.update(`${row} `);
      }
      if (blocking.length === 0) return undefined;
      const [first] = blocking;
      const column = first && ofValue.includes(first.rule) ? columnOf(mapping, first.detail) : undefined;
      return { kind: 'launch checks', column: column ?? '', reason: blocking.map(reasonOf).join('; ') };
    },
    counted() {
      counting = false;
      const known = { ...gate, unknown: [...gate.unknown, ...past.unknown()] };
      return checksOf(known, { campaign, waivers, going, stopped, digest: rows.digest('hex'), past });
    },
  };
}

/** What the service alone knows of the people in the rows. */
interface Past {
  learn(gate: LeadGate, addresses: AsyncIterable<readonly string[]>): Promise<void>;
  tagOf(address: string): 'bounced' | undefined;
  stored(address: string): CheckedLead['stored'];
  /** Whether the service has a value where the row has none: the call leaves it as it is. */
  fills(address: string, fault: LeadFault): boolean;
  answered(lead: CheckedLead): 'said-no' | undefined;
  noSince(): Promise<readonly string[]>;
  unknown(): readonly Unknown[];
}

function createPast(context: Context, campaign: Receiving): Past {
  let history: AddressHistory | undefined;
  let unknown: readonly Unknown[] = [];
  let tags: readonly string[] = [];
  return {
    async learn(gate, addresses) {
      const rules = (['bounced-before', 'said-no', 'opted-out'] as const).filter((rule) =>
        gate.blocks({ rule }),
      );
      tags = gate.blocks({ rule: 'merge-tag-empty' })
        ? tagsWithout(gate, { email: '' }).slice(0, mostSeen)
        : [];
      if (rules.length === 0 && tags.length === 0) return;
      history = await readAddressHistory(context, await few(addresses), (lead) => {
        const without = tagsWithout(gate, lead);
        return tags.reduce((seen, tag, at) => (without.includes(tag) ? seen : seen | (1 << at)), 0);
      });
      const { failure } = history;
      if (failure === undefined) return;
      unknown = rules.map((rule) => ({ rule, why: whyOf(failure) }));
      context.screen.warn(notChecked(campaign.id, unknown));
    },
    stored: (address) => history?.stored(address),
    tagOf: (address) => (history?.hasBounced(address) ? 'bounced' : undefined),
    fills: (address, { rule, detail = '' }) =>
      rule === 'merge-tag-empty' &&
      tags.includes(detail) &&
      ((history?.seen(address) ?? 0) & (1 << tags.indexOf(detail))) !== 0,
    noSince: async () => (await history?.noSince()) ?? [],
    answered: ({ email }) => (history?.saidNo(email) ? 'said-no' : undefined),
    unknown: () => unknown,
  };
}

/** Tags of the emails for which a lead has no value, or a placeholder. */
const tagsWithout = (gate: LeadGate, lead: CheckedLead): string[] =>
  gate.faultsOf(lead).flatMap(({ rule, detail }) => (ofValue.includes(rule) && detail ? [detail] : []));

/** So many people are asked for one by one, where that takes fewer calls than to read all leads. */
const mostAsked = 50;

/** All of a few; undefined where there are more, of which only the first are read. */
async function few(addresses: AsyncIterable<readonly string[]>): Promise<readonly string[] | undefined> {
  const found = new Set<string>();
  for await (const some of addresses) {
    for (const address of some) found.add(address);
    if (found.size > mostAsked) return undefined;
  }
  return [...found];
}

interface Counts {
  readonly campaign: Receiving;
  readonly waivers: readonly ActiveWaiver[];
  readonly going: FaultTally;
  readonly stopped: FaultTally;
  readonly digest: string;
  readonly past: Past;
}

function checksOf(gate: LeadGate, { campaign, waivers, going, stopped, digest, past }: Counts): RowChecks {
  const leftOut = stopped.leads();
  const why = stopped.counts().map(({ fault, count }) => `${nameOf(fault)} ${count}`);
  const rows = counted(leftOut, 'row');
  return {
    leftOut,
    digest: leftOut === 0 ? undefined : digest,
    facts: () => [
      ...(leftOut === 0 ? [] : [`Left out by launch checks: ${rows} (${why.join(', ')})`]),
      ...refuseBlocked(
        { campaignId: campaign.id },
        { problems: gate.problemsOf(going), unknown: gate.unknown },
        waivers,
      ),
    ],
    async lookAgain(isSent) {
      if (!gate.blocks({ rule: 'said-no' })) return;
      const found = (await past.noSince()).filter(isSent);
      if (found.length === 0) return;
      throw new Failure(
        'changed_meanwhile',
        `${counted(found.length, 'lead')} of the file said no since the launch checks (${found.slice(0, 3).join(', ')}); nothing was sent`,
        { hint: 'Run the same command again: it leaves them out.' },
      );
    },
    refusal: (extra) =>
      new Failure(
        'checks_failed',
        `launch checks of campaign ${campaign.id} stop ${rows}, so nothing was sent: ${why.join(', ')}`,
        {
          hint: acceptHint(stopped.counts().map(({ fault }) => fault)),
          extra: { campaignId: campaign.id, problems: gate.problemsOf(stopped), ...extra },
        },
      ),
    partial: (result, sent) =>
      new Failure(
        'partial',
        `${counted(sent, 'lead was', 'leads were')} sent; launch checks of campaign ${campaign.id} left out ${rows}: ${why.join(', ')}`,
        { outcome: 'done', result, hint: 'The rejects file has them, row by row: fix it, and import it.' },
      ),
  };
}

/** `merge-tag-empty {city}`. */
const nameOf = ({ rule, detail }: LeadFault): string =>
  detail === undefined || !(rule.startsWith('merge-tag-') || ofValue.includes(rule))
    ? rule
    : `${rule} ${tagText(detail)}`;

const reasonOf = ({ rule, detail = '' }: LeadFault): string =>
  ofValue.includes(rule)
    ? `${rule}: ${tagText(detail)} has ${rule === 'merge-tag-empty' ? 'no value' : 'a placeholder as its value'}`
    : rule;

const ofValue: readonly LeadFault['rule'][] = ['merge-tag-empty', 'placeholder-left'];

const tagText = (key: string): string => `{${fieldTags.get(key) ?? key}}`;

/** The header of the column that would fill a tag. */
const columnOf = (mapping: Mapping, tag: string | undefined): string | undefined =>
  mapping.find(({ use }) => {
    if (use.kind === 'variable') return tagOf(use.key) === tag;
    return use.kind === 'field' && (tagOf(use.field) === tag || snakeCase(use.field) === tag);
  })?.header;
