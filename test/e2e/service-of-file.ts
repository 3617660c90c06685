import { afterAll, beforeAll } from 'vitest';
import { type AnsweringService, answeringService } from '../sweep/answering-service.ts';

/** One service for the tests of a file, which also use a PostgreSQL: both end with the file. */
export function serviceOfFile(): Pick<AnsweringService, 'baseUrl' | 'answering'> {
  let service: AnsweringService;
  beforeAll(async () => {
    service = await answeringService();
  });
  afterAll(async () => {
    await service.close();
  });
  return {
    get baseUrl() {
      return service.baseUrl;
    },
    answering: (...given) => service.answering(...given),
  };
}
