import { Failure } from '../../contract/errors.ts';
import type { FullAnswer } from '../api.ts';
import type { Evidence, Finding, Looking } from '../evidence/evidence.ts';
import { evidenceOf } from '../evidence/index.ts';
import { parseJson } from '../json.ts';
import type { Guarded, Sharing } from './guard.ts';
import type { Intent } from './journal.ts';
import { handedOver, stillOpen } from './verdicts.ts';

const firstPauseMs = 2000;
const longestPauseMs = 30_000;

/**
 * Looks at the service until the effect of a call shows, or the time of grace is over. Undefined where the call may be
 * made again; throws `unknown-outcome` where a person must decide. `trouble` is what the last try came to.
 */
export async function findOut(
  call: Guarded,
  intent: Intent,
  trouble: Failure | undefined,
  sharing: Sharing,
): Promise<FullAnswer | undefined> {
  const { operation } = call;
  const { holdings, graceMs } = sharing;
  const evidence = evidenceOf(operation);
  const leave = (finding: Finding | undefined) => {
    const remark =
      finding?.kind === 'several'
        ? 'something could be it, and nothing tells for certain'
        : 'nothing shows whether it worked';
    const left = holdings.record(intent, { state: 'unknown', remark }, remark);
    return handedOver({ call, intent: left, finding, trouble, graceMs });
  };
  if (evidence === undefined || intent.snapshot === undefined) throw leave(undefined);
  const finding = await watch(call, intent, evidence, trouble, sharing);
  if (finding.kind === 'done') {
    const answer = { status: operation.success ?? 200, headers: {}, body: finding.answer };
    holdings.finish(intent, answer, 'done: seen at the service');
    return answer;
  }
  if (finding.kind === 'nothing' && evidence.whenNothing === 'again') return undefined;
  throw leave(finding);
}

async function watch(
  call: Guarded,
  intent: Intent,
  evidence: Evidence,
  trouble: Failure | undefined,
  { clock, graceMs, note, read, signal }: Sharing,
): Promise<Finding> {
  const sentAt = intent.sentAt ?? intent.startedAt;
  const snapshot = await parseJson(intent.snapshot ?? 'null');
  const looking: Looking = {
    read: (operation, input = {}) => read(operation, input),
    input: call.input,
    sentAt,
  };
  for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
    const finding = await evidence.look(looking, snapshot).catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      if (signal.aborted || error.code === 'command_timeout') throw stillOpen({ call, intent, trouble });
      return undefined;
    });
    if (finding !== undefined && finding.kind !== 'nothing') return finding;
    const left = sentAt + graceMs - clock.now();
    if (left <= 0) return { kind: 'nothing' };
    if (pause === firstPauseMs)
      note(`It may show within ${Math.ceil(left / 1000)} s; Ctrl-C stops looking and loses nothing`);
    try {
      await clock.sleep(Math.min(pause, left), signal);
    } catch (error) {
      throw signal.aborted ? stillOpen({ call, intent, trouble }) : error;
    }
  }
}
