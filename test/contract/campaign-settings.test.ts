import { expect, test } from 'vitest';
import { create, update } from '../../src/commands/campaigns/settings.ts';
import { campaigns } from '../../src/contract/areas/campaigns.ts';
import {
  type CampaignSettingName,
  campaignSettingNames,
  campaignSettings,
} from '../../src/contract/campaign-settings.ts';
import { fieldsOf } from '../../src/contract/schema/schema.ts';

const wires = (names: readonly CampaignSettingName[]) => names.map((name) => campaignSettings[name].wire);
const atCreation = campaignSettingNames.filter((name) => !('notAtCreation' in campaignSettings[name]));
const without = (names: readonly string[], ...others: string[]) =>
  names.filter((name) => !others.includes(name)).sort();

test('Every setting that the service takes has a name, and no other', () => {
  expect(without(wires(campaignSettingNames))).toEqual(without(fieldsOf(campaigns.update.body), 'name'));
  expect(without(wires(atCreation))).toEqual(without(fieldsOf(campaigns.create.body), 'name'));
});

test('Every setting has its option of that name and kind', () => {
  expect(without(Object.keys(update.args ?? {}), 'campaign', 'name')).toEqual(without(campaignSettingNames));
  expect(without(Object.keys(create.args ?? {}), 'name')).toEqual(without(atCreation));
  const kinds = { flag: 'switch', integer: 'integer', text: 'text', choice: 'text' };
  for (const name of campaignSettingNames)
    expect([name, campaignSettings[name].kind]).toEqual([
      name,
      kinds[update.args?.[name].type as keyof typeof kinds],
    ]);
});
