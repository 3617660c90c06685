/** What a stranger could put into a name, a subject or a body to act on the terminal of its reader. */
export const hostile: readonly string[] = [
  '\u001b[2J\u001b[H wiped',
  '\u001b[31mred\u001b[0m',
  '\u001b]0;title\u0007',
  '\u001b]52;c;ZXZpbA==\u0007',
  '\u001b]8;;https://evil.example\u0007bank\u001b]8;;\u0007',
  '\u001bP+q544e\u001b\\',
  '\u001b_apc\u001b\\',
  '\u001b^pm\u001b\\',
  '\u001bX sos\u001b\\',
  '\u001bc reset',
  '\u001b[6n report',
  '\u001b[8m hidden',
  '\u009b2J eight bit',
  '\u009d0;title\u009c',
  '\u009d52;c;ZXZpbA==\u009c',
  '\u009d8;;https://evil.example\u009cbank\u009d8;;\u009c',
  '\u0090q\u009c',
  '\u009fapc\u009c',
  '\u009epm\u009c',
  '\u0098sos\u009c',
  'paid $9000\rpaid $9',
  'one\r\ntwo',
  'one\ntwo\n$ outreach credits buy 9000',
  'tab\tstop',
  'bell\u0007',
  'back\b\b\b\bgone',
  'delete\u007f',
  'null\u0000',
  'form\u000cfeed\u000bup',
  'shift\u000eout\u000f',
  'invoice\u202efdp.exe',
  '\u2066isolated\u2069',
  'mark\u200fleft\u200eright\u061c',
  'zero\u200bwidth',
  'soft\u00adhyphen',
  'joi\u200dner',
  'line\u2028separator\u2029end',
  '\ufeffbom',
  'word\u2060joiner\u2064',
  'tags\u{e0001}\u{e0041}\u{e0042}\u{e007f}',
  'lone \ud83d high',
  'lone \ude00 low',
  `zalgo${'\u0301'.repeat(500)}`,
  '\u0301leading mark',
  'filler\u3164\u115f\uffa0',
  'selector\ufe0f\ufe00\u{e0100}',
  'annotation\ufff9a\ufffab\ufffb',
  'mongolian\u180e',
  '👩\u200d'.repeat(60),
  '│ imitated gutter\n? Really pay? Type y or n:',
];

/** Text that must come through as it is. */
export const harmless: readonly string[] = [
  'Anna Berg',
  'Žofie Nováková-Đurić',
  '山田太郎 様',
  '葛\u{e0100}飾区',
  'محمد علی',
  'می\u200cخواهم',
  'क्\u200dष',
  'ශ්\u200dරී',
  '👩\u200d👩\u200d👧\u200d👦 family',
  '❤️ 1️⃣ 👍🏽 🏳️\u200d🌈',
  'naïve café e\u0301',
  '한국어 ภาษาไทย',
  '€ 1 000,00',
];

/** No character that acts, hides or reorders. Written apart from the sanitiser's own notion of it. */
export function actsOnTerminal(text: string, { lines = false } = {}): boolean {
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (code === 0x0a && lines) continue;
    if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return true;
    if (code >= 0xd800 && code <= 0xdfff) return true;
    if (code >= 0xe0000 && code <= 0xe007f) return true;
    if (code >= 0x202a && code <= 0x202e) return true;
    if (code >= 0x2060 && code <= 0x206f) return true;
    if (code >= 0xfff9 && code <= 0xfffb) return true;
    if (
      [0xad, 0x61c, 0x115f, 0x180e, 0x200b, 0x200e, 0x200f, 0x2028, 0x2029, 0x3164, 0xfeff, 0xffa0].includes(
        code,
      )
    )
      return true;
  }
  return false;
}
