import { Failure } from '../../base/errors.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { advise } from '../../cli/advice/advise.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { arg, opt, required } from '../../cli/declare/params.ts';
import { senders } from '../../contract/areas/senders.ts';
import { senderView } from './sender-view.ts';

export const connect = command({
  name: 'connect',
  about: `The address must be on a business domain. Connect Google and Microsoft mailboxes in the app, where you authorise them.

The command asks for the password without showing it, or reads it from a file. The password is never an argument.`,
  uses: [senders.connect],
  tool: { never: 'takes a secret' },
  args: {
    address: arg.text('email address of the mailbox'),
    imap: required(opt.text('IMAP server, with a port if needed', { hint: 'host[:port]' })),
    smtp: required(opt.text('SMTP server, with a port if needed', { hint: 'host[:port]' })),
    login: opt.text('login name, if different from the address'),
    passwordFile: opt.file('read the password from this file, - for standard input', 'secret'),
    firstName: opt.text('first name of the sender'),
    lastName: opt.text('last name of the sender'),
  },
  examples: [
    'outreach senders connect ana@lumen.example --imap imap.lumen.example --smtp smtp.lumen.example:587',
    'outreach senders connect ana@lumen.example --imap imap.lumen.example --smtp smtp.lumen.example --password-file - < secret.txt',
  ],
  async run(context, values) {
    const password = await passwordFrom(context, values.passwordFile);
    const body = {
      email: values.address.trim(),
      imapServerUrl: values.imap,
      smtpServerUrl: values.smtp,
      password,
      ...omitUndefined({ loginString: values.login, firstName: values.firstName, lastName: values.lastName }),
    };
    const answer = await context.screen.progress('Trying the mailbox', () =>
      context.service.api(senders.connect, { body }),
    );
    context.screen.note(answer.message ?? 'Connected.');
    return answer.senderEmail;
  },
  next: ({ id }) => [['check its DNS', advise('senders dns', { sender: id })]],
  view: senderView,
});

async function passwordFrom({ consent, files }: Context, file: string | undefined): Promise<string> {
  if (file === undefined && consent.ask.possible) return consent.ask.secret('Password of the mailbox');
  if (file === undefined)
    throw new Failure(
      'password_required',
      'the password of the mailbox is missing, and there is no terminal to ask for it',
      { hint: 'Give --password-file <file>, or --password-file - for standard input.' },
    );
  // A file that was saved with an editor ends in a line break that is not part of the password.
  const password = (await files.readText(file, 'secret')).replace(/\r?\n$/, '');
  if (password !== '') return password;
  throw new Failure('empty_password', `${file === '-' ? 'standard input' : file} contains no password`);
}
