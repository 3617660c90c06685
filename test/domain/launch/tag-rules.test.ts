import { describe, expect, it } from 'vitest';
import { type CheckedLead, createFaultTally } from '../../../src/domain/launch/lead-faults.ts';
import { createKeyTally, tagProblems, tagRules } from '../../../src/domain/launch/tag-rules.ts';
import { type StepLike, wordingsIn } from '../../../src/domain/launch/wordings.ts';

const check = (
  steps: readonly StepLike[],
  leads: readonly CheckedLead[],
  signatures: Parameters<typeof wordingsIn>[1] = { mailboxes: [] },
) => {
  const wordings = wordingsIn({ steps }, signatures);
  const rules = tagRules(wordings);
  const [tally, keys] = [createFaultTally(), createKeyTally()];
  for (const lead of leads) {
    tally.add(lead, rules(lead));
    keys.add(lead);
  }
  return tagProblems(tally.counts(), { wordings, leads: tally.leads(), keys: keys.keys() });
};

const step = (body: string, given: Partial<StepLike> = {}): StepLike => ({
  order: 1,
  subject: 'Hi',
  body,
  ...given,
});
const lead = (name: string, given: Partial<CheckedLead> = {}): CheckedLead => ({
  email: `${name}@acme.example`,
  firstName: name,
  ...given,
});
const broken = (body: string, given: Partial<CheckedLead>) =>
  check([step(body)], [lead('ann', given)]).map(({ rule, severity }) => [rule, severity]);

const unknown = ['merge-tag-unknown', 'block'];
const empty = ['merge-tag-empty', 'block'];
const left = ['placeholder-left', 'block'];
const notText = ['merge-tag-not-text', 'warn'];
const collision = ['merge-tag-collision', 'warn'];

