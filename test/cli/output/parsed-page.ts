import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** A page as a browser reads it. */
interface ParsedPage {
  /** Names of elements in the order of the page, and how many attributes each has. */
  readonly shape: readonly string[];
  readonly texts: readonly string[];
  /** What a report must not have, a line each. */
  readonly wrong: readonly string[];
}

const harmful = [
  'script',
  'object',
  'embed',
  'link',
  'base',
  'form',
  'input',
  'img',
  'image',
  'use',
  'a',
  'template',
];
const addresses = [
  'href',
  'xlink:href',
  'src',
  'srcset',
  'action',
  'formaction',
  'background',
  'data',
  'poster',
  'ping',
];

export function parsedPage(html: string): ParsedPage {
  const wrong: string[] = [];
  const elements: Element[] = [];
  const texts: string[] = [];
  const visit = (node: Node) => {
    if ('value' in node) texts.push(node.value);
    if (node.nodeName === '#comment') wrong.push('a comment');
    if ('tagName' in node) elements.push(node);
    for (const child of 'childNodes' in node ? node.childNodes : []) visit(child);
  };
  visit(
    parse(html, {
      scriptingEnabled: false,
      onParseError: ({ code, startLine }) => wrong.push(`${code} in line ${startLine}`),
    }),
  );
  for (const { tagName, attrs } of elements) {
    if (harmful.includes(tagName)) wrong.push(`<${tagName}>`);
    for (const { name, value } of attrs) {
      if (/^on/i.test(name)) wrong.push(`${tagName} ${name}`);
      if (addresses.includes(name)) wrong.push(`${tagName} ${name}=${value}`);
      if (name === 'style' || (name === 'http-equiv' && value !== 'Content-Security-Policy'))
        wrong.push(`${tagName} ${name}`);
    }
  }
  const style = elements.filter(({ tagName }) => tagName === 'style').flatMap(({ childNodes }) => childNodes);
  if (style.some((node) => 'value' in node && /url\(|@import|expression/i.test(node.value)))
    wrong.push('an address in the style');
  const policy = elements
    .flatMap(({ attrs }) => attrs)
    .find(({ value }) => value.startsWith('default-src'))?.value;
  if (!policy?.startsWith("default-src 'none'; style-src 'unsafe-inline';"))
    wrong.push(`the policy ${policy}`);
  const [root] = elements;
  if (root?.attrs.find(({ name }) => name === 'lang')?.value !== 'en') wrong.push('no language');
  for (const { tagName, childNodes } of elements)
    if (tagName === 'svg' && !childNodes.some(({ nodeName }) => nodeName === 'title'))
      wrong.push('a picture without a title');
  return { shape: elements.map(({ tagName, attrs }) => `${tagName} ${attrs.length}`), texts, wrong };
}
