import type { Failure } from '../../base/errors.ts';
import { kebab } from '../declare/shared-options.ts';
import { personHint, withHint } from '../messages/hints/hint-of.ts';

/** Agreement, and what stands for it: an agent has none of these. */
const ofPeople = /--(?:yes|again|once)\b/;

/** A failure in words of the tool: its arguments for options, and nothing that only a person can pass. */
export function inToolWords(failure: Failure, names: readonly string[]): Failure {
  const shown = withHint(failure);
  const { message, hint } = shown;
  return shown.with({
    message: withArguments(message, names),
    ...(typeof hint === 'string' && { hint: hintFor(shown, hint, names) }),
  });
}

function hintFor({ code, extra }: Failure, hint: string, names: readonly string[]): string {
  if (!ofPeople.test(hint)) return withArguments(hint, names);
  if (code !== 'done_recently') return personHint;
  const did = extra.intent === undefined ? '' : ` What it did: journal_show with id ${extra.intent}`;
  return `Ten minutes after it was done, the same call asks a person again. A person can do it at a terminal before that.${did}`;
}

const withArguments = (text: string, names: readonly string[]): string =>
  names.reduce(
    (said, name) => said.replaceAll(new RegExp(`(?<![\\w-])--${kebab(name)}(?![\\w-])`, 'g'), name),
    text,
  );
