import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { record, stack, table, text, type View } from '../../cli/declare/view.ts';
import { senders } from '../../contract/areas/senders.ts';
import type { Output } from '../../contract/operation.ts';

export const dns = command({
  name: 'dns',
  summary: "Check the DNS records of a mailbox's domain",
  about: `The records are looked up now, which takes a few seconds. An error means that a lookup timed out; try again. If no DKIM key is found, your provider may use a selector other than the common ones that are checked.`,
  uses: [senders.dns, senders.list],
  tool: 'read',
  args: { sender: arg.text('id or address', { asked: 'sender' }) },
  examples: [
    'outreach senders dns 1',
    'outreach senders dns 1 --json --fields spf.status,dkim.status,dmarc.status',
  ],
  async run({ service, screen }, { sender }) {
    const id = await service.find.sender(sender);
    return screen.progress('Looking up DNS records', () => service.api(senders.dns, { params: { id } }));
  },
  view: (vitals) =>
    stack(
      record(
        ['Domain', vitals.domain],
        ['Checked', vitals.checkedAt],
        ['Warm-up', warmupOf(vitals)],
        ['DMARC policy', vitals.dmarc.policy ?? 'no record'],
        [
          'DKIM selector',
          vitals.dkim.selector ?? `none of ${vitals.dkim.checkedSelectors?.join(', ') ?? 'those tried'}`,
        ],
      ),
      table(rowsOf(vitals), [
        ['Check', 'name'],
        ['Status', 'status', 'state'],
        ['Found', 'found', 'prose'],
      ]),
      ...issuesOf(vitals),
    ),
});

type Vitals = Output<typeof senders.dns>;

const rowsOf = ({ spf, dkim, dmarc, mx }: Vitals) => [
  { name: 'SPF', ...spf, found: spf.record },
  { name: 'DKIM', ...dkim, found: dkim.record },
  { name: 'DMARC', ...dmarc, found: dmarc.record },
  { name: 'MX', ...mx, found: mx.hosts?.join(', ') },
];

/** Below the table rather than in it: they are sentences, and a column would cut them off. */
function issuesOf(vitals: Vitals): View[] {
  const found: View[] = [];
  for (const { name, status, issues } of rowsOf(vitals)) {
    for (const issue of issues ?? []) found.push(text(`${name}: ${issue}`));
    const meaning = meanings.get(`${name} ${status}`) ?? meanings.get(status);
    if (meaning !== undefined) found.push(text(`${name}: ${meaning}`));
  }
  return found;
}

/** What a status alone does not say (spec, DNS vitals). */
const meanings: ReadonlyMap<string, string> = new Map([
  ['ERROR', 'the lookup timed out: run this again'],
  ['DKIM MISSING', 'not conclusive: a provider may use a selector that was not tried'],
]);

function warmupOf({ warmup }: Vitals): string {
  if (!warmup?.enrolled) return 'not enrolled';
  return `${warmup.currentPerDay ?? '?'} of ${warmup.cap ?? '?'} a day, health ${warmup.healthScore ?? 'no score'}`;
}
