import type { Campaign, Chances, Made, Step } from './campaign.ts';

/** One copy of the campaign, whichever: a step's own or a variant. */
function copyIn({ steps }: Campaign, { from }: Chances): Pick<Step, 'subject' | 'body'> {
  return from(steps.flatMap((step) => [step, ...(step.variants ?? [])]));
}

const written =
  (text: string) =>
  (campaign: Campaign, chance: Chances): void => {
    copyIn(campaign, chance).body += ` ${text}`;
  };

const categorised = (category: string) => (campaign: Campaign, chance: Chances) => {
  const { email } = chance.from(campaign.leads);
  campaign.afterwards.push(async ({ world, call }: Made) => {
    const [lead] = world.database.prepare('SELECT id FROM lead WHERE email = ?').all<{ id: number }>(email);
    await call('PUT', `/leads/${lead?.id}/category`, { category });
  });
};

/** For each blocking rule that a campaign of the sandbox can break: what breaks it. */
export const defects: Readonly<Record<string, (campaign: Campaign, chance: Chances) => void>> = {
  'no-steps': (campaign) => {
    campaign.steps = [];
  },
  'merge-tag-unknown': written('{frist_name}'),
  'merge-tag-empty': (campaign, { from }) => {
    campaign.steps[0] = { ...(campaign.steps[0] as Step), body: `${campaign.steps[0]?.body} {First Name}` };
    from(campaign.leads).firstName = '';
  },
  'unbalanced-brace': written('{firstName'),
  'placeholder-left': written('[Company Name]'),
  'subject-empty': (campaign) => {
    campaign.steps[0] = { ...(campaign.steps[0] as Step), subject: '' };
  },
  'link-malformed': written('https:/northwind-print.example'),
  'no-leads': (campaign) => {
    campaign.leads = [];
  },
  'malformed-address': (campaign) => {
    campaign.afterwards.push(async ({ world }) => {
      world.database.exec("UPDATE lead SET email = 'ana@' WHERE id = (SELECT min(id) FROM lead)");
    });
  },
  'bounced-before': categorised('bounced'),
  'said-no': categorised('not_interested'),
  'none-attached': (campaign) => {
    campaign.senders = [];
  },
  'all-held-back': (campaign) => {
    campaign.settings = { ...campaign.settings, minimumHealthScore: 100 };
    campaign.afterwards.push(async ({ world }) =>
      world.database.exec('UPDATE sender SET health = 90, pulse = 0'),
    );
  },
  'limits-zero': (campaign) => {
    campaign.afterwards.push(async ({ call }) => {
      for (const id of campaign.senders)
        await call('PUT', `/sender-emails/${id}`, { currentDailyLimit: 0, toggleGradualBuildUp: false });
    });
  },
  'no-day': (campaign) => {
    campaign.schedule = undefined;
  },
  'window-shorter-than-gap': (campaign) => {
    const hours = { startSchedule: '09:00', endSchedule: '09:04' };
    campaign.schedule = {
      ...campaign.schedule,
      ...hours,
      minimumTimeBetweenEmails: 10,
      maximumTimeBetweenEmails: 20,
    };
  },
};

/** Changes of a clean campaign that may or may not matter; nothing here says which. */
export const changes: readonly ((campaign: Campaign, chance: Chances) => void)[] = [
  written('{FIRST NAME} {first_name}'),
  written('{nick}'),
  written('{Deal Size}'),
  written('{{company}}'),
  (campaign, { from }) => {
    from(campaign.leads)[from(['firstName', 'lastName', 'company'])] = from([
      ...['', ' ', '0', '{company}', '{lastName}', '[Name]', 'Hi {firstName}', 'TODO'],
    ]);
  },
  (campaign, { from }) => {
    from(campaign.leads).customVariables = {
      [from(['Nick', 'deal_size', 'Deal Size'])]: from(['x', '', null, 3]),
    };
  },
  (campaign) => {
    for (const lead of campaign.leads) lead.customVariables = { nick: 'N', deal_size: '5' };
  },
  (campaign, { from }) => {
    campaign.signature = from(['Ana', 'Ana, {company}', '{sign_off}']);
  },
  (campaign, { from }) => {
    const [first] = campaign.steps;
    if (first) first.subject = from(['{lastName}?', 'About {Company}', 'A {colour} idea']);
  },
  (campaign, { from }) => {
    const last = campaign.steps.length;
    const thread = { subject: '{never sent}', useSameThread: true };
    campaign.steps.push({
      order: last + 1,
      ...thread,
      delayDays: 1,
      body: from(['Hello again', 'Hi {lastName}']),
    });
  },
  (campaign, { from }) => {
    const [first] = campaign.steps;
    first?.variants?.push({ label: 'Z', subject: 'Z {nick}', body: from(['Hello', '{company}']) });
  },
  (campaign, { from }) => {
    const [, domain = ''] = from(campaign.leads).email.split('@');
    campaign.afterwards.push(
      async ({ call }) => void (await call('POST', '/blocklist', { values: [domain] })),
    );
  },
];
