import type { audience } from '../../contract/areas/audience.ts';
import type { Handlers } from '../core/handler.ts';
import { audienceOfProfile } from '../world/audience/audience-size.ts';

export const handlers: Handlers<typeof audience> = {
  size: ({ body }, sandbox) => ({ audienceSize: audienceOfProfile(sandbox, body).length }),
};