describe('merge tags', () => {
  it.each<[string, Partial<CheckedLead>, string[][]]>([
    ['{nick}', {}, [unknown]],
    ['{nick}', { customVariables: { nickname: 'x' } }, [unknown]],
    ['{Hi|Hello}', {}, [unknown]],
    ['{nick}', { customVariables: { Nick: 'x' } }, []],
    ['{FIRST NAME} {firstname} {first_name}', {}, []],
    ['{company}', {}, [empty]],
    ['{firstName}', { firstName: ' ' }, [empty]],
    ['{nick}', { customVariables: { nick: '' } }, [empty]],
    ['{Deal Size}', { customVariables: { deal_size: null } }, [empty]],
    ['{company}', { company: '0' }, []],
    ['{size}', { customVariables: { size: 5 } }, [notText]],
    ['{size}', { customVariables: { size: { a: 1 } } }, [notText]],
    ['{size}', { customVariables: { size: '5' } }, []],
    ['none', { customVariables: { size: [1] } }, []],
    ['{firstName}', { firstName: '{lastName}' }, [left]],
    ['{firstName}', { firstName: ' {first name} ' }, [left]],
    ['{firstName}', { firstName: '{whoever}' }, [left]],
    ['{firstName}', { firstName: '{{first_name}}' }, [left]],
    ['{firstName}', { firstName: '[Name]' }, [left]],
    ['{firstName}', { firstName: '<first name>' }, [left]],
    ['{firstName}', { firstName: 'TODO' }, [left]],
    ['{opener}', { customVariables: { opener: 'Hi {firstName}, a question' } }, [left]],
    ['{opener}', { customVariables: { opener: 'Hi {Nick},', nick: 'Bo' } }, [left]],
    ['{opener}', { customVariables: { opener: 'Hi {{nick}},' } }, [left]],
    ['{opener}', { customVariables: { opener: 'I saw your TODO list' } }, []],
    ['{firstName}', { firstName: 'Bo {Bo} Lund' }, []],
    ['{company}', { company: '[24]7.ai' }, []],
    ['{company}', { company: 'Acme <3 Bolt' }, []],
    ['{size}', { customVariables: { size: { a: '{firstName}' } } }, [notText]],
    ['none', { firstName: '{lastName}' }, []],
    ['{first_name}', { customVariables: { 'First Name': 'Bea' } }, [collision]],
    ['{company}', { company: 'Acme', customVariables: { COMPANY: 'Bolt' } }, [collision]],
    ['{deal_size}', { customVariables: { 'Deal Size': '1', deal_size: '2' } }, [collision]],
    ['{first_name}', { customVariables: { 'First Name': 'ann' } }, []],
    ['{company}', { company: '', customVariables: { Company: 'Bolt' } }, []],
    ['{lastName}', { lastName: 'x', company: 'Acme', customVariables: { COMPANY: 'Bolt' } }, []],
  ])('%s for %j', (body, given, rules) => expect(broken(body, given)).toEqual(rules));

  it('count leads, name them, and say where the tag is', () => {
    const steps = [
      step('Hi {First Name}', { variants: [{ label: 'B', subject: '{firstName}?' }] }),
      step('Again {firstName}', { order: 2, subject: '', useSameThread: true, delayDays: 2 }),
    ];
    const leads = [lead('ann'), lead('ben', { firstName: null }), lead('cam', { firstName: '' })];
    expect(check(steps, leads)).toEqual([
      {
        rule: 'merge-tag-empty',
        severity: 'block',
        tag: 'first_name',
        message: '2 of 3 leads have no {First Name} (step 1, variant A; step 1, variant B)',
        count: 2,
        examples: ['ben@acme.example', 'cam@acme.example'],
      },
      {
        rule: 'merge-tag-empty',
        severity: 'block',
        tag: 'firstname',
        message: '2 of 3 leads have no {firstName} (step 1, variant B; step 2)',
        count: 2,
        examples: ['ben@acme.example', 'cam@acme.example'],
      },
    ]);
  });

  it('name no number where no lead has the tag that was meant', () => {
    const [problem] = check([step('{frist_name}')], [lead('ann', { firstName: '' })]);
    expect(problem?.message).toBe('no lead has {frist_name} (step 1). Did you mean {firstName}?');
  });

  it('name the tag that was meant, and how many leads have it', () => {
    const leads = ['ann', 'ben', 'cam'].map((name, at) =>
      lead(name, { customVariables: at === 0 ? {} : { icebreaker: 'x' } }),
    );
    const messages = check([step('{icebraker} {frist_name} {zzz}')], leads).map(({ message }) => message);
    expect(messages).toEqual([
      'no lead has {icebraker} (step 1). Did you mean {icebreaker}, which 2 of 3 leads have?',
      'no lead has {frist_name} (step 1). Did you mean {firstName}, which 3 of 3 leads have?',
      'no lead has {zzz} (step 1)',
    ]);
  });

  it('are asked for by every signature that can follow', () => {
    const signed = check([step('Hi')], [lead('ann')], { mailboxes: ['Kim', '{desk}'] });
    expect(signed.map(({ rule }) => rule)).toEqual(['merge-tag-unknown']);
    expect(check([step('Hi')], [lead('ann')], { campaign: 'Bo', mailboxes: ['{desk}'] })).toEqual([]);
  });

  it('are not what a style sheet or a script of HTML holds in braces', () => {
    const html = '<style>p{color:red}</style><script>{"a":1}</script><p>{firstName}</p>';
    expect(check([step(html, { contentType: 'html' })], [lead('ann')])).toEqual([]);
    expect(check([step(html)], [lead('ann')]).map(({ rule }) => rule)).toEqual([
      'merge-tag-unknown',
      'merge-tag-unknown',
    ]);
  });

  it('remember a bounded number of names, whatever leads bring', () => {
    const keys = createKeyTally();
    for (let at = 0; at < 200; at++)
      keys.add(
        lead('ann', {
          customVariables: Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`v${at}_${n}`, 'x'])),
        }),
      );
    expect(keys.keys().size).toBe(10_000);
  });
});
