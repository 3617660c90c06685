import type { Verbs } from '../../cli/declare/command.ts';
import { balance } from './balance.ts';
import { buy } from './buy.ts';
import { transactions } from './transactions.ts';

export const group: Verbs = {
  commands: [balance, transactions, buy],
};
