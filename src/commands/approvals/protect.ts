import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { refuseMoved } from '../../cli/connect/moved-journal.ts';
import { type Consent, command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { text } from '../../cli/declare/view.ts';
import { requirePerson } from '../../cli/profile/agree-to-lower.ts';
import {
  askedAgain,
  askPassphrase,
  isSame,
  newProtection,
  storedProtection,
} from '../../cli/profile/protection.ts';
import * as s from '../../contract/schema/schema.ts';

const fewest = 8;

export const protect = command({
  name: 'protect',
  summary: 'Set a passphrase that every approval requires',
  about: `The passphrase unlocks a key that signs approvals. Approvals without a signature, including earlier ones, are no longer valid. You also need the passphrase to add a budget, to loosen a protected setting of a profile, and to say yes under --consent person. It has at least 8 characters and is not stored. If you forget it, it cannot be recovered.

The passphrase stops an agent that has only MCP tools or this program. It does not stop a program that can change two of your files, the journal and keys.json. If only one of them was changed, nothing can be approved until you set the passphrase again.

Machines that share a journal need the same passphrase: run this command on each of them. --remove asks for the passphrase first.`,
  uses: [],
  tool: { never: 'changes approvals' },
  answer: s.object({ protected: s.boolean() }),
  local: true,
  interactive: true,
  fails: ['not-confirmed'],
  args: { remove: opt.flag('require no passphrase from now on') },
  examples: ['outreach approvals protect', 'outreach approvals protect --remove'],
  async run({ consent, files, screen }, { remove }) {
    requirePerson(consent.ask, files.world, 'Only a person at a terminal protects approvals');
    await refuseMoved(files.world);
    const { inJournal, besideKeys } = await storedProtection(files.world);
    // The passphrase of a journal that machines share is set by one of them, and made known to each of the others.
    const isShared = !remove && inJournal !== undefined && (await files.world.journal.where()) !== null;
    if (isShared && !isSame(inJournal, besideKeys)) {
      screen.tell('Another machine protects this journal with a passphrase: give that one.');
      await askPassphrase(consent.ask, inJournal);
      await files.profiles.protect(inJournal);
      return { protected: true };
    }
    await askPassphrase(consent.ask, besideKeys ?? inJournal);
    if (!remove)
      screen.tell(
        'A forgotten passphrase cannot be recovered: without it nothing can be approved or allowed here.',
      );
    const set = remove ? undefined : await newProtection(await newPassphrase(consent));
    await files.profiles.protect(set);
    await (await files.world.journal.open()).approvals.protect(set);
    return { protected: !remove };
  },
  view: (now) =>
    text(
      now.protected
        ? 'Approvals and budgets need the passphrase from now on. Those from before do not count any more.'
        : 'Approvals need no passphrase.',
    ),
});

const newPassphrase = ({ ask }: Pick<Consent, 'ask'>): Promise<string> =>
  askedAgain(async (again) => {
    const least = counted(fewest, 'character');
    const passphrase = await ask.secret(`New passphrase, of at least ${least}${again}`);
    if (passphrase.length < fewest)
      return new Failure(
        'invalid_value',
        `Too short: the passphrase has fewer than ${least}; nothing was changed`,
      );
    if ((await ask.secret('The same again')) === passphrase) return passphrase;
    return new Failure('invalid_value', 'Not the same: the two passphrases differ; nothing was changed');
  });
