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

    # A word as it is typed: a comma, a blank or a quote would make several of it, or another one.
    function Format-Word($text) {
        if ($text -match '^[\w./:+=-]+$') { return $text }
        return '''' + $text.Replace('''', '''''') + ''''
    }

    # What the program knows: of this kind, for the command of this path.
    function Find-Name($kind, $path, $profileName, $current) {
        if (-not (Get-Command outreach -ErrorAction Ignore)) { return }
        $encoding = [Console]::OutputEncoding
        try {
            [Console]::OutputEncoding = [System.Text.Encoding]::UTF8
            # Windows PowerShell leaves out an empty argument, and gives one in quotes as it is.
            $empty = if ($PSVersionTable.PSVersion -lt [version]'7.3') { '""' } else { '' }
            $given = @($kind, $path, $profileName, $current) | ForEach-Object { if ($_) { $_ } else { $empty } }
            $null | & outreach __names @given 2>$null
        } catch {
        } finally {
            [Console]::OutputEncoding = $encoding
        }
    }

    $path = ''
    $profileName = ''
    $pending = ''
    $plain = $false
    $given = @()
    $before = @($commandAst.CommandElements |
        Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object { $_.Extent.Text.Trim('''"') })
    foreach ($word in $before) {
        if ($pending) {
            if ($pending -eq '--profile') { $profileName = $word }
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
        } elseif ($word.StartsWith('--profile=')) {
            $profileName = $word.Substring('--profile='.Length)
        } elseif (-not $word.Contains('=') -and $null -ne (Find-Value $path $word)) {
            $pending = $word
        }
    }

    $current = "$wordToComplete".Trim('''"')
    $prefix = ''
    $found = $null
    if ($pending) {
        $found = Find-Value $path $pending
    } elseif (-not $plain -and $current -match '^(--[^=]+)=(.*)$') {
        $found = Find-Value $path $Matches[1]
        $prefix = $Matches[1] + '='
        $current = $Matches[2]
    } elseif (-not $plain -and $current.StartsWith('-')) {
        $found = @('words', '', '') + @($options[$path]) + $everywhere
    } elseif ($commands.ContainsKey($path)) {
        $found = @('words', '', '') + $commands[$path]
    } else {
        $found = $places["$path $($given.Count)"]
        if ($null -eq $found) { $found = $places["$path *"] }
    }
    if ($null -eq $found -or $found[0] -eq 'text' -or $found[0] -eq 'file') { return }
    if ($found[0] -eq 'folder') {
        return [System.Management.Automation.CompletionCompleters]::CompleteFilename($current) |
            Where-Object { $_.ResultType -eq 'ProviderContainer' }
    }

    $words = @($found | Select-Object -Skip 3)
    if ($found[0] -eq 'commands') {
        if ($given.Count -gt 0) { $words = @() }
        $words += @($commands[$given -join ' '])
    }
    $taken = @()
    if ($found[2] -and $current.Contains(',')) {
        # What is in the list already is not offered again, nor `help`, which goes alone.
        $taken = @($current.Split(',') | Select-Object -SkipLast 1) + 'help'
        $prefix += $current.Substring(0, $current.LastIndexOf(',') + 1)
        $current = $current.Substring($current.LastIndexOf(',') + 1)
    }
    if ($found[1]) { $words += @(Find-Name $found[1] $path $profileName $current) }
    foreach ($word in $words) {
        if (-not $word) { continue }
        $text, $about = "$word".Split("`t")
        if (-not $text.StartsWith($current, [StringComparison]::OrdinalIgnoreCase) -or $taken -ccontains $text) { continue }
        $full = Format-Word ($prefix + $text)
        $tip = if ($about) { "$about" } else { $full }
        [System.Management.Automation.CompletionResult]::new($full, $text, 'ParameterValue', $tip)
    }
}
