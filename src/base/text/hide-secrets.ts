/** So many characters of a secret in a row are hidden. */
const fewest = 12;
/** The same in base64, wherever it begins: so many of its characters depend on nothing else. */
const fewestInBase64 = 15;
/** A text is looked at in places so far apart that none of that length lies between them. */
const probe = 4;
const stride = fewest - probe + 1;

/** A writing of a secret; `from` and `to` give the part of the secret that a part of it stands for. */
interface Writing {
  readonly text: string;
  readonly fewest: number;
  readonly secret: string;
  readonly from: (at: number) => number;
  readonly to: (at: number) => number;
}

type Range = readonly [start: number, end: number];

/** What to look for: where each piece of four characters is in the writings, and which hashes such pieces have. */
interface Sought {
  readonly places: Map<string, [Writing, number][]>;
  readonly hashes: Uint8Array;
}

export function createHider() {
  const secrets = new Set<string>();
  const sought: Sought = { places: new Map(), hashes: new Uint8Array(2 ** 16) };
  return {
    remember(secret: string): void {
      if (secrets.has(secret)) return;
      secrets.add(secret);
      for (const writing of [plain(secret), ...[0, 1, 2].map((offset) => inBase64(secret, offset))])
        add(sought, writing);
    },
    forget(): void {
      secrets.clear();
      sought.places.clear();
      sought.hashes.fill(0);
    },
    hide(text: string): string {
      if (secrets.size === 0 || text.length < fewest) return text;
      const hidden = without(text, rangesIn(text, sought));
      const mayBeCoded = hidden.includes('%') || hidden.includes('\\u');
      return mayBeCoded && coded.test(hidden) ? withoutCoded(hidden, sought) : hidden;
    },
  };
}

const ofProcess = createHider();

/** From here on `hideSecrets` hides it, in every text of this process. */
export const rememberSecret = ofProcess.remember;
/** A line of its own begins: those of lines before are of others. */
export const forgetSecrets = ofProcess.forget;

/** Without any long part of a secret, also in base64, or with characters written as %41 or \u0041. */
export const hideSecrets = ofProcess.hide;

function add({ places, hashes }: Sought, writing: Writing): void {
  for (let at = 0; at + probe <= writing.text.length; at++) {
    const piece = writing.text.slice(at, at + probe);
    hashes[hashAt(piece, 0)] = 1;
    const known = places.get(piece);
    if (known) known.push([writing, at]);
    else places.set(piece, [[writing, at]]);
  }
}

const plain = (secret: string): Writing => ({
  text: secret,
  fewest,
  secret,
  from: (at) => at,
  to: (at) => at,
});

/** What base64 makes of a secret behind so many other bytes. Letters and digits are alike in both kinds of base64. */
function inBase64(secret: string, offset: number): Writing {
  const whole = Buffer.from(`${'\0'.repeat(offset)}${secret}`).toString('base64');
  const cut = Math.ceil((offset * 8) / 6);
  return {
    text: whole.slice(cut, Math.floor(((offset + secret.length) * 8) / 6)),
    fewest: fewestInBase64,
    secret,
    from: (at) => Math.floor(((at + cut) * 6) / 8) - offset,
    to: (at) => Math.ceil(((at + cut) * 6) / 8) - offset,
  };
}

const hashAt = (text: string, at: number): number =>
  (text.charCodeAt(at) +
    text.charCodeAt(at + 1) * 37 +
    text.charCodeAt(at + 2) * 1369 +
    text.charCodeAt(at + 3) * 50653) &
  0xffff;

