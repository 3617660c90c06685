import { audience } from '../../contract/areas/audience.ts';
import { sectionOf } from '../core/handler.ts';
import { audienceOfProfile } from '../world/audience/audience-size.ts';

export const section = sectionOf(audience, {
  size: ({ body }, sandbox) => ({ audienceSize: audienceOfProfile(sandbox, body).length }),
});
