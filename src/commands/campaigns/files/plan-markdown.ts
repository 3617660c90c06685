import { counted } from '../../../base/counted.ts';
import { inline } from '../../../cli/output/text/inline.ts';
import { beginningOf, fenced, markdownText } from '../../../cli/output/text/markdown.ts';
import { redactKeys } from '../../../contract/keys.ts';
import { outlineOf, type ShownPlan, summaryOf, titleOf } from './plan-view.ts';

/** A comment of GitHub has 65,536 characters at most; the rest is for what surrounds the outline. */
const mostOutline = 59_000;

/** A plan as a comment on a pull request. Addresses are masked, unless they are asked for; no key is ever in it. */
export async function planMarkdown(
  plan: ShownPlan,
  options: { readonly addresses: boolean },
): Promise<string> {
  const hide = options.addresses ? (text: string) => text : maskAddresses;
  const shownText = (text: string) => hide(redactKeys(text));
  const say = (text: string, most: number) => markdownText(inline(shownText(text), most));
  const outline: string[] = [];
  for (const { level, parts, quoted } of await outlineOf(plan.items, shownText)) {
    const text = parts.map((part) => part.text).join('');
    outline.push(`${'  '.repeat(level)}${quoted ? '| ' : ''}${text}`.trimEnd());
  }
  const { fence, lines } = fenced(outline);
  const shown = beginningOf(lines, mostOutline);
  const left = lines.length - shown.length;
  return [
    `## ${say(titleOf(plan), 200)}`,
    '',
    `**${say(summaryOf(plan), 300)}**`,
    ...(shown.length === 0 ? [] : ['', `${fence}text`, ...shown, fence]),
    ...(left === 0
      ? []
      : ['', `Too long for a comment: ${counted(left, 'line')} left out. \`campaigns plan\` shows all.`]),
    '',
  ].join('\n');
}

/** `anna@northwind-mail.example` is `a•••@northwind-mail.example`. */
export const maskAddresses = (text: string): string =>
  text.replace(
    /(?<![^\s@<>()[\]{},;:"|])([^\s@<>()[\]{},;:"|*])[^\s@<>()[\]{},;:"|]*@(?=[\p{L}\p{N}[…])/gu,
    '$1•••@',
  );
