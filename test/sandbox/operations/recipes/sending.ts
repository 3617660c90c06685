import type { areas } from '../../../../src/contract/index.ts';
import { sandboxChildKey, sandboxTrialKey } from '../../../../src/contract/keys.ts';
import { type House, mailbox } from '../house.ts';
import { body, nobody, nothing, ofId, type RecipesOf } from '../recipe.ts';

const foreign = (house: House) => house.foreignSender();
const campaign = (house: House) => house.campaign();

export const senders: RecipesOf<typeof areas.senders> = {
  list: { good: nothing, bad: { '400 a foreign workspace': () => ({ query: { spaceId: nobody } }) } },
  connect: {
    good: body(mailbox('kim@orchid.example', { firstName: 'Kim' })),
    bad: {
      '400 a personal mailbox': body(mailbox('kim@gmail.com')),
      '402': async (house) => {
        for (const name of ['ana', 'ben', 'cem'])
          await house.must('POST', '/sender-emails', mailbox(`${name}@orchid.example`), sandboxTrialKey);
        return { key: sandboxTrialKey, body: mailbox('kim@orchid.example') };
      },
      '409': async (house) => {
        await house.must('POST', '/sender-emails', mailbox('kim@orchid.example'), sandboxChildKey);
        return { body: mailbox('kim@orchid.example') };
      },
      '502': body(mailbox('kim@orchid.example', { password: 'wrong' })),
      '502 no such host': body(mailbox('kim@orchid.example', { imapServerUrl: 'imap.orchid.invalid' })),
    },
  },
  get: { good: ofId(1), bad: { '403': ofId(foreign) } },
  update: {
    good: ofId(1, { body: { currentDailyLimit: 30, toggleGradualBuildUp: false } }),
    bad: {
      '400 the limits': ofId(1, { body: { minimumSendingsLimitPerDay: 40, maximumSendingsLimitPerDay: 30 } }),
      '403': ofId(foreign, { body: { currentDailyLimit: 30 } }),
    },
  },
  dns: {
    good: ofId(1),
    bad: {
      '422': (house) => {
        house.run("UPDATE sender SET address = 'root@localhost' WHERE id = 1");
        return { params: { id: 1 } };
      },
    },
  },
  warmup: { good: ofId(1) },
  setWarmup: {
    good: ofId(1, { body: { enabled: true, startLimit: 3 } }),
    bad: { '400 the time zone': ofId(1, { body: { timezone: 'Europe/Atlantis' } }) },
  },
};

export const campaigns: RecipesOf<typeof areas.campaigns> = {
  list: { good: nothing },
  create: { good: body({ name: 'Autumn', dailyLimit: 100 }), bad: { '400 no name': body({ name: '' }) } },
  get: { good: ofId(campaign) },
  update: { good: ofId(campaign, { body: { name: 'Winter' } }) },
  resume: {
    good: ofId((house) => house.readyCampaign()),
    bad: { '409': ofId(campaign), '409 it runs': ofId((house) => house.runningCampaign()) },
  },
  pause: { good: ofId((house) => house.runningCampaign()), bad: { '409': ofId(campaign) } },
  schedule: {
    good: ofId(campaign, { body: { daysSchedule: '1,2,3', startSchedule: '09:00', endSchedule: '17:00' } }),
    bad: { '400 the days': ofId(campaign, { body: { daysSchedule: '7' } }) },
  },
  getSchedule: { good: ofId(campaign) },
  sequence: { good: ofId(campaign) },
  replaceSequence: {
    good: ofId(campaign, { body: { steps: [{ order: 1, subject: 'Hello', body: 'Hi' }], signature: 'Kim' } }),
    bad: { '400 no steps': ofId(campaign, { body: { steps: [] } }) },
  },
  attachSenders: {
    good: ofId(campaign, { body: { senderEmailIds: [1, 2] } }),
    bad: { '400 no mailbox of ours': ofId(campaign, { body: { senderEmailIds: [1, nobody] } }) },
  },
  health: { good: ofId((house) => house.readyCampaign()) },
  stats: { good: ofId((house) => house.runningCampaign()) },
};
