import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  scrypt,
  sign,
  verify,
} from 'node:crypto';
import { Failure } from '../../base/errors.ts';
import { say } from '../../base/text/advice.ts';
import { canonical } from '../../client/api/approval.ts';
import type { AskedApproval, Protection } from '../../client/guard/approvals.ts';
import type { BudgetDraft } from '../../client/guard/budgets.ts';
import { openProfiles } from '../../local/profiles.ts';
import { advise } from '../advice/advise.ts';
import type { Asker } from '../declare/asker.ts';
import type { World } from '../declare/world.ts';
import { personHint } from '../messages/hints/hint-of.ts';

/**
 * What a person approves or allows is signed with a key that only their passphrase opens, so that a program with a
 * terminal of its own cannot answer for them. The public key shows that a signature is right.
 */

const cipher = 'aes-256-gcm';

const keyFrom = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
    scrypt(passphrase.normalize('NFC'), salt, 32, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

export async function newProtection(passphrase: string): Promise<Protection> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const salt = randomBytes(16);
  const iv = randomBytes(12);
  const closing = createCipheriv(cipher, await keyFrom(passphrase, salt), iv);
  const closed = Buffer.concat([
    closing.update(privateKey.export({ type: 'pkcs8', format: 'der' })),
    closing.final(),
  ]);
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    privateKey: [salt, iv, closing.getAuthTag(), closed].map((part) => part.toString('base64')).join(' '),
  };
}

/** Undefined where the passphrase is another one. */
async function opened({ privateKey }: Protection, passphrase: string): Promise<KeyObject | undefined> {
  const [salt, iv, tag, closed] = privateKey.split(' ').map((part) => Buffer.from(part, 'base64'));
  if (!salt || !iv || !tag || !closed) return undefined;
  try {
    const opening = createDecipheriv(cipher, await keyFrom(passphrase, salt), iv);
    opening.setAuthTag(tag);
    const key = Buffer.concat([opening.update(closed), opening.final()]);
    return createPrivateKey({ key, type: 'pkcs8', format: 'der' });
  } catch {
    return undefined;
  }
}

/** What is set, in the journal and beside the keys: neither alone can replace it. Throws `protection_changed`. */
export async function protectionOf(world: World): Promise<Protection | undefined> {
  const { inJournal, besideKeys } = await storedProtection(world);
  if (isSame(inJournal, besideKeys)) return inJournal;
  if (inJournal !== undefined && (await world.journal.where()) !== null)
    throw new Failure(
      'protection_changed',
      'Another machine protects the approvals of this journal with a passphrase that this one does not know',
      { hint: say`Give it here, at a terminal: ${advise('approvals protect')}` },
    );
  throw new Failure(
    'protection_changed',
    'The passphrase of approvals was taken away or replaced outside of this program: the journal and keys.json differ',
    {
      hint: say`Nothing is approved until a person sets it anew at a terminal: ${advise('approvals protect')}`,
    },
  );
}

export const isSame = (one: Protection | undefined, other: Protection | undefined): boolean =>
  canonical(one ?? null) === canonical(other ?? null);

export const storedProtection = async (world: World) => ({
  inJournal: await (await world.journal.open()).approvals.protection(),
  besideKeys: openProfiles(world).protection(),
});

/** Signs what a person agrees to. */
type Sign = (what: object) => string;

/** Asks for the passphrase, and signs with it; undefined where there is none. Throws `wrong_passphrase`. */
export async function askPassphrase(
  { secret }: Pick<Asker, 'secret'>,
  protection: Protection | undefined,
): Promise<Sign | undefined> {
  if (protection === undefined) return undefined;
  const key = await askedAgain(async (again) => {
    const given = await opened(protection, await secret(`Passphrase of approvals${again}`, personHint));
    return (
      given ??
      new Failure(
        'wrong_passphrase',
        'Not that one: it is not the passphrase of approvals; nothing was changed',
      )
    );
  });
  return (what) => sign(null, Buffer.from(canonical(what)), key).toString('base64');
}

const mostTries = 3;

/** Asks again: what a person types after a mistake would else be shown by the shell. `again` ends the question. */
export async function askedAgain<T>(ask: (again: string) => Promise<T | Failure>): Promise<T> {
  let again = '';
  for (let tries = 1; ; tries++) {
    const given = await ask(again);
    if (!(given instanceof Failure)) return given;
    if (tries === mostTries) throw given;
    again = ` (${given.message.split(/[:;]/, 1)[0]?.toLowerCase()}; try ${tries + 1} of ${mostTries})`;
  }
}

/** Whether a person with the passphrase has agreed to exactly this; true for everything where nothing is protected. */
export function isSigned(
  protection: Protection | undefined,
  what: object,
  signature: string | null,
): boolean {
  if (protection === undefined) return true;
  if (signature === null) return false;
  const key = createPublicKey({
    key: Buffer.from(protection.publicKey, 'base64'),
    type: 'spki',
    format: 'der',
  });
  return verify(null, Buffer.from(canonical(what)), key, Buffer.from(signature, 'base64'));
}

/** What the signature of an approval covers. */
export const approvalParts = (
  approval: Pick<AskedApproval, 'code' | 'account' | 'digest' | 'price' | 'expiresAt'>,
) => {
  const { code, account, digest, price, expiresAt } = approval;
  return { approval: code, account, digest, price, expiresAt };
};

/** What the signature of a budget covers. */
export const budgetParts = ({ id, account, commands, credits, usd, until }: BudgetDraft) => ({
  ...{ budget: id, account, commands, credits, usd, until },
});
