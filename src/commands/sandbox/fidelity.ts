import { command } from '../../cli/command.ts';
import { heading, record, stack, table, text } from '../../cli/output/view.ts';
import { opt } from '../../cli/params.ts';

const statuses = ['done', 'approximated', 'open', 'different'] as const;

export const fidelity = command({
  name: 'fidelity',
  summary: 'Show how near the sandbox is to the service, rule by rule',
  about: `Every rule of the specification of the service, with what the sandbox does about it: done as it is written; approximated in a simpler form; open, where the specification leaves it open and something was decided here; different on purpose. Behind each rule stands the test that holds it, or a note.`,
  uses: [],
  local: true,
  args: {
    status: opt.choices('only rules of these', statuses),
    section: opt.text('only sections of the specification whose name has this in it', { hint: 'text' }),
  },
  examples: [
    'outreach sandbox fidelity',
    'outreach sandbox fidelity --status open,different',
    'outreach sandbox fidelity --section "lead finder" --json',
  ],
  async run(_context, { status, section }) {
    const { fidelity: rules } = await import('../../sandbox/fidelity.ts');
    const wanted = section?.toLowerCase();
    const items = rules.filter(
      (rule) =>
        (!status || status.includes(rule.status)) &&
        (wanted === undefined || rule.section.toLowerCase().includes(wanted)),
    );
    const totals = Object.fromEntries(
      statuses.map((name) => [name, items.filter((rule) => rule.status === name).length]),
    );
    return { items, total: items.length, page: 1, limit: items.length, hasMore: false, totals };
  },
  view: ({ items, total, totals }) =>
    stack(
      ...[...new Set(items.map(({ section }) => section))].flatMap((section) => [
        heading(section),
        table(
          items.filter((rule) => rule.section === section),
          [
            ['Rule', ({ id }) => id],
            ['Status', ({ status }) => status],
            ['What it says', ({ statement }) => statement],
            ['Note', ({ note }) => note],
          ],
        ),
      ]),
      ...(total === 0
        ? [text('No rule is like that.')]
        : [heading('Together'), record(['Rules', total], ...Object.entries(totals))]),
    ),
});
