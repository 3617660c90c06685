import type { areas } from '../../../../src/contract/index.ts';
import type { House } from '../house.ts';
import { body, nobody, nothing, ofId, type RecipesOf } from '../recipe.ts';

const lead = (house: House) => house.lead();
const foreign = (house: House) => house.foreignLead();
const draft = (house: House) => house.draft();

async function sentDraft(house: House): Promise<number> {
  const id = await house.draft();
  await house.must('POST', `/reply-drafts/${id}/send`);
  return id;
}

export const leads: RecipesOf<typeof areas.leads> = {
  list: { good: nothing },
  upsert: {
    good: body({ leads: [{ email: 'ana@lumen.example', firstName: 'Ana', customVariables: { size: 3 } }] }),
    bad: {
      '400 no leads': body({ leads: [] }),
      '404': body({ campaignId: nobody, leads: [{ email: 'ana@lumen.example' }] }),
      '422 contact_cap_reached': async (house) => {
        house.run('UPDATE workspace SET contact_cap = 0');
        return { body: { leads: [{ email: 'ana@lumen.example' }] } };
      },
    },
  },
  get: { good: ofId(lead), bad: { '403': ofId(foreign) } },
  update: {
    good: ofId(lead, { body: { title: 'Head of Sales' } }),
    bad: { '403': ofId(foreign, { body: { title: 'Head of Sales' } }) },
  },
  delete: { good: ofId(lead), bad: { '403': ofId(foreign) } },
  setCategory: {
    good: ofId(lead, { body: { category: 'interested' } }),
    bad: { '400 no category': ofId(lead, { body: { category: 'keen' } }) },
  },
  markMeeting: { good: ofId(lead) },
  clearMeeting: {
    good: ofId(async (house) => {
      const id = await house.lead();
      await house.must('POST', `/leads/${id}/meeting`);
      return id;
    }),
  },
  move: {
    good: async (house) => ({
      params: { id: await house.lead() },
      body: { targetCampaignId: await house.campaign() },
    }),
    bad: { '404 the campaign': ofId(lead, { body: { targetCampaignId: nobody } }) },
  },
  conversation: { good: ofId(lead) },
};

export const replies: RecipesOf<typeof areas.replies> = {
  list: {
    good: async (house) => {
      await house.draft();
      return {};
    },
  },
};

export const drafts: RecipesOf<typeof areas.drafts> = {
  list: {
    good: async (house) => {
      await house.draft();
      return {};
    },
  },
  update: {
    good: ofId(draft, { body: { subject: 'Thursday', to: ['ana@lumen.example'] } }),
    bad: {
      '400 no address': ofId(draft, { body: { to: ['nobody'] } }),
      '409': ofId(sentDraft, { body: { subject: 'Friday' } }),
    },
  },
  send: { good: ofId(draft), bad: { '409': ofId(sentDraft) } },
};