/** In the order of the text, none over another. */
function rangesIn(text: string, { places, hashes }: Sought): Range[] {
  const ranges: Range[] = [];
  let free = 0;
  for (let at = 0; at + probe <= text.length; at += stride) {
    if (hashes[hashAt(text, at)] === 0) continue;
    let [start, end] = [at, at];
    for (const [writing, place] of places.get(text.slice(at, at + probe)) ?? []) {
      const found = around(text, at, writing, place);
      if (found) [start, end] = [Math.min(start, found[0]), Math.max(end, found[1])];
    }
    if (end === at) continue;
    if (!isNumber(text, [start, end])) ranges.push([Math.max(start, free), end]);
    free = end;
    at = Math.max(at, end - stride);
  }
  return ranges;
}

/** How far a text agrees with a writing around a piece that is in both; undefined where that tells too little. */
function around(text: string, at: number, writing: Writing, place: number): Range | undefined {
  const { text: own, secret } = writing;
  let before = 0;
  while (before < place && before < at && text[at - before - 1] === own[place - before - 1]) before++;
  let length = probe;
  while (place + length < own.length && text[at + length] === own[place + length]) length++;
  if (before + length < writing.fewest) return undefined;
  const part = secret.slice(Math.max(0, writing.from(place - before)), writing.to(place + length));
  return isTelling(part) ? [at - before, at + length] : undefined;
}

/** One or two characters over and over are also in what is no secret: the padding of a key of the sandbox. */
function isTelling(part: string): boolean {
  const [first] = part;
  let other: string | undefined;
  for (const letter of part)
    if (letter !== first && other === undefined) other = letter;
    else if (letter !== first && letter !== other) return true;
  return false;
}

/** Digits of a number of JSON: without them it would be none. */
function isNumber(text: string, [start, end]: Range): boolean {
  if (!/^\d+$/.test(text.slice(start, end))) return false;
  const before = /[[:,]\s*[-\d.]*$/.test(text.slice(Math.max(0, start - longestNumber), start));
  return before && /^[\d.eE+-]*\s*[,\]}]/.test(text.slice(end, end + longestNumber));
}
const longestNumber = 40;

function without(text: string, ranges: readonly Range[]): string {
  let said = '';
  let from = 0;
  for (const [start, end] of ranges) {
    said += `${text.slice(from, start)}[hidden]`;
    from = end;
  }
  return from === 0 ? text : said + text.slice(from);
}

/** A letter or digit in another writing. */
const coded = /(?:%|\\u00)(?:3\d|[46][1-9a-f]|[57][\da])/i;
/** Two backslashes are one, and escape nothing. */
const codes = /\\\\|(?:%|\\u00)(3\d|[46][1-9a-f]|[57][\da])/gi;

/** Looked through piece by piece: where each code was takes many times its room. */
const window = 65_536;
/** The longest writing of a secret with all its characters in code. */
const overlap = 400;

function withoutCoded(text: string, sought: Sought): string {
  let said = '';
  for (let from = 0; from < text.length; ) {
    const piece = text.slice(from, from + window);
    const { decoded, place } = decode(piece);
    const ranges = rangesIn(decoded, sought).map(([start, end]): Range => [place(start), place(end)]);
    const keep = from + window < text.length ? window - overlap : piece.length;
    const [, end = keep] = ranges.find(([start, end]) => start < keep && end > keep) ?? [];
    said += without(
      piece.slice(0, end),
      ranges.filter(([start]) => start < end),
    );
    from += end;
  }
  return said;
}

/** With `place`, which takes rising places in it and gives those in the text. */
function decode(text: string): { decoded: string; place(at: number): number } {
  const ends: number[] = [];
  const lengths: number[] = [];
  let longer = 0;
  const decoded = text.replace(codes, (written: string, code: string | undefined, at: number) => {
    if (code === undefined) return written;
    ends.push(at - longer + 1);
    longer += written.length - 1;
    lengths.push(longer);
    return String.fromCharCode(Number.parseInt(code, 16));
  });
  let passed = 0;
  return {
    decoded,
    place(at) {
      while (passed < ends.length && (ends[passed] as number) <= at) passed++;
      return at + (lengths[passed - 1] ?? 0);
    },
  };
}
