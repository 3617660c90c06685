import { Failure } from '../../src/base/errors.ts';
import { exitCodeOf } from '../../src/base/failure-codes.ts';
import { Approval } from '../../src/client/api/approval.ts';
import { createClient } from '../../src/client/client.ts';
import { Guard } from '../../src/client/guard/guard.ts';
import { prepare } from '../../src/client/request/build-request.ts';
import type { AnyInput, AnyOperation } from '../../src/contract/operation.ts';
import { destination, type Process, type Runner } from './runner.ts';

/** As long as the program looks for an effect at a service. */
const graceMs = 5 * 60_000;
const version = '0.0.0-crash';

/** The types of the client follow from the contract, operation by operation; here all operations are alike. */
type AnyCall = (operation: AnyOperation, input: AnyInput, approval?: Approval) => Promise<unknown>;

/**
 * Client, guard and journal without the program: around the call happens what the program does around it, in the same
 * order, and no line is parsed and no answer is drawn.
 */
export const clientAlone: Runner = async (machine, { token, call, remarks }) => {
  if (call === undefined) throw new Error('nobody knows what to call');
  const { operation, input } = call;
  const note = (line: string) => machine.complain(`${line}\n`);
  const { api, guard } = await opened(machine, token, note);
  try {
    let approval: Approval | undefined;
    if (operation.effect !== 'none') {
      const request = prepare(operation, input, { ...destination, target: 'live', version });
      const guarded = { operation, input, request };
      if (!(await guard.before(guarded))) await guard.agreed(guarded, {});
      approval = Approval.grant(operation, input);
    }
    const answer = await (api as unknown as AnyCall)(operation, input, approval);
    if (remarks) await guard.remark(operation, 'what it costs is known later');
    machine.print(`${JSON.stringify(answer)}\n`);
    await guard.acknowledge();
    return { exit: 0 };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    note(`${error.message}\n${error.hint ?? ''}`);
    await tidied(guard.acknowledge());
    return { exit: exitCodeOf(error.kind) };
  } finally {
    await tidied(guard.close());
  }
};

/** As the program does it: how the call went counts for more than that this could not be written down. */
const tidied = (work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
  });

async function opened(
  { journal, ...machine }: Process,
  token: string | undefined,
  note: (line: string) => void,
) {
  const own = { clock: machine.clock, random: machine.random, signal: new AbortController().signal, note };
  const target = 'live';
  const api = createClient({
    ...own,
    transport: machine.transport,
    settings: { ...destination, target, readOnly: false },
    version,
    guard: async (client) =>
      new Guard({
        ...own,
        ...client,
        journal,
        account: 'ours',
        profile: 'default',
        target,
        graceMs,
        differs: () => undefined,
        token,
        again: false,
        askAgain: async (_operation, { id }) => {
          throw new Failure('done_recently', `The same was done a moment ago (journal ${id})`);
        },
      }),
  });
  const guard: Guard | undefined = await api.guard();
  if (guard === undefined) throw new Error('the client has no guard');
  return { api, guard };
}
