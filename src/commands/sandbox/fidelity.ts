import { fields } from '../../cli/declare/answer.ts';
import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { heading, record, stack, table, text } from '../../cli/declare/view.ts';

const statuses = ['done', 'approximated', 'open', 'different'] as const;

export const fidelity = command({
  name: 'fidelity',
  summary: 'Show how near the sandbox is to the service, rule by rule',
  about: `Every rule of the specification of the service, with what the sandbox does about it: done as it is written; approximated in a simpler form; open, where the specification leaves it open and something was decided here; different on purpose. Behind each rule stands the test that holds it, or a note.`,
  uses: [],
  answer: fields('id', 'section', 'statement', 'status', 'test', 'note'),
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
    const { fidelity: rules } = await import('../../sandbox/fidelity/fidelity.ts');
    const wanted = section?.toLowerCase();
    const items = rules.filter(
      (rule) =>
        (!status || status.includes(rule.status)) &&
        (wanted === undefined || rule.section.toLowerCase().includes(wanted)),
    );
    const totals = Object.fromEntries(statuses.map((name) => [name, ofStatus(items, name)]));
    return { items, total: items.length, page: 1, limit: items.length, hasMore: false, totals };
  },
  view: ({ items, total, totals }, { status, section }) => {
    const sections = [...new Set(items.map((rule) => rule.section))];
    if (total === 0) return text('No rule is like that.');
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
        record(...counts(name).map((rule) => [rule.id, told(rule)] as const)),
      ]),
      heading('Together'),
      record(['Rules', total], ...Object.entries(totals)),
    );
  },
});

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

const ofStatus = (rules: readonly { readonly status: string }[], status: string): number =>
  rules.filter((rule) => rule.status === status).length;

interface Told {
  readonly status: string;
  readonly statement: string;
  readonly note: string | null;
}

/** What is done needs no word for it. */
const told = ({ status, statement, note }: Told): string =>
  [status === 'done' ? undefined : `${status}:`, statement, note].filter((part) => part).join(' ');
