import { pattern } from '../../cli/advice/line-of.ts';
import { completionScript, type Shell } from '../../cli/completion/script.ts';
import { command, type Verbs } from '../../cli/declare/command.ts';
import { verbatim } from '../../cli/declare/view.ts';
import { loadTree } from '../../cli/describe/tree.ts';
import * as s from '../../contract/schema/schema.ts';
import { install, uninstall } from './install.ts';

const completionOf = (shell: Shell, title: string, install: string, examples: readonly string[]) =>
  command({
    name: shell,
    summary: `Print the completion script for ${title}`,
    about: `${install} The script knows every command, option and choice. For names of campaigns, mailboxes and the like, Tab asks the program, which responds within 300 ms. Names older than a minute are read again in the background, unless the key is in the keychain. OUTREACH_NO_COMPLETION_CALLS=1 turns these requests off.`,
    uses: [],
    tool: { never: 'prints a script for a shell' },
    answer: s.object({ shell: s.oneOf(['bash', 'zsh', 'fish', 'powershell']), script: s.string() }),
    local: true,
    examples,
    run: async ({ screen }) => ({ shell, script: completionScript(shell, await loadTree(screen.tree)) }),
    view: ({ script }) => verbatim(script),
  });

export const group: Verbs = {
  commands: [
    completionOf(
      'bash',
      'bash',
      'Load it in ~/.bashrc, or save it where the bash-completion package looks.',
      [
        `source <(${pattern('completion bash')})`,
        `${pattern('completion bash')} > ~/.local/share/bash-completion/completions/outreach`,
      ],
    ),
    completionOf(
      'zsh',
      'zsh',
      'Save it as _outreach in a folder of $fpath, or load it in ~/.zshrc after compinit.',
      [`source <(${pattern('completion zsh')})`, `${pattern('completion zsh')} > ~/.zfunc/_outreach`],
    ),
    completionOf('fish', 'fish', 'Save it where fish looks, or load it in config.fish.', [
      `${pattern('completion fish')} | source`,
      `${pattern('completion fish')} > ~/.config/fish/completions/outreach.fish`,
    ]),
    completionOf(
      'powershell',
      'PowerShell',
      'Put the line from the example into your $PROFILE file. Windows PowerShell 5.1 does not complete options.',
      [`${pattern('completion powershell')} | Out-String | Invoke-Expression`],
    ),
    install,
    uninstall,
  ],
};
