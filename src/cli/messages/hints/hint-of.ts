import type { Failure } from '../../../base/errors.ts';
import type { FailureCode } from '../../../base/failure-codes.ts';
import type { FailureSubject } from '../../../base/failure-subject.ts';
import { type Advice, type Hint, isAdvice, piecesOf, say } from '../../../base/text/advice.ts';
import { advise } from '../../advice/advise.ts';
import { pattern, textOf } from '../../advice/line-of.ts';
import { refuseHarm } from '../../advice/refuse-harm.ts';
import { outcomeHint, sameLine } from './outcome-hint.ts';
import { refusedHint, validKey } from './refused-hint.ts';
import { pathHint, shapeHint } from './route-hint.ts';

/** What to do next: a hint that came with the failure, then what the failure is about, then what its code says. */
export function hintOf(failure: Failure): string | undefined {
  const hint = hintFor(failure);
  return hint && textOf(hint);
}

/** None that advises what harms. */
function hintFor(failure: Failure): Hint | undefined {
  const hint = anyHint(failure);
  const harms = (piece: string | Advice) => isAdvice(piece) && !refuseHarm({ advice: piece });
  return hint && piecesOf(hint).some(harms) ? undefined : hint;
}

function anyHint(failure: Failure): Hint | undefined {
  const { hint, subject, code } = failure;
  if (hint !== undefined) return hint ?? undefined;
  if (subject !== undefined) return hintAbout(subject, failure);
  const known = (byCode as Readonly<Record<string, HintOfCode | undefined>>)[code];
  return typeof known === 'function' ? known(failure) : known;
}

/** The failure with its hint, for what shows or repeats it. */
export function withHint(failure: Failure): Failure {
  const hint = hintFor(failure);
  return hint === (failure.hint ?? undefined) ? failure : failure.with({ hint: hint ?? null });
}

/** What every guard says. It names the page and not the command: what reads it may be a script or an agent. */
export const personHint = 'A person at a terminal can change this: outreach help safety';

function hintAbout(subject: FailureSubject, failure: Failure): Hint | undefined {
  switch (subject.is) {
    case 'open-outcome':
      return outcomeHint(subject, failure.retryable);
    case 'refused':
      return refusedHint(failure, subject);
    case 'unknown-shape':
      return shapeHint(subject);
    case 'unknown-path':
      return pathHint(subject);
    case 'detour':
      return say`Go back to the built-in route: ${advise('profiles route', { operation: subject.operation, clear: true })}`;
    case 'journal-entry':
      return entryHint(subject.intent, failure);
    case 'moved-journal':
      return subject.first === 'finish'
        ? say`Finish that move: ${advise('journal move', { to: subject.address })}`
        : `Set OUTREACH_JOURNAL=${subject.address}, or the journal of the profile.`;
    case 'snapshot':
      return say`The sandbox is as it was. To remove it: ${advise('sandbox snapshot remove', { name: subject.name, yes: true })}`;
    case 'lost-journal':
      return lostJournal(subject.isGone === true);
    case 'replaced-journal':
      return replacedJournal;
    case 'mcp-address':
      return 'Check the address of the agent-protocol server: outreach profiles show';
    case 'mcp-answer':
      return 'Check the address of the server: outreach profiles show';
    case 'mcp-input':
      return `See what a tool takes: ${pattern('mcp tools', { tool: '<name>' })}`;
  }
}

function entryHint(intent: number, failure: Failure): Hint {
  if (failure.is('still_open')) return say`Settle it first: ${advise('journal settle', { id: intent })}`;
  if (failure.is('taken_over')) return `Its progress: outreach journal show ${intent}`;
  if (failure.kind !== 'unknown-outcome' || failure.is('answer_not_kept'))
    return `What is known: outreach journal show ${intent}`;
  if (failure.retryable) return `${sameLine}. What is known: outreach journal show ${intent}`;
  return say`Do not repeat it. When the journal can be written again: ${advise('journal settle', { id: intent })}`;
}

const lostJournal = (isGone: boolean): Hint =>
  say`${[
    'It records what was bought, sent or created from here, so that nothing is done twice.',
    'Look in the service first: outreach credits transactions, outreach dfy orders list, outreach finder imports list, outreach campaigns list.',
    'A copy of the file, if there is one, can be put back; if it lacks entries, a person accepts that: ',
  ].join(
    '\n',
  )}${advise('journal accept')}. Otherwise move ${isGone ? 'the file journal-used of the same folder away' : 'it away, with the file journal-used beside it'}. The next command makes a new journal, in which every --once token is free again.`;

const replacedJournal = `Calls and --once tokens that it lacks would be made again. Have the newer one put back. ${personHint}`;

const network = 'Check the network, the base URL and the proxy variables: outreach doctor';

type HintOfCode = Hint | ((failure: Failure) => Hint | undefined);

const byCode: Partial<Record<FailureCode, HintOfCode>> = {
  aborted: network,
  answer_too_large: 'Ask for less at once: a smaller --limit',
  bad_base_url: say`It looks like https://api.example.com/r; set it with: ${advise('login')}`,
  bad_sequence: 'outreach campaigns sequence set --help shows how a sequence file is written.',
  broken_config: say`Fix the file, or move it away and save the profile again: ${advise('login')}`,
  clock_goes_forward: say`To go back, load what was saved before: ${advise('sandbox snapshot load', { name: undefined })}. To start over: ${advise('sandbox reset')}`,
  connect_timeout: network,
  connection_refused: network,
  in_progress: ({ extra }) =>
    `Run the same command again when it is done; its progress: outreach journal show ${extra.intent}`,
  invalid_operation: say`All operations: ${advise('api', { list: true })}`,
  invalid_seed_file: ({ extra }) =>
    extra.problems === undefined ? undefined : 'The format: outreach help sandbox',
  key_bound_elsewhere: 'To use the key where it was saved: unset OUTREACH_BASE_URL',
  malformed_key: validKey,
  name_not_found: network,
  no_such_snapshot: 'See: outreach sandbox snapshot list',
  not_the_service:
    'It seems to come from a proxy or gateway in between. Check the base URL and the proxy variables: outreach doctor',
  purchase_incomplete: ({ extra }) =>
    say`${[
      'The card was charged, but the credits are missing; support has been notified. Nothing more is bought from here until that is settled.',
      'Have they arrived? outreach credits transactions',
      `Show support: outreach journal show ${extra.intent}`,
      'Once support has settled it: ',
    ].join('\n')}${advise('journal settle', { id: extra.intent as number, done: true })}`,
  purchase_incomplete_open: ({ extra }) =>
    say`See: ${advise('journal show', { id: extra.intent as number })}. Once support has settled it: ${advise('journal settle', { id: extra.intent as number, done: true })}`,
  read_only_profile: personHint,
  redirected: 'Check the base URL: outreach profiles show',
  sandbox_version: say`To start a fresh one: ${advise('sandbox reset')}`,
  token_reused: ({ extra }) =>
    `Use a new token for a new request; what the old one did: outreach journal show ${extra.intent}`,
  wrong_key_for_target: 'See which profile is in use: outreach whoami',
};
