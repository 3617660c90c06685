import { type Answer, fields } from '../declare/answer.ts';

/** The rows of {@link stopAll}, with what its label adds. */
export const stopAnswer = (...label: readonly string[]): Answer =>
  fields('profile', ...label, 'outcome', 'error.code', 'error.message', 'error.hint', 'request.*');
