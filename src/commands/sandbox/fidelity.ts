import { onePage } from '../../cli/answer/one-page.ts';
import { listOf } from '../../cli/declare/answer.ts';
import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { stack, table, text } from '../../cli/declare/view.ts';
import * as s from '../../contract/schema/schema.ts';

const statuses = ['done', 'approximated', 'open', 'different'] as const;

export const fidelity = command({
  name: 'fidelity',
  summary: 'Show which rules of the service the sandbox follows, rule by rule',
  about:
    'Lists every rule in the specification of the service. `done`: the sandbox follows the rule exactly. `approximated`: the sandbox follows it in a simpler form. `open`: the specification leaves it open, so the sandbox decides. `different`: the sandbox differs on purpose. Each rule has the name of its test, or a note.',
  uses: [],
  tool: 'read',
  answer: listOf(
    s.object({
      ...s.each(['id', 'section', 'statement', 'test', 'note'], s.string()),
      status: s.oneOf(statuses),
    }),
    { totals: s.object(s.each(statuses, s.integer())) },
  ),
  local: true,
  args: {
    status: opt.choices('only rules with this status', statuses),
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
    const totals: Record<string, number> = {};
    for (const name of statuses) totals[name] = ofStatus(items, name);
    return { ...onePage(items), totals };
  },
  view: ({ items }, { status, section }) => {
    if (status !== undefined || section !== undefined)
      return table(
        items,
        [
          ['Rule', 'id', 'id'],
          ['Section', 'section'],
          ['Status', 'status'],
          ['What', ({ statement, note }) => [statement, note].filter(Boolean).join(' '), 'prose'],
        ],
        'No rule matches.',
      );
    const names = [...new Set(items.map((rule) => rule.section))];
    const rows = names.map((name) => ({ name, rules: items.filter((rule) => rule.section === name) }));
    return stack(
      table(
        [...rows, { name: 'Together', rules: items }],
        [
          ['Section', 'name'],
          ['Rules', 'rules.length', 'number'],
          ...statuses.map(
            (name) =>
              [
                `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
                ({ rules }: Row) => ofStatus(rules, name),
                'number',
              ] as const,
          ),
        ],
      ),
      text('To read them: outreach sandbox fidelity --section sending, or --status open'),
    );
  },
});

interface Row {
  readonly rules: readonly { readonly status: string }[];
}

const ofStatus = (rules: Row['rules'], status: string): number =>
  rules.filter((rule) => rule.status === status).length;
