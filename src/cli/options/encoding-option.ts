import { opt } from '../declare/params.ts';

export const encodingOption = {
  encoding: opt.text('how the file is encoded; found out unless given', { hint: 'name' }),
};
