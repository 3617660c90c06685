import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyProblems } from '../../../src/domain/launch/copy-rules.ts';
import type { RuleId } from '../../../src/domain/launch/rules.ts';
import { rules } from '../../../src/domain/launch/rules.ts';
import { type StepLike, wordingsIn } from '../../../src/domain/launch/wordings.ts';
import { anyCharacter } from '../../any-character.ts';
import { modesOf } from '../../sweep/slice.ts';
import { cleanSequences } from './clean-sequences.ts';

const footer =
  '\n\nNot relevant? Tell me and I will not write again.\nAcme Ltd, 12 High Street, London EC1A 1BB';

const step = (given: Partial<StepLike>): StepLike => ({
  order: 1,
  subject: 'A question',
  body: `Hello {firstName}${footer}`,
  ...given,
});

const found = (steps: readonly StepLike[], postalAddress?: string) =>
  copyProblems(wordingsIn({ steps }, { mailboxes: [] }), { postalAddress });

/** The rules that a body, a subject or steps break. */
const brokenBy = (steps: readonly StepLike[]): RuleId[] => found(steps).map(({ rule }) => rule);

const body = (text: string, contentType: 'html' | 'text' = 'text') => [
  step({ body: `${text}${contentType === 'html' ? footer.replaceAll('\n', '<br>') : footer}`, contentType }),
];
const html = (text: string) => body(text, 'html');
const subject = (text: string) => [step({ subject: text })];
const follow = (given: Partial<StepLike>) => [step({}), step({ order: 2, delayDays: 3, ...given })];
const bare = (text: string) => [step({ body: text })];

