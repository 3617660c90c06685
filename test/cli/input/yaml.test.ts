import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { openYaml } from '../../../src/cli/input/yaml.ts';
import type { ParseYaml, YamlChange, YamlNode } from '../../../src/domain/campaign-file/yaml-document.ts';

let parse: ParseYaml;
beforeAll(async () => {
  parse = await openYaml();
});

const edited = (text: string, ...changes: YamlChange[]) => parse(text, 1).edited(changes);
const change = (path: string, value: YamlChange['value']): YamlChange => ({ path: path.split('.'), value });

const text = `# for the autumn
name: Autumn     # as in the app
dailyLimit:   200

schedule: {days: mon-fri,  from: 09:00}
senders:
- ana@acme.com   # the first
- bo@acme.com
`;

describe('edited', () => {
  it('changes a value and nothing around it', () => {
    expect(edited(text, change('dailyLimit', 60), change('schedule.from', '10:00'))).toBe(
      text.replace('200', '60').replace('09:00', '10:00'),
    );
    expect(edited(text, change('name', 'a: b'))).toBe(text.replace('Autumn  ', '"a: b"  '));
  });

  it('gives the same bytes where nothing changes', () => {
    const same = [change('dailyLimit', 200), change('senders', ['ana@acme.com', 'bo@acme.com'])];
    expect(edited(text, ...same, change('minGap', undefined))).toBe(text);
    expect(edited('name: 0123\n', change('name', '0123'))).toBe('name: 0123\n');
    expect(edited(text.replaceAll('\n', '\r\n'))).toBe(text.replaceAll('\n', '\r\n'));
  });

  it('keeps comments where keys and items come and go, and the ends of lines', () => {
    const changes = [change('senders', ['ana@acme.com', 'cy@acme.com']), change('minGap', 5)];
    expect(edited(text, ...changes, change('dailyLimit', undefined))).toBe(
      `${text.replace('dailyLimit:   200\n', '').replace('bo@', 'cy@')}minGap: 5\n`,
    );
    expect(edited(text.replaceAll('\n', '\r\n'), ...changes)).toBe(
      edited(text, ...changes).replaceAll('\n', '\r\n'),
    );
  });

  it('writes any text so that it reads back the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.boolean(), (value, isNested) => {
        const path = isNested ? 'schedule.from' : 'name';
        const after = parse(edited(text, change(path, value)), 1);
        expect(after.problems).toEqual([]);
        const root = plain(after.root) as { name: unknown; schedule: { from: unknown } };
        expect(isNested ? root.schedule.from : root.name).toBe(value);
      }),
    );
  });
});

function plain(node: YamlNode | undefined): unknown {
  if (node?.kind === 'map')
    return Object.fromEntries(node.entries.map(({ key, value }) => [key, plain(value)]));
  return node?.kind === 'list' ? node.items.map(plain) : node?.value;
}
