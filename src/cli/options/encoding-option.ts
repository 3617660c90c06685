import { opt } from '../declare/params.ts';

export const encodingOption = {
  encoding: opt.text('encoding of the file (detected automatically)', { hint: 'name' }),
};