const table: Partial<Record<RuleId, { broken: readonly StepLike[][]; kept: readonly StepLike[][] }>> = {
  'no-steps': { broken: [[]], kept: [subject('Hi')] },
  'unbalanced-brace': {
    broken: [
      body('Hi {firstName'),
      body('Hi firstName}'),
      body('Hi {first\nname}'),
      body('{Hi|Hello {firstName}}'),
      body('Hi { },'),
      subject('About {company'),
      html('<p>Hi {firstName</p>'),
      html('<style>a{color:red}</style><p>{firstName</p>'),
      [step({}), step({ order: 2, subject: 'x', delayDays: 2, variants: [{ label: 'B', body: 'a } b' }] })],
    ],
    kept: [
      body('Hi {firstName} of {Company Name}'),
      body('Hi {{firstName}}'),
      html('<style>\n@media (max-width: 600px) {\n .a { color: red }\n}\n</style><p>{firstName}</p>'),
      html('<style>p{margin:0}b{}</style><p style="color:#333;margin:0 0 1em">{firstName}</p>'),
      html('<script type="application/ld+json">{"@context": {"a": [1]},\n"b": {}}</script>{firstName}'),
    ],
  },
  'placeholder-left': {
    broken: [
      ...[
        '[Name]',
        '[First Name]',
        '[your company]',
        '[insert]',
        '[Vorname]',
        '[prénom]',
        '[COMPANY_NAME]',
      ].map((text) => body(text)),
      ...['{{first_name}}', '{{ contact.name }}', '{% if x %}', '*|FNAME|*', '%first_name%'].map((text) =>
        body(text),
      ),
      ...[
        '<name>',
        '<first name>',
        '<company>',
        'lorem ipsum dolor',
        'TODO: write this',
        'XXX',
        'save XX %',
      ].map((text) => body(text)),
      subject('A word for [Company]'),
      subject('TODO'),
      html('<p>Hi &lt;First Name&gt;</p>'),
      html('<p>Hi [Name]</p>'),
      html('Hi <name>,'),
      [step({}), step({ order: 2, useSameThread: true, delayDays: 2, body: 'FIXME' })],
    ],
    kept: [
      ...['[1]', '[...]', '[PDF]', '[our site](https://acme.example)', 'a[0] = b', '[x] done'].map((text) =>
        body(text),
      ),
      ...['Es para todo el equipo', 'TODO EL EQUIPO', 'con TODO incluido', 'Para todo lo demás'].map((text) =>
        body(text),
      ),
      ...['Best, Ana xxx', 'size XXL', '100% of 20% off', 'ana <ana@acme.example>', '2 < 3 and 5 > 4'].map(
        (text) => body(text),
      ),
      subject('[Webinar] Printing in 2026'),
      html('<title>News</title><p>Hi</p>'),
      html('<!--[if mso]><table><tr><td><![endif]-->Hi'),
      body('The floor is yours. https://acme.example/todo/name'),
    ],
  },
  'subject-empty': {
    broken: [
      subject(''),
      subject('  '),
      [step({ subject: null })],
      [step({ variants: [{ label: 'B', subject: '' }] })],
      follow({ subject: '' }),
      [step({ subject: '', useSameThread: true })],
    ],
    kept: [
      subject('Hi'),
      follow({ subject: '', useSameThread: true }),
      [step({ variants: [{ label: 'B' }] })],
    ],
  },
  'subject-long': {
    broken: [subject('a'.repeat(61)), subject(`${'word '.repeat(12)}{company}`)],
    kept: [
      subject('a'.repeat(60)),
      subject('日'.repeat(60)),
      subject('👋'.repeat(60)),
      follow({ subject: 'b'.repeat(60) }),
    ],
  },
  'subject-shout': {
    broken: [subject('URGENT OFFER'), subject('READ THIS, {firstName}!'), subject('ДОБРЫЙ ДЕНЬ')],
    kept: [
      subject('Q4 ROI?'),
      subject('A NEW idea'),
      subject('{COMPANY NAME}: hello'),
      subject('ご提案について'),
    ],
  },
  'fake-reply': {
    broken: [
      subject('Re: our call'),
      subject('FWD: invoice'),
      subject('RE : bonjour'),
      subject('AW: Angebot'),
    ],
    kept: [subject('Regarding your team'), subject('Redesign: a note'), follow({ subject: 'Re: our call' })],
  },
  'follow-up-same-day': {
    broken: [follow({ delayDays: 0 }), follow({ delayDays: null })],
    kept: [follow({ delayDays: 1 }), [step({ delayDays: 0 })]],
  },
  'body-large': {
    broken: [body('a'.repeat(100_001)), body('ä'.repeat(50_001))],
    kept: [body('a'.repeat(99_000)), body('ä'.repeat(40_000))],
  },
  'spam-wording': {
    broken: [
      body('100% guaranteed'),
      body('Dear friend,\nHello'),
      body('Act Now: it ends today'),
      body('A MILLION DOLLARS'),
      body('GUARANTEED! dear investor'),
      body('guaranteed! for you'),
      subject('$500 for you'),
      html('<p>100%&nbsp;<b>guaranteed</b></p>'),
    ],
    kept: [
      body('We guarantee nothing'),
      body('Teams that act now save time'),
      body('Raised a million dollars'),
      body('My dear friend Bob says hello'),
      subject('A plan for 500 desks'),
    ],
  },
  'link-malformed': {
    broken: [
      ...[
        'https://',
        'http:/acme.example',
        'https//acme.example',
        'htp://acme.example',
        'https://acme',
        'https://acme..example',
        'https://acme.example:99999/',
        'http://localhost:3000/x',
      ].map((text) => body(`See ${text} now`)),
      ...[
        '',
        '#',
        'www.acme.example',
        '/pricing',
        'htps://acme.example',
        'https://acme example.com',
        'mailto:ana',
        '//acme.example',
      ].map((text) => html(`<a href="${text}">here</a>`)),
    ],
    kept: [
      ...[
        'https://acme.example',
        'https://acme.example/a?b=c&d=%20#e',
        '(https://acme.example).',
        'www.acme.example',
        'https://acme.example/{company}',
        'https://{website}/x',
        '{website}',
        'https://müller.example/ü',
        'http or https',
        'either/or, n/a, a://b',
      ].map((text) => body(`See ${text}, please`)),
      ...[
        'https://acme.example?a=1&amp;b=2',
        'mailto:ana@acme.example',
        'mailto:?subject=x',
        'tel:+4930123',
        '#top',
        '{website}',
        'https://{domain}',
        'https://acme.example/{Deal Size}',
      ].map((text) => html(`<a class="x" href='${text}'>here</a>`)),
    ],
  },
  'link-http': {
    broken: [
      body('http://acme.example'),
      html('<a href="HTTP://acme.example">x</a>'),
      body('http://{website}'),
    ],
    kept: [
      body('https://acme.example and www.acme.example'),
      html('<html xmlns="http://www.w3.org/1999/xhtml"><a href=https://acme.example>x</a>'),
    ],
  },
  'link-ip': {
    broken: [
      body('https://192.0.2.7/x'),
      html('<a href="https://[2001:db8::1]/">x</a>'),
      body('https://3221225991/'),
    ],
    kept: [body('https://acme.example/192.0.2.7'), body('Server 192.0.2.7 was down')],
  },
  'link-shortener': {
    broken: [body('https://bit.ly/abc'), html('<a href="https://www.tinyurl.com/x">x</a>')],
    kept: [body('https://rabbit.ly/abc'), body('https://acme.example/bit.ly')],
  },
  'link-mismatch': {
    broken: [
      html('<a href="https://evil.example">https://acme.com</a>'),
      html('<a href="https://evil.co.uk/x">www.acme.co.uk</a>'),
      html('<a href="https://evil.example/a"><b>acme.com/pricing</b></a>'),
    ],
    kept: [
      html('<a href="https://acme.com/x?utm=1">acme.com</a>'),
      html('<a href="https://track.acme.co.uk/1">https://www.acme.co.uk/pricing</a>'),
      html('<a href="https://acme.example">Node.js</a>'),
      html('<a href="https://{website}">acme.com</a> <a href="https://acme.example">see {website}</a>'),
      html('<a href="mailto:ana@acme.com">ana@acme.com</a>'),
    ],
  },
  'html-in-text': {
    broken: [body('Hello <b>you</b>'), body('One<br/>two'), body('<a href="https://acme.example">here</a>')],
    kept: [html('Hello <b>you</b>'), body('a < b and b > c, <ann@acme.example>, <https://acme.example>, <3')],
  },
  'no-opt-out': {
    broken: [
      bare('Hello. Shall we talk on Tuesday?'),
      bare('Do not worry: it works.'),
      bare('Die Antwort auf Ihre Frage: nein, das kostet nichts. Ich möchte mehr von Ihnen hören.'),
      bare('Je voudrais vous entendre plus souvent. Répondez quand vous pouvez.'),
      bare('No tengo noticias. Responda cuando pueda, si no es mucho.'),
      bare('Jag vill gärna höra av dig. Svara när du kan.'),
      bare('ご連絡をお待ちしております。'),
      follow({}).map((given, at) => ({ ...given, body: at === 0 ? 'Hello' : footer })),
    ],
    kept: [
      ...[
        'Click here to unsubscribe',
        'Reply "stop" and I will',
        'If you would rather not hear from me, tell me.',
        'Falls Sie keine weiteren E-Mails wünschen, sagen Sie es mir.',
        'Pour ne plus recevoir nos messages, répondez simplement STOP.',
        'Si prefieres no recibir más correos, dímelo.',
        'Se non desidera ricevere altre email, me lo dica.',
        'Liever geen mail meer? Laat het me weten, dan hoort u niet meer van mij.',
        'Antworten Sie „nein“, wenn Sie nichts mehr hören möchten.',
        'Antworten Sie "nein", wenn Sie nichts mehr hören möchten.',
        'Möchten Sie nichts mehr von uns bekommen? Kurze Antwort genügt.',
        'Lien de désinscription en bas de page',
        'Répondez par « stop » et je ne vous écrirai plus.',
        'Responda "no" y no le escribo más.',
        'Rispondi "no" e non la disturbo.',
        'Antwoord gewoon "nee".',
        'Responda "não" e eu paro.',
        'Jeśli nie chcesz otrzymywać wiadomości, odpisz „nie”.',
        'Svara ”nej” så hör jag inte av mig igen.',
        'Vil du ikke høre fra mig igen, så skriv det.',
        'Svar «nei», så stopper jeg.',
        '配信停止をご希望の場合はご連絡ください。',
        '如不想再收到邮件,请回复。',
        'https://acme.example/optout?id={email}',
      ].map((text) => bare(text)),
      [step({ body: '<a href="https://acme.example/unsubscribe">here</a>', contentType: 'html' })],
    ],
  },
  'no-postal-address': {
    broken: [bare('Hello. Shall we talk?'), bare('We met 12345 people in 2024 alone')],
    kept: [
      ...[
        '1 Main St, Springfield, IL 62704',
        'Acme Ltd, 12 High Street, London EC1A 1BB',
        'Acme GmbH, Hauptstr. 5, 10115 Berlin',
        'Acme AG, Bahnhofstrasse 1, 8001 Zürich',
        'Acme BV, Damrak 1, 1012 LG Amsterdam',
        '5 rue de la Paix\n75002 Paris',
        'ul. Prosta 1, 00-838 Warszawa',
        'PO Box 12, Dublin',
      ].map((text) => bare(text)),
    ],
  },
};

