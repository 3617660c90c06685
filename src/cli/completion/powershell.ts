import type { Branch, Tables } from './tables.ts';
import type { OfferedOption, Place, Word } from './words.ts';

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Word and meaning, with a tab between. */
const described = (text: string, about: string) => quoted(about === '' ? text : `${text}\t${about}`);

const array = (items: readonly string[]) => `@(${items.join(', ')})`;
const wordArray = (words: readonly Word[]) => array(words.map(({ text, about }) => described(text, about)));
const optionArray = (options: readonly OfferedOption[]) =>
  array(options.flatMap(({ names, about }) => names.map((name) => described(name, about))));
/** The kind first, then the words. */
const place = ({ kind, words }: Place) =>
  array([quoted(kind), ...words.map(({ text, about }) => described(text, about))]);

function table<T>(branches: readonly Branch<T>[], answer: (value: T) => string): string {
  const lines = branches.flatMap(({ keys, answer: value }) =>
    keys.map((key) => `        ${quoted(key)} = ${answer(value)}`),
  );
  return `@{\n${lines.join('\n')}\n    }`;
}

/** For Windows PowerShell 5.1 and PowerShell 7. Where nothing is offered, PowerShell offers files by itself. */
export const powershellScript = (
  tables: Tables,
): string => `# PowerShell completion for outreach. Generated from its commands; do not edit.

Register-ArgumentCompleter -Native -CommandName outreach -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commands = ${table(tables.commands, wordArray)}

    $options = ${table(tables.options, optionArray)}

    $everywhere = ${optionArray(tables.everywhere)}

    $values = ${table(tables.values, place)}

    $everywhereValues = ${table(tables.everywhereValues, place)}

    $places = ${table(tables.places, place)}

    function Find-Value($path, $option) {
        $found = $values["$path $option"]
        if ($null -eq $found) { $found = $everywhereValues[$option] }
        return , $found
    }

    $path = ''
    $pending = ''
    $plain = $false
    $given = @()
    $before = @($commandAst.CommandElements |
        Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object { $_.Extent.Text.Trim('''"') })
    foreach ($word in $before) {
        if ($pending) {
            $pending = ''
        } elseif ($plain -or -not $word.StartsWith('-') -or $word -eq '-') {
            $known = @($commands[$path] | ForEach-Object { "$_".Split("\`t")[0] })
            if ($given.Count -eq 0 -and $known -ccontains $word) {
                $path = "$path $word".Trim()
            } else {
                $given += $word
            }
        } elseif ($word -eq '--') {
            $plain = $true
        } elseif (-not $word.Contains('=') -and $null -ne (Find-Value $path $word)) {
            $pending = $word
        }
    }

    $current = "$wordToComplete"
    $prefix = ''
    $found = $null
    if ($pending) {
        $found = Find-Value $path $pending
    } elseif (-not $plain -and $current -match '^(--[^=]+)=(.*)$') {
        $found = Find-Value $path $Matches[1]
        $prefix = $Matches[1] + '='
        $current = $Matches[2]
    } elseif (-not $plain -and $current.StartsWith('-')) {
        $found = @('words') + @($options[$path]) + $everywhere
    } elseif ($commands.ContainsKey($path)) {
        $found = @('words') + $commands[$path]
    } else {
        $found = $places["$path $($given.Count)"]
        if ($null -eq $found) { $found = $places["$path *"] }
    }
    if ($null -eq $found -or $found[0] -eq 'text' -or $found[0] -eq 'file') { return }

    $words = @($found | Select-Object -Skip 1)
    if ($found[0] -eq 'commands') {
        if ($given.Count -gt 0) { $words = @() }
        $words += @($commands[$given -join ' '])
    }
    if ($found[0] -eq 'list' -and $current.Contains(',')) {
        $prefix += $current.Substring(0, $current.LastIndexOf(',') + 1)
        $current = $current.Substring($current.LastIndexOf(',') + 1)
    }
    foreach ($word in $words) {
        if (-not $word) { continue }
        $text, $about = "$word".Split("\`t")
        if (-not $text.StartsWith($current)) { continue }
        $full = $prefix + $text
        $tip = if ($about) { "$about" } else { $full }
        [System.Management.Automation.CompletionResult]::new($full, $text, 'ParameterValue', $tip)
    }
}
`;
