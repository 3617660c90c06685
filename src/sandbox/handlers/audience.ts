import type { audience } from '../../contract/areas/audience.ts';
import type { Handlers } from '../handler.ts';
import { audienceOfProfile } from '../world/audience-size.ts';

export const handlers: Handlers<typeof audience> = {
  size: ({ body }, sandbox) => ({ audienceSize: audienceOfProfile(sandbox, body).length }),
};
