import { Failure } from '../../../base/errors.ts';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import { say } from '../../../base/text/advice.ts';
import { advise } from '../../../cli/advice/advise.ts';
import { onePage } from '../../../cli/answer/one-page.ts';
import { command } from '../../../cli/declare/command.ts';
import { arg, opt } from '../../../cli/declare/params.ts';
import { credits } from '../../../contract/areas/credits.ts';
import * as s from '../../../contract/schema/schema.ts';
import type { FaultRule } from '../../../sandbox/faults/rule.ts';
import { openSandbox } from '../open-sandbox.ts';
import { faultFields, faultsView } from './fault-view.ts';

/** The names alone: what is behind them is loaded with the sandbox. A test holds the two against each other. */
export const presetNames = ['flaky', 'lost-answers', 'rate-limited', 'down'] as const;

export const add = command({
  name: 'add',
  summary: 'Make sandbox requests fail: before or after they take effect, or at random',
  about: `Connection: reset (breaks), refused, or dns (host not found).
Response: hang (never comes), slow:5s, or truncated (breaks off).
HTTP status: status:502, status:500:internal (with a code), or unavailable.
Status 429: rate-limited (:20s sets Retry-After, :bare omits it).
Unreadable response: bad-json, wrong-content-type or empty.
Purchases: purchase_unconfirmed, purchase_incomplete or payment_failed.
Stale lists: lag:60s leaves out what was made in the last 60 s.

--phase before: nothing takes effect. after: only the response is lost. late:60s: the request takes effect 60 s later.

The same --seed gives the same faults. They stay until \`fault clear\` or a reset.`,
  uses: [],
  tool: 'work',
  answer: s.array(faultFields),
  local: true,
  args: {
    operation: arg.optionalText(
      'operation such as credits.purchase, a pattern such as credits.* or "POST /credits/*", or * for all',
      {
        hint: 'operation',
      },
    ),
    kind: opt.text('what goes wrong: one of the kinds below', { hint: 'kind' }),
    phase: opt.text('when: before, after or late:60s (see below)', { hint: 'phase' }),
    nth: opt.int('only the nth request from now on', { min: 1, hint: 'n' }),
    times: opt.int('number of requests that fail, from the nth on', { min: 1, hint: 'n' }),
    probability: opt.number('share of these requests that fail', { min: 0, max: 1, hint: 'share' }),
    seed: opt.text('seed of the random choice', { hint: 'text' }),
    preset: opt.choice(
      'ready-made faults: flaky fails at random but loses nothing; lost-answers loses responses to POSTs; rate-limited responds with 429; down refuses all requests',
      presetNames,
    ),
  },
  examples: [
    'outreach sandbox fault add credits.purchase --nth 1 --phase after --kind reset',
    'outreach sandbox fault add "*" --kind status:503 --probability 0.1 --seed 7',
    'outreach sandbox fault add credits.transactions --kind lag:60s',
    'outreach sandbox fault add --preset lost-answers',
  ],
  async run(context, { operation, preset, ...given }) {
    const [{ sandbox }, { addFaults, listFaults }, { presets }] = await Promise.all([
      openSandbox(context),
      import('../../../sandbox/faults/rules.ts'),
      import('../../../sandbox/faults/presets.ts'),
    ]);
    const rules =
      preset === undefined
        ? [ruleOf(operation, given)]
        : presets[preset].rules.map((rule) => narrowed(rule, operation, given));
    const ids = await addFaults(sandbox.state, rules);
    return onePage(listFaults(sandbox.state).filter(({ id }) => ids.includes(id)));
  },
  next: [['remove it', advise('sandbox fault clear')]],
  view: faultsView,
});

type Given = { readonly [F in Exclude<keyof FaultRule, 'operation'>]: FaultRule[F] | string | undefined };

function ruleOf(operation: string | undefined, { kind, ...rest }: Given): FaultRule {
  if (operation !== undefined && kind !== undefined)
    return { operation, kind, ...omitUndefined(rest) } as FaultRule;
  const missing = operation === undefined ? 'the operation' : '--kind';
  throw new Failure('missing_argument', `${missing} is missing: give it, or --preset`, {
    hint: say`${advise('sandbox fault add', { operation: credits.purchase.id, nth: 1, phase: 'after', kind: 'reset' })}`,
  });
}

function narrowed(rule: FaultRule, operation: string | undefined, given: Given): FaultRule {
  const { kind, phase, ...rest } = given;
  if (kind === undefined && phase === undefined)
    return { ...rule, ...omitUndefined({ operation, ...rest }) } as FaultRule;
  throw new Failure(
    'preset_is_whole',
    `A preset sets what goes wrong and when: remove ${kind === undefined ? '--phase' : '--kind'}`,
  );
}
