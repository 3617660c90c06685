/** What a rule of a launch counts: people, emails (steps and variants), mailboxes, or the campaign itself. */
export type RuleOf = 'copy' | 'recipients' | 'senders' | 'schedule' | 'capacity' | 'money';

/** What a check of a campaign looks at. */
export const ruleAreas = [
  'copy',
  'recipients',
  'senders',
  'schedule',
  'capacity',
] as const satisfies readonly RuleOf[];

export type Severity = 'block' | 'warn';

interface Rule {
  readonly area: RuleOf;
  /** `block`: a launch is refused, unless the rule is waived with a reason. */
  readonly severity: Severity;
  readonly counts: 'leads' | 'emails' | 'mailboxes' | 'campaign';
  /** What holds where the rule is kept: `every merge tag has a value`. */
  readonly kept: string;
}

const copy = (severity: Severity, kept: string) =>
  ({ area: 'copy', severity, counts: 'emails', kept }) as const;
const tag = (severity: Severity, kept: string) =>
  ({ area: 'copy', severity, counts: 'leads', kept }) as const;
const lead = (severity: Severity, kept: string) =>
  ({ area: 'recipients', severity, counts: 'leads', kept }) as const;
const mailbox = (severity: Severity, kept: string) =>
  ({ area: 'senders', severity, counts: 'mailboxes', kept }) as const;
const whole = (area: RuleOf, severity: Severity, kept: string) =>
  ({ area, severity, counts: 'campaign', kept }) as const;

/** Every rule that a launch is checked against, in the order in which problems are listed. */
export const rules = {
  'no-steps': whole('copy', 'block', 'the sequence has a step'),
  'merge-tag-unknown': tag('block', 'every merge tag is a field or a custom variable of the leads'),
  'merge-tag-empty': tag('block', 'every lead has a value for every merge tag'),
  'merge-tag-not-text': tag('warn', 'every value of a merge tag is text'),
  'merge-tag-collision': tag('warn', 'no two fields of a lead claim one merge tag'),
  'unbalanced-brace': copy('block', 'every brace is part of a merge tag'),
  'placeholder-left': copy('block', 'no placeholder is left, in the copy or in a value'),
  'subject-empty': copy('block', 'every email that begins a thread has a subject'),
  'subject-long': copy('warn', 'no subject is longer than 60 characters'),
  'subject-shout': copy('warn', 'no subject is in capital letters'),
  'fake-reply': copy('warn', 'no first email looks like a reply'),
  'follow-up-same-day': copy('warn', 'no follow-up goes out on the day of the email before it'),
  'body-large': copy('warn', 'no email is larger than 100 kB'),
  'spam-wording': copy('warn', 'no wording that spam filters know'),
  'link-malformed': copy('block', 'every link is a valid address'),
  'link-http': copy('warn', 'every link uses https'),
  'link-ip': copy('warn', 'no link goes to a bare IP address'),
  'link-shortener': copy('warn', 'no link is a short link'),
  'link-mismatch': copy('warn', 'every link goes where its text says'),
  'html-in-text': copy('warn', 'no text email has HTML tags'),
  'no-opt-out': copy('warn', 'the first email says how to opt out'),
  'no-postal-address': copy('warn', 'the first email has a postal address'),
  'no-leads': whole('recipients', 'block', 'the campaign has leads'),
  'known-invalid': lead('block', 'no address is known to be invalid'),
  'opted-out': lead('block', 'no lead has opted out'),
  'risky-share': lead('warn', 'few addresses are risky'),
  'not-verified': lead('warn', 'most addresses are verified'),
  'malformed-address': lead('block', 'every address is well formed'),
  'duplicate-address': lead('warn', 'no address is there twice'),
  'role-address': lead('warn', 'no address belongs to a role such as info@'),
  'disposable-address': lead('warn', 'no address is disposable'),
  'typo-domain': lead('warn', 'no domain looks misspelt'),
  'personal-mailbox': lead('warn', 'no address is at a personal mail provider'),
  'test-address': lead('warn', 'no address is one for tests'),
  'name-shape': lead('warn', 'no name is in capital or small letters alone'),
  'own-domain': lead('warn', 'no address has the domain of a mailbox'),
  blocklisted: lead('warn', 'no lead is on the blocklist'),
  'bounced-before': lead('block', 'no lead has bounced before'),
  'said-no': lead('block', 'no lead has said no before'),
  'replied-before': lead('warn', 'no lead has replied before'),
  'already-running': lead('warn', 'no lead is in another running campaign'),
  /** Without events nothing is known of it, which holds up no launch; a lead who is known to have unsubscribed does. */
  unsubscribed: lead('warn', 'no lead has unsubscribed'),
  'bounces-high': whole('recipients', 'warn', 'few of the newest people contacted bounced'),
  'complaints-high': whole('recipients', 'warn', 'few of the newest people contacted reported spam'),
  'none-attached': whole('senders', 'block', 'a mailbox is attached'),
  'all-disconnected': mailbox('block', 'a mailbox is connected'),
  'some-disconnected': mailbox('warn', 'every mailbox is connected'),
  'all-held-back': mailbox('block', 'a mailbox has the minimum health score'),
  'score-low': mailbox('warn', 'every mailbox has a health score of 90 or more'),
  cold: mailbox('warn', 'every mailbox is warmed up'),
  'over-limit': mailbox('warn', 'no mailbox has more to send than its daily limit'),
  'limits-zero': mailbox('block', 'a mailbox has a daily limit above 0'),
  spf: mailbox('warn', 'every domain has a sound SPF record'),
  dkim: mailbox('warn', 'every domain has a DKIM record'),
  dmarc: mailbox('warn', 'every domain has a DMARC record'),
  mx: mailbox('warn', 'every domain receives mail'),
  'no-day': whole('schedule', 'block', 'the schedule names a day'),
  'empty-window': whole('schedule', 'block', 'the sending hours are not empty'),
  'window-shorter-than-gap': whole('schedule', 'block', 'an email fits into the sending hours'),
  'no-capacity': whole('capacity', 'block', 'something can be sent on an open day'),
  'takes-long': whole('capacity', 'warn', 'everything is sent within 8 weeks'),
  'first-step-delayed': whole('schedule', 'warn', 'the first email is due as soon as the campaign starts'),
  'out-of-office-stops': whole('schedule', 'warn', 'an out-of-office answer does not end the follow-ups'),
  'bulk-sender': whole('capacity', 'warn', 'no domain sends more than 5,000 emails a day'),
  'credits-short': whole('money', 'block', 'there are enough credits'),
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleId = keyof typeof rules;

export const ruleIds = Object.keys(rules) as readonly RuleId[];
