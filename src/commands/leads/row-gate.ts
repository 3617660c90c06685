import { createHash } from 'node:crypto';
import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { whyOf } from '../../cli/answer/fact.ts';
import type { Context } from '../../cli/declare/command.ts';
import type { ChecksPassed, Receiving } from '../../cli/declare/quote.ts';
import { type AddressHistory, mostSeen, readAddressHistory } from '../../cli/launch/address-history.ts';
import { acceptHint, activeWaivers, refuseBlocked, together } from '../../cli/launch/blocking-rules.ts';
import { type LeadGate, leadGateOf } from '../../cli/launch/lead-gate.ts';
import { tagOf } from '../../contract/checks/variable-key.ts';
import { writesAtOnce } from '../../contract/consent.ts';
import { snakeCase } from '../../contract/lead-fields.ts';
import { type CheckedLead, createFaultTally, type LeadFault } from '../../domain/launch/lead-faults.ts';
import type { Unknown, Waiver } from '../../domain/launch/problem.ts';
import type { ActiveWaiver } from '../../domain/launch/verdict.ts';
import type { NewLead, Rejection } from '../../domain/lead-file/lead-maker.ts';
import type { Mapping } from '../../domain/lead-file/lead-mapping.ts';
import { fieldTags } from '../../domain/merge-tags.ts';

/** Undefined for a campaign that is a draft or paused: it is checked when it starts. */
export async function rowGateOf(
  context: Context,
  campaign: Receiving,
  accept: readonly Waiver[],
): Promise<RowGate | undefined> {
  if (!writesAtOnce(campaign.status)) return undefined;
  const waivers = activeWaivers(context, accept);
  const past = new Past(context);
  const gate = await leadGateOf(context, campaign.id, waivers, ({ email }) =>
    past.history?.saidNo(email) ? 'said-no' : undefined,
  );
  return new RowGate(gate, past, campaign, waivers);
}

/** The launch checks of rows that become leads of a campaign which writes at once. */
export class RowGate {
  readonly #going = createFaultTally();
  readonly #stopped = createFaultTally();
  readonly #rows = createHash('sha256');
  /** The last row that is counted: rows are read again to be sent. */
  #counted = Number.POSITIVE_INFINITY;

  constructor(
    private readonly gate: LeadGate,
    private readonly past: Past,
    private readonly campaign: Receiving,
    private readonly waivers: readonly ActiveWaiver[],
  ) {}

  /**
   * Looks up what the service alone knows of the rows: whose mail bounced, who said no, and which values it has of them
   * that the file leaves out. Before any is counted.
   */
  async learn(addresses: () => AsyncIterable<readonly string[]>): Promise<void> {
    await this.gate.learn(addresses);
    await this.past.learn(this.gate, addresses());
    this.#counted = 0;
  }

  /** Why a row is left out; undefined where it may go. What is counted is counted once for each row. */
  judge(row: number, lead: NewLead, mapping: Mapping): Rejection | undefined {
    const faults = this.past.faultsOf(this.gate, lead);
    const blocking = faults.filter((fault) => this.gate.blocks(fault));
    if (row > this.#counted) {
      this.#counted = row;
      if (blocking.length === 0) this.#going.add(lead, faults);
      else this.#stopped.add(lead, blocking);
      if (blocking.length > 0) this.#rows.update(`${row} `);
    }
    const [first] = blocking;
    if (first === undefined) return undefined;
    // The column that would fill its tag.
    const column = mapping.find(({ use }) => {
      if (!ofValue.includes(first.rule)) return false;
      if (use.kind === 'variable') return tagOf(use.key) === first.detail;
      return use.kind === 'field' && [tagOf(use.field), snakeCase(use.field)].includes(first.detail ?? '');
    });
    const reasons = blocking.map(({ rule, detail = '' }) => {
      if (!ofValue.includes(rule)) return rule;
      const what = rule === 'merge-tag-empty' ? 'no value' : 'a placeholder as its value';
      return `${rule}: ${tagText(detail)} has ${what}`;
    });
    return { kind: 'launch checks', column: column?.header ?? '', reason: reasons.join('; ') };
  }

  get leftOut(): number {
    return this.#stopped.leads();
  }

  /** Which are left out: another choice makes other batches. */
  get digest(): string | undefined {
    return this.leftOut === 0 ? undefined : this.#rows.copy().digest('hex');
  }