describe('the rules of copy', () => {
  for (const [rule, { broken, kept }] of Object.entries(table)) {
    it.each(broken.map((steps) => [said(steps), steps]))(`${rule} is broken by %s`, (_, steps) => {
      expect(brokenBy(steps)).toContain(rule);
    });
    it.each(kept.map((steps) => [said(steps), steps]))(`${rule} is kept by %s`, (_, steps) => {
      expect(brokenBy(steps)).not.toContain(rule);
    });
  }

  it('are all in the table, but for those of merge tags', () => {
    const copy = Object.entries(rules).filter(
      ([rule, { area }]) => area === 'copy' && !rule.startsWith('merge-tag'),
    );
    expect(Object.keys(table).sort()).toEqual(copy.map(([rule]) => rule).sort());
  });

  it.each(cleanSequences)('find nothing to block in sane copy: %s', (_, sequence) => {
    expect(copyProblems(wordingsIn(sequence, { mailboxes: [] }))).toEqual([]);
  });

  it('count emails, and name each once', () => {
    const steps = [
      step({ subject: 'Re: [Name]', variants: [{ label: 'B', subject: 'Hi', body: `[Name] XXX${footer}` }] }),
      step({ order: 2, delayDays: 3, useSameThread: true }),
    ];
    expect(copyProblems(wordingsIn({ steps }, { mailboxes: ['-- \nAna', '-- \nBob'] }))).toEqual([
      {
        rule: 'placeholder-left',
        severity: 'block',
        message: "a placeholder is not filled in: '[Name]'; 'XXX'",
        count: 2,
        examples: ['step 1, variant A', 'step 1, variant B'],
      },
      {
        rule: 'fake-reply',
        severity: 'warn',
        message: "a first email looks like a reply, and answers nothing: 'Re: [Name]'",
        count: 1,
        examples: ['step 1, variant A'],
      },
    ]);
  });

  it('look for the postal address of the sender where it is known', () => {
    const broken = (text: string, address: string) =>
      found(bare(text), address).some(({ rule }) => rule === 'no-postal-address');
    const address = 'Acme GmbH\nHauptstraße 5\n10115 Berlin\nDeutschland';
    expect(broken('Acme GmbH · Hauptstraße 5 · 10115 Berlin', address)).toBe(false);
    expect(broken('Acme GmbH, Hauptstraße 7, 10115 Berlin', address)).toBe(true);
    expect(broken('Umbrella Ltd, 12 High Street, London EC1A 1BB', address)).toBe(true);
  });

  it('see the signature that follows the body', () => {
    const steps = [step({ body: 'Hello' })];
    const broken = (signature: string) =>
      copyProblems(wordingsIn({ steps }, { campaign: signature, mailboxes: [] })).map(({ rule }) => rule);
    expect(broken(`Ana${footer}`)).toEqual([]);
    expect(broken('Ana [Name]')).toEqual(['placeholder-left', 'no-opt-out', 'no-postal-address']);
  });
});

