import type { Group } from '../../cli/declare/command.ts';
import { balance } from './balance.ts';
import { buy } from './buy.ts';
import { transactions } from './transactions.ts';

export const group: Group = {
  name: 'credits',
  summary: 'What importing people costs',
  commands: [balance, transactions, buy],
};
