import { onePage } from '../../cli/answer/one-page.ts';
import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { heading, record, stack, table, text } from '../../cli/declare/view.ts';
import * as s from '../../contract/schema/schema.ts';

const statuses = ['done', 'approximated', 'open', 'different'] as const;

export const fidelity = command({
  name: 'fidelity',
  summary: 'Show how faithful the sandbox is to the service, rule by rule',
  about:
    'Lists every rule of the specification of the service. `done`: the sandbox does it as written. `approximated`: in a simpler form. `open`: not specified, so the sandbox decides. `different`: on purpose. Each rule names the test that checks it, or has a note.',
  uses: [],
  tool: 'read',
  answer: s.array(
    s.object({
      ...s.each(['id', 'section', 'statement'], s.string()),
      status: s.oneOf(statuses),
      test: s.string(),
      note: s.string(),
    }),
  ),
  local: true,
  args: {
    status: opt.choices('only rules with these statuses', statuses),
    section: opt.text('only sections of the specification whose name contains this', { hint: 'text' }),
  },
  examples: [
    'outreach sandbox fidelity',
    'outreach sandbox fidelity --status open,different',
    'outreach sandbox fidelity --section "lead finder" --json',
  ],
  async run(_context, { status, section }) {
    const { fidelity: rules } = await import('../../sandbox/fidelity/fidelity.ts');
    const wanted = section?.toLowerCase();
    const items = rules.filter(
      (rule) =>
        (!status || status.includes(rule.status)) &&
        (wanted === undefined || rule.section.toLowerCase().includes(wanted)),
    );
    const totals = Object.fromEntries(statuses.map((name) => [name, ofStatus(items, name)]));
    return { ...onePage(items), totals };
  },
  view: ({ items, total, totals }, { status, section }) => {
    const sections = [...new Set(items.map((rule) => rule.section))];
    if (total === 0) return text('No rule matches.');
    const counts = (name: string) => items.filter((rule) => rule.section === name);
    const rows = [
      ...sections.map((name) => ({ name, rules: counts(name) })),
      ...(sections.length > 1 ? [{ name: 'Together', rules: items }] : []),
    ];
    const summary = table(rows, [
      ['Section', ({ name }) => name],
      ['Rules', ({ rules }) => rules.length, 'number'],
      ...statuses.map(
        (name) =>
          [capital(name), ({ rules }: { rules: typeof items }) => ofStatus(rules, name), 'number'] as const,
      ),
    ]);
    if (status === undefined && section === undefined)
      return stack(
        summary,
        text('To read them: outreach sandbox fidelity --section sending, or --status open'),
      );
    return stack(
      ...sections.flatMap((name) => [
        heading(name),
        record(...counts(name).map((rule) => [rule.id, textOf(rule)] as const)),
      ]),
      heading('Total'),
      record(['Rules', total], ...Object.entries(totals)),
    );
  },
});

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

const ofStatus = (rules: readonly { readonly status: string }[], status: string): number =>
  rules.filter((rule) => rule.status === status).length;

/** What is done needs no word for it. */
const textOf = ({ status, statement, note }: { status: string; statement: string; note: string | null }) =>
  [status === 'done' ? undefined : `${status}:`, statement, note].filter((part) => part).join(' ');