const hostile = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc
    .array(
      fc.constantFrom(
        ...[
          '{',
          '}',
          '<',
          '>',
          '[',
          ']',
          '"',
          "'",
          '\n',
          '\r',
          ' ',
          '%',
          '|',
          '*',
          '&',
          ';',
          '#',
          '\uE000',
          '\u202E',
          '👩‍👩‍👧',
          'é',
        ],
        ...[
          '<a href="',
          '</a>',
          '<style>',
          '</style',
          'https://',
          'http:/',
          'www.',
          '{{',
          '}}',
          '&#x',
          'name',
          'ne plus ',
          'one ',
          'TODO',
        ],
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join('')),
);

describe('hostile text', () => {
  it('never breaks a rule of ours by throwing', () => {
    fc.assert(
      fc.property(hostile, hostile, fc.constantFrom('html', 'text'), (top, text, contentType) => {
        const steps = [step({ subject: top, body: text, contentType })];
        for (const { message, count } of found(steps, top)) {
          expect(count).toBe(1);
          expect(message.length).toBeLessThan(1000);
        }
      }),
    );
  });

  const repeated = [
    ...[
      '{',
      '}',
      '{{',
      '{a',
      '<',
      '<a ',
      '<a href="',
      '<a href="x">',
      '<style',
      '<style>',
      '<script>x</style>',
      '&#',
      '&a',
      '[',
    ],
    ...[
      'https://',
      'http:/x ',
      'www.',
      '%ab',
      '*|',
      'name ',
      '[name ',
      '<name ',
      'ne plus ',
      'no x ',
      'one!',
      'to be removed from ',
    ],
    ...[
      'lose ',
      'bad ',
      'Dear ',
      '\n',
      '\n ',
      ' ',
      '\t',
      '.',
      'a.',
      '-',
      '_',
      '@',
      '1',
      '12345 ',
      'A',
      'É',
      '"',
      "'",
      '&nbsp;',
    ],
    ...['{{a}', '}} {{', 'href=', 'href = ', '<a:a', '<a href=x ', 'INSERT x ', 'free instant '],
  ];

  // The patterns that have to look furthest are always tried.
  const furthest = ['{', '{{a}', '<a href="x">', '<style', 'ne plus ', 'http:/x '];
  const tried = [...new Set([...furthest, ...modesOf(repeated, 0, 12)])];

  it.each(tried)('of 200 kB is read in linear time: %j', { tags: 'slow' }, (piece) => {
    const text = piece.repeat(Math.ceil(200_000 / piece.length));
    const before = process.cpuUsage();
    found([step({ subject: text, body: text, contentType: 'html' })], text.slice(0, 1000));
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2500);
  });
});

const said = (steps: readonly StepLike[]): string =>
  JSON.stringify(steps.map(({ subject, body }) => [subject, body?.slice(0, 40)])).slice(0, 110);
