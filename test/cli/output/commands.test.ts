import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../../src/cli/output/text/width.ts';
import type { Transport, WireAnswer } from '../../../src/contract/wire.ts';
import { newWorld } from '../../world.ts';
import { actsOnTerminal, hostile } from './hostile.ts';

/** Commands that show what the service answered. Ids are those of a fresh sandbox with one lead and one campaign. */
const lines = [
  'leads list',
  'leads get 1',
  'leads conversation 1',
  'senders list',
  'senders get 1',
  'senders dns 1',
  'senders warmup show 1',
  'campaigns list',
  'campaigns get 1',
  'campaigns sequence show 1',
  'campaigns stats 1',
  'campaigns health 1',
  'finder filters',
  'finder search --country Germany --limit 2',
  'finder imports list',
  'replies list',
  'drafts list',
  'credits balance',
  'credits transactions',
  'report outcomes',
  'whoami',
  'doctor',
  'profiles list',
  'api GET /leads',
  'api leads.get --param id=1',
];

/** Every text of an answer that is no enum, time or id gets something hostile behind it. */
function poisoned(answer: WireAnswer, venom: string): WireAnswer {
  const poison = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(poison);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, poison(inner)]));
    return typeof value === 'string' ? value + venom : value;
  };
  try {
    return { ...answer, body: JSON.stringify(poison(JSON.parse(answer.body))) };
  } catch {
    return { ...answer, body: answer.body + venom };
  }
}

const attack =
  (venom: { text: string }) =>
  (next: Transport): Transport =>
  async (request, signal) =>
    poisoned(await next(request, signal), venom.text);

const ownColour = /\u001b\[\d+m/g;

/** One shot for all of them: the strings one after another, in three lots so that none hides behind a cut. */
const lots = [0, 1, 2].map((lot) => hostile.filter((_, index) => index % 3 === lot).join(' '));

async function attacked(tty: boolean, columns = 100) {
  const venom = { text: '' };
  const world = await newWorld({ tty, columns, between: attack(venom) });
  await world.outreach('leads add anna@one.example --first-name Anna -q');
  await world.outreach('campaigns create Autumn -q');
  return { world, venom };
}

describe('what strangers wrote', () => {
  it('is in lines that all work', { tags: 'slow' }, async () => {
    const { world } = await attacked(false);
    for (const line of lines) expect({ line, ...(await world.outreach(line)) }).toMatchObject({ exit: 0 });
  });

  it.each([100, 40])(
    'acts on no terminal of %i columns, whatever the command',
    { tags: 'slow' },
    async (columns) => {
      const { world, venom } = await attacked(true, columns);
      for (const lot of columns === 100 ? lots : [lots.join(' ')]) {
        venom.text = lot;
        for (const line of lines) {
          const { out, err } = await world.outreach(line);
          expect(
            actsOnTerminal((out + err).replaceAll(ownColour, ''), { lines: true }),
            `${line}: ${out}${err}`,
          ).toBe(false);
          // A JSON document is exact, also on a terminal.
          if (line.startsWith('api ')) continue;
          for (const drawn of out.split('\n'))
            expect(displayWidth(drawn), `${line}: ${drawn}`).toBeLessThanOrEqual(columns);
        }
      }
    },
  );

  it('reaches a pipe escaped and JSON unharmed', { tags: 'slow' }, async () => {
    const { world, venom } = await attacked(false);
    venom.text = lots.join('');
    for (const line of lines) {
      const { out, err } = await world.outreach(line);
      expect(
        actsOnTerminal((out + err).replaceAll('\t', ' '), { lines: true }),
        `${line}: ${out}${err}`,
      ).toBe(false);
      const json = await world.outreach(`${line} --json`);
      expect(actsOnTerminal(json.out + json.err, { lines: true }), line).toBe(false);
      if (json.exit === 0) json.json();
      else expect(JSON.parse(json.err)).toHaveProperty('error');
    }
    const [lead] = (await world.outreach('leads list --json')).json().items;
    expect(lead.firstName).toBe(`Anna${venom.text}`);
  });
});
