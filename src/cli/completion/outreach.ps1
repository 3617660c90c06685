# PowerShell completion for outreach. Generated from its commands; do not edit.

Register-ArgumentCompleter -Native -CommandName outreach -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commands = @@commands@@

    $options = @@options@@

    $everywhere = @@everywhere@@

    $values = @@values@@

    $everywhereValues = @@everywhereValues@@

    $places = @@places@@

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
            $known = @($commands[$path] | ForEach-Object { "$_".Split("`t")[0] })
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
    if ($found[0] -eq 'folder') {
        return [System.Management.Automation.CompletionCompleters]::CompleteFilename($current) |
            Where-Object { $_.ResultType -eq 'ProviderContainer' }
    }

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
        $text, $about = "$word".Split("`t")
        if (-not $text.StartsWith($current)) { continue }
        $full = $prefix + $text
        $tip = if ($about) { "$about" } else { $full }
        [System.Management.Automation.CompletionResult]::new($full, $text, 'ParameterValue', $tip)
    }
}