  passed(): ChecksPassed {
    const problems = this.gate.problemsOf(this.#going);
    const unknown = [...this.gate.unknown, ...this.past.unknown];
    const out = `Left out by launch checks: ${this.#rowsLeftOut} (${this.#why})`;
    return together(
      { lines: this.leftOut === 0 ? [] : [out], waived: [] },
      refuseBlocked({ campaignId: this.campaign.id }, { problems, unknown }, this.waivers),
    );
  }

  /** Throws `conflict` where someone who is among the leads to be sent has said no since the rows were checked. */
  async lookAgain(isSent: (address: string) => boolean): Promise<void> {
    if (!this.gate.blocks({ rule: 'said-no' })) return;
    const found = ((await this.past.history?.noSince()) ?? []).filter(isSent);
    if (found.length === 0) return;
    throw new Failure(
      'changed_meanwhile',
      `${counted(found.length, 'lead')} of the file said no since the launch checks (${found.slice(0, 3).join(', ')}); nothing was sent`,
      { hint: 'Run the same command again: it leaves them out.' },
    );
  }

  /** Why nothing is sent, where nothing may be sent without these rows. */
  refusal(extra: Readonly<Record<string, unknown>>): Failure {
    return new Failure(
      'checks_failed',
      `launch checks of campaign ${this.campaign.id} stop ${this.#rowsLeftOut}, so nothing was sent: ${this.#why}`,
      {
        hint: acceptHint(this.#stopped.counts().map(({ fault }) => fault)),
        extra: { campaignId: this.campaign.id, problems: this.gate.problemsOf(this.#stopped), ...extra },
      },
    );
  }

  /** What ends an import that sent the others. */
  partial(result: unknown, sent: number): Failure {
    return new Failure(
      'partial',
      `${counted(sent, 'lead was', 'leads were')} sent; launch checks of campaign ${this.campaign.id} left out ${this.#rowsLeftOut}: ${this.#why}`,
      { outcome: 'done', result, hint: 'The rejects file has them, row by row: fix it, and import it.' },
    );
  }

  get #rowsLeftOut(): string {
    return counted(this.leftOut, 'row');
  }

  get #why(): string {
    const counts = this.#stopped.counts().map(({ fault: { rule, detail }, count }) => {
      // `merge-tag-empty {city}`.
      const isOfTag = detail !== undefined && (rule.startsWith('merge-tag-') || ofValue.includes(rule));
      return `${isOfTag ? `${rule} ${tagText(detail)}` : rule} ${count}`;
    });
    return counts.join(', ');
  }
}

/** What the service alone knows of the people in the rows. */
class Past {
  history: AddressHistory | undefined;
  unknown: readonly Unknown[] = [];
  #tags: readonly string[] = [];

  constructor(private readonly context: Context) {}

  async learn(gate: LeadGate, addresses: AsyncIterable<readonly string[]>): Promise<void> {
    const rules = (['bounced-before', 'said-no', 'opted-out'] as const).filter((rule) =>
      gate.blocks({ rule }),
    );
    const tags = gate.blocks({ rule: 'merge-tag-empty' }) ? tagsWithout(gate, { email: '' }) : [];
    this.#tags = tags.slice(0, mostSeen);
    if (rules.length === 0 && tags.length === 0) return;
    this.history = await readAddressHistory(this.context, await few(addresses), (lead) => {
      const without = tagsWithout(gate, lead);
      return this.#tags.reduce((seen, tag, at) => (without.includes(tag) ? seen : seen | (1 << at)), 0);
    });
    const { failure } = this.history;
    if (failure === undefined) return;
    this.unknown = rules.map((rule) => ({ rule, why: whyOf(failure) }));
  }

  faultsOf(gate: LeadGate, lead: NewLead): LeadFault[] {
    const tag = this.history?.hasBounced(lead.email) ? 'bounced' : undefined;
    const stored = this.history?.stored(lead.email);
    return gate.faultsOf({ ...lead, tag, stored }).filter((fault) => !this.#fills(lead.email, fault));
  }

  /** Whether the service has a value where the row has none: the call leaves it as it is. */
  #fills(address: string, { rule, detail = '' }: LeadFault): boolean {
    const at = this.#tags.indexOf(detail);
    return rule === 'merge-tag-empty' && at >= 0 && ((this.history?.seen(address) ?? 0) & (1 << at)) !== 0;
  }
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

const ofValue: readonly LeadFault['rule'][] = ['merge-tag-empty', 'placeholder-left'];

const tagText = (key: string): string => `{${fieldTags.get(key) ?? key}}`;
