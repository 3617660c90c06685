import type { senders } from '../../../contract/areas/senders.ts';
import type { Output } from '../../../contract/operation.ts';
import { warmUpPerDay } from '../../../domain/mailbox/warm-up.ts';
import type { Sandbox } from '../../core/state.ts';
import { rfc3339 } from '../../core/times.ts';
import { soundDomain } from './seed-senders.ts';
import { type Sender, scoreOf } from './senders.ts';

type Vitals = Output<typeof senders.dns>;

/**
 * The DNS records of an invented domain, always the same for the same domain; no lookup is ever made. ERROR, a lookup that
 * timed out, comes with the fault `lookup-timeout`.
 */
export function dnsVitals(sandbox: Sandbox, sender: Sender, domain: string): Vitals {
  const roll = (check: keyof typeof missingShares) => {
    const drawn = sandbox.chance('dns', domain, check);
    return domain === soundDomain && drawn < missingShares[check] ? 1 - drawn : drawn;
  };
  const now = sandbox.now();
  return {
    senderEmailId: sender.id,
    domain,
    checkedAt: rfc3339(now),
    spf: spf(roll('spf')),
    dkim: dkim(roll('dkim')),
    dmarc: dmarc(roll('dmarc'), domain),
    mx: { status: 'OK', hosts: [`10 mx1.${domain}`, `20 mx2.${domain}`], issues: [] },
    warmup: {
      enrolled: sender.warmUp !== null,
      currentPerDay: sender.warmUp ? warmUpPerDay(sender.warmUp, now) : 0,
      cap: sender.warmUp?.capLimit ?? 0,
      healthScore: scoreOf(sender, now),
    },
  };
}

/** How many domains lack a record. */
const missingShares = { spf: 0.04, dkim: 0.12, dmarc: 0.08 } as const;

function spf(roll: number): Vitals['spf'] {
  if (roll < missingShares.spf)
    return { status: 'MISSING', record: null, issues: ['No SPF record was found'] };
  const soft = roll < 0.15;
  return {
    status: soft ? 'WARNING' : 'OK',
    record: `v=spf1 include:_spf.mail-host.example ${soft ? '?all' : '~all'}`,
    issues: soft ? ['The record ends in ?all, which says nothing about other servers'] : [],
  };
}

const selectors = ['google', 'selector1', 'selector2', 'default', 'mail', 'dkim'] as const;

function dkim(roll: number): Vitals['dkim'] {
  if (roll < missingShares.dkim)
    return {
      status: 'MISSING',
      record: null,
      selector: null,
      selectorSource: null,
      checkedSelectors: [...selectors],
      issues: ['No key was found under the selectors that were tried'],
    };
  const found = Math.floor(((roll - missingShares.dkim) / (1 - missingShares.dkim)) * selectors.length);
  return {
    status: 'OK',
    record: 'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A',
    selector: selectors[found] ?? 'default',
    selectorSource: 'COMMON',
    checkedSelectors: selectors.slice(0, found + 1),
    issues: [],
  };
}

function dmarc(roll: number, domain: string): Vitals['dmarc'] {
  if (roll < missingShares.dmarc)
    return { status: 'MISSING', record: null, policy: null, issues: ['No DMARC record was found'] };
  const policy = roll < 0.3 ? 'none' : roll < 0.7 ? 'quarantine' : 'reject';
  return {
    status: policy === 'none' ? 'WARNING' : 'OK',
    record: `v=DMARC1; p=${policy}; rua=mailto:dmarc@${domain}`,
    policy,
    issues: policy === 'none' ? ['The policy is p=none, so spoofed mail is still delivered'] : [],
  };
}
