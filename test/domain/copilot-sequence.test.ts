import { describe, expect, it } from 'vitest';
import { copilotSequence } from '../../src/domain/sequence/copilot-sequence.ts';

const steps = [
  { subject: 'Hello', body: 'One', followUpAfter: 0 },
  { subject: 'Re: Hello', body: 'Two', followUpAfter: 3 },
];

describe('a sequence for Copilot', () => {
  it('is read from a saved plan, with its profile and without what a request does not take', () => {
    const plan = {
      icp: { icpName: 'Heads' },
      suggestedSequence: steps.map((step) => ({ ...step, id: 'x' })),
    };
    const file = copilotSequence('plan.json', `\uFEFF${JSON.stringify(plan)}`);
    expect(file).toEqual({ sequence: steps, icp: { icpName: 'Heads' }, left: [] });
  });

  it('is read from a list in its own form', () => {
    expect(copilotSequence('steps.json', JSON.stringify(steps))).toEqual({ sequence: steps, left: [] });
  });

  it('is read from a sequence file as text, in its order', () => {
    const text = '--- step ---\nSubject: Hello\n\nOne\n\n--- step delay=3d ---\nSubject: Re: Hello\n\nTwo\n';
    expect(copilotSequence('sequence.md', text)).toEqual({ sequence: steps, left: [] });
  });

  it('is read from a sequence file as JSON, whatever the order in it', () => {
    const json = [
      { order: 2, subject: 'Re: Hello', body: 'Two', delayDays: 3 },
      { order: 1, subject: 'Hello', body: 'One' },
    ];
    expect(copilotSequence('sequence.json', JSON.stringify(json))).toEqual({
      sequence: steps,
      left: [],
    });
  });

  it('names what a step of Copilot cannot hold, each once', () => {
    const json = {
      signature: 'Ana',
      steps: [
        {
          subject: 'Hello',
          body: '<p>One</p>',
          contentType: 'html',
          variants: [{ label: 'B', body: 'Uno' }],
        },
        { body: 'Two', delayDays: 3, useSameThread: true },
        { body: 'Three', delayDays: 5, useSameThread: true },
      ],
    };
    const { sequence, left } = copilotSequence('sequence.json', JSON.stringify(json));
    expect(sequence.map(({ subject }) => subject)).toEqual(['Hello', 'Re: Hello', 'Re: Hello']);
    expect(left).toEqual(['the signature', 'variants', 'HTML', 'going on in the same thread']);
  });

  it.each([
    ['', 'the file is empty'],
    ['{"steps": [', 'not JSON'],
    ['--- step thread ---\n\nHello', 'step 1 has no subject'],
    ['{"suggestedSequence": []}', 'steps is required'],
  ])('refuses %j', (content, reason) => {
    expect(() => copilotSequence('file', content)).toThrow(
      expect.objectContaining({ kind: 'usage', message: expect.stringContaining(reason) }),
    );
  });
});
