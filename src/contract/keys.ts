import { counted } from '../base/counted.ts';
import { rememberSecret } from '../base/text/hide-secrets.ts';

/** What a key looks like (spec, Authentication 2): `run_`, 8 letters or digits, `_`, 40 letters or digits. */
const keyPattern = /^run_[A-Za-z0-9]{8}_[A-Za-z0-9]{40}$/;
export const keyLength = 53;

/** Whatever could be a key, whole or cut off, within any text; for redaction with `replace`. */
export const keysInText = /run_[A-Za-z0-9]{8}_[A-Za-z0-9]*/g;

/** The second part of every key of the stand-in service. */
const sandboxTag = 'SANDBOX0';

/** The sandbox's own keys: fixed, known to everybody and worth nothing. */
export const sandboxKey = fixed('ReadAndWrite');
export const sandboxReadOnlyKey = fixed('ReadOnly');
/** Of a workspace below the main one, of a workspace on a trial, one whose time is over, and one that is paused. */
export const sandboxChildKey = fixed('ChildWorkspace');
export const sandboxTrialKey = fixed('TrialWorkspace');
export const sandboxExpiredKey = fixed('Expired');
export const sandboxPausedKey = fixed('Paused');

export const isKey = (text: string): boolean => keyPattern.test(text);

/** Carries the tag; says nothing about whether the rest is well formed. */
export const isSandboxKey = (text: string): boolean => text.startsWith(`run_${sandboxTag}_`);

/** From here on its secret part, the 40 letters or digits, is hidden in whatever others say. */
export function rememberKey(key: string | undefined): void {
  if (key !== undefined && isKey(key)) rememberSecret(key.slice(tagLength));
}

/** `run_`, 8 letters or digits, `_`. */
const tagLength = 13;

/** As much of a key as may be shown: `run_ab12cd34_…wxyz`. Nothing at all of what is not a key. */
export function describeKey(key: string): string {
  return isKey(key) ? `${key.slice(0, tagLength)}…${key.slice(-4)}` : 'a malformed key';
}

/** Puts the shown form in the place of every key within `text`. */
export function redactKeys(text: string): string {
  return text.replace(keysInText, (key) => (isKey(key) ? describeKey(key) : `${key.slice(0, tagLength)}…`));
}

/** What is wrong with the form of a key, without repeating any of it; undefined where it is well formed. */
export function keyProblem(text: string): string | undefined {
  if (isKey(text)) return undefined;
  if (text === '') return 'it is empty';
  if (/^["'`].*["'`]$/su.test(text)) return 'it is in quotes; remove them';
  if (/^bearer\s/iu.test(text)) return 'it begins with "Bearer"; give the key alone';
  if (text.trim() !== text && isKey(text.trim())) return 'there are spaces or line breaks around it';
  if (/\s/u.test(text)) return 'there is a space or a line break in it';
  if (!text.startsWith('run_')) return 'it does not begin with "run_"';
  if (text.length !== keyLength) return `it has ${counted(text.length, 'character')} instead of ${keyLength}`;
  if (text[12] !== '_') return 'the underscore after the first 8 letters or digits is missing';
  return 'it contains characters other than letters and digits';
}

interface KeyFound {
  readonly key: string;
  readonly beside: Readonly<Record<string, unknown>>;
}

/** The first text in the answer that is a key: the spec does not show its name. */
export function recordWithKey(answer: unknown): KeyFound | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  for (const value of Object.values(answer)) {
    if (typeof value === 'string' && isKey(value)) return { key: value, beside: { ...answer } };
    const found = recordWithKey(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

function fixed(name: string): string {
  return sandboxKeyOf(name.padEnd(40, '0'));
}

/** A key of the stand-in service; takes its last 40 letters or digits. */
export function sandboxKeyOf(last: string): string {
  return `run_${sandboxTag}_${last}`;
}
