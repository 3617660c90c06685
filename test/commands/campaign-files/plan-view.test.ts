import { describe, expect, it } from 'vitest';
import { render } from '../../../src/cli/output/terminal/render.ts';
import { unicodeGlyphs } from '../../../src/cli/output/text/glyphs.ts';
import { loadStyle } from '../../../src/cli/output/text/style.ts';
import { displayWidth } from '../../../src/cli/output/text/width.ts';
import type { ShownItem } from '../../../src/commands/campaigns/files/plan-lines.ts';
import { planView } from '../../../src/commands/campaigns/files/plan-view.ts';
import { hostile } from '../../cli/output/hostile.ts';
import { change, item, samplePlan } from './sample-plan.ts';

const drawn = async (items: readonly ShownItem[], width = 100, calls = 0) => [
  ...render(
    await planView({ ...samplePlan, items, calls }),
    await loadStyle({ width, colour: 0, glyphs: unicodeGlyphs }),
  ),
];

describe('a plan at a terminal', () => {
  it('shows each kind of item, field by field', async () => {
    expect((await drawn(samplePlan.items, 100, 9)).join('\n')).toMatchInlineSnapshot(`
      "Plan for profile acme (LIVE), 6 files, 7 campaigns
      + create    winter-launch.md  a draft, 2 steps, 2 mailboxes; sends nothing until it is resumed
          name                      "Winter launch"
          daily limit               200
          schedule days             Mon-Fri
          senders                   anna@northwind-mail.example, tom@northwind-mail.example
        + step 1                    the first email
            step 1 subject            Before the year ends, {firstName}
            step 1 body
              │ Hello {firstName},
              │
              │ teams like the one at {company} tell us that the second email is where the work is lost.
              │
              │ We make a small tool for that. Would ten minutes next week be of use to you?
        + step 2                    3 days after the step before
            step 2 body               Again?
      ~ change    autumn.md → 12  RUNNING: 212 people mid-sequence; needs --allow-live
          About 430 people still get what changes.
          Before applying, merge tags are checked against every lead.
          daily limit               200 → 150
          stop on reply             false → true
          senders                   [-anna@northwind-mail.example-] {+tom@northwind-mail.example+}
          step 1 body
            │ … is lost.
            │
            │ We make a small tool for that. Would [-ten minutes next week-]{+a quarter of an hour+} be of
            │ use to you?
            │
          step 2 subject            [-Did this reach you-]{+Still on your list+}?
        - step 3                    removed: cancels at most 212 follow-ups
        + step 4                    added, 2 days after the step before, in the same thread
            step 4 subject            A new one
            step 4 body
              │ One.
              │
              │ Two.
          by hand                   detach anna@northwind-mail.example in the app
          blocks                    placeholder-left: a placeholder is not filled in: "[Name]" (step 1)
      ! drift     september.md → 9
          daily limit               changed in the service; kept
            in the file               80
            in the service            120
          step 1 body               changed in the service; kept
            file → service            [-old-]{+new+}
      ! conflict  october.md → 10
          min gap                   changed in the file and in the service
            applied last              7
            in the file               10
            in the service            5
      = same      may.md → 5
          Adopts campaign 5: it has the name "May".
          daily limit               cannot be read, and is not changed: The path is not there.
        unmanaged  campaign 7 "July"
          No longer managed: july.md is gone.
      = same      1 file · not managed: 1 campaign (never touched)

      1 to create, 1 to change, 1 by hand, 1 drift, 1 conflict. 9 changes to make. Apply needs
      --allow-live or --pause-first. The copy of 1 file breaks a blocking rule: apply refuses it."
    `);
  });

  it('says that there is nothing to do', async () => {
    expect(await drawn([item({ action: 'same' })])).toEqual([
      'Plan for profile acme (LIVE), 1 file, 1 campaign',
      '= same      1 file',
      '',
      'Nothing to change.',
    ]);
  });

  it('fits its window, whatever the texts are', { tags: 'slow' }, async () => {
    const items = hostile.map((text, at) =>
      item({
        file: `${text}.md`,
        name: text,
        changes: [
          change('name', text, `${text} ${at}`),
          change('steps.1.subject', 'x'.repeat(300), text),
          change('steps.1.body', `Hello\n\n${text}`, `Hello\n${text}\nBye`),
        ],
        byHand: [text],
      }),
    );
    for (const width of [60, 80, 200])
      for (const line of await drawn(items, width)) expect(displayWidth(line)).toBeLessThanOrEqual(width);
  });
});
