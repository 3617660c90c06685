import { opt } from '../declare/params.ts';

/** On every command that checks what it sends, or what it lets go out. */
export const acceptOption = {
  accept: opt.waivers('let it break this rule of the launch checks, for this reason'),
};
