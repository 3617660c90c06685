import type { FaultRule } from './rule.ts';

interface Preset {
  readonly summary: string;
  readonly rules: readonly FaultRule[];
}

/** Weather that is had often enough to have a name. A rule's share and seed may be replaced. */
export const presets = {
  flaky: {
    summary: 'now and then a cut connection, a 503 without a code, a slow answer; nothing is lost',
    rules: [
      { operation: '*', kind: 'reset', phase: 'before', probability: 0.05 },
      { operation: '*', kind: 'status:503', phase: 'before', probability: 0.05 },
      { operation: '*', kind: 'slow:3s', probability: 0.05 },
    ],
  },
  'lost-answers': {
    summary: 'every fourth POST takes effect and its answer is lost, every tenth takes effect a minute late',
    rules: [
      { operation: 'POST *', kind: 'reset', phase: 'after', probability: 0.15 },
      { operation: 'POST *', kind: 'status:500', phase: 'after', probability: 0.1 },
      { operation: 'POST *', kind: 'hang', phase: 'late:60s', probability: 0.1 },
    ],
  },
  'rate-limited': {
    summary: 'every third call is turned away with a 429, mostly with Retry-After',
    rules: [
      { operation: '*', kind: 'rate-limited:2s', probability: 0.25 },
      { operation: '*', kind: 'rate-limited:bare', probability: 0.1 },
    ],
  },
  down: {
    summary: 'nothing listens',
    rules: [{ operation: '*', kind: 'refused' }],
  },
} as const satisfies Readonly<Record<string, Preset>>;
