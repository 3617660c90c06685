# fish completion for outreach. Generated from its commands; do not edit.

function __outreach_commands
    switch "$argv[1]"
@@commands@@
    end
end

function __outreach_options
    switch "$argv[1]"
@@options@@
    end
    @@everywhere@@
end

# What the value of option $argv[2] of command $argv[1] is: its kind, the kind of names to ask for, whether commas part
# several, and the words that are known; nothing for a flag.
function __outreach_value
    switch "$argv[1] $argv[2]"
@@values@@
        case '*'
            switch "$argv[2]"
@@everywhereValues@@
            end
    end
end

# What the argument number $argv[2] of command $argv[1] is.
function __outreach_place
    switch "$argv[1] $argv[2]"
@@places@@
    end
end

# What the program knows: of this kind, for the command of this path. Waits a second where the program does not answer.
# A name that begins with a tilde is left out: fish would insert it as a home folder.
function __outreach_names
    command -q outreach; or return
    set -l within env
    command -q timeout; and set within timeout 1
    # By sh: fish says aloud which signal ended a program.
    command $within sh -c 'outreach __names "$@"; :' sh $argv </dev/null 2>/dev/null | string match -v -- '~*'
end

# A word without its quotes, also where one is not closed yet. Expands nothing.
function __outreach_unquote
    for end in '' '"' "'"
        string unescape -- "$argv[1]$end" 2>/dev/null; and return
    end
    echo -- $argv[1]
end

function __outreach_complete
    set -l current (__outreach_unquote (commandline -ct))
    set -l words (commandline -opc)
    set -l path ''
    set -l profile ''
    set -l pending ''
    set -l plain ''
    set -l given
    for word in $words[2..-1]
        if test -n "$pending"
            test "$pending" = --profile; and set profile $word
            set pending ''
        else if test -n "$plain"; or not string match -q -- '-*' $word; or test "$word" = -
            set -l known (__outreach_commands "$path" | string replace -r '\t.*' '')
            if test (count $given) -eq 0; and contains -- $word $known
                set path (string trim -- "$path $word")
            else
                set -a given $word
            end
        else if test "$word" = --
            set plain 1
        else if string match -q -- '--profile=*' $word
            set profile (string replace -- --profile= '' $word)
        else if not string match -q -- '*=*' $word
            # Counted: an empty substitution is no argument at all, and `test -n` alone is true.
            set -l value (__outreach_value "$path" $word)
            test (count $value) -gt 0; and set pending $word
        end
    end

    set -l prefix ''
    set -l found
    if test -n "$pending"
        set found (__outreach_value "$path" $pending)
    else if test -z "$plain"; and string match -q -- '--*=*' $current
        set prefix (string replace -r '=.*' '=' -- $current)
        set found (__outreach_value "$path" (string replace -r '=.*' '' -- $current))
        set current (string replace -r '^[^=]*=' '' -- $current)
    else if test -z "$plain"; and string match -q -- '-*' $current
        __outreach_options "$path"
        return
    else
        set found words '' '' (__outreach_commands "$path")
        if test (count $found) -eq 3
            set found (__outreach_place "$path" (count $given))
            test (count $found) -eq 0; and set found (__outreach_place "$path" more)
        end
    end

    set -l taken
    if test -n "$found[3]"; and string match -q -- '*,*' $current
        # What is in the list already is not offered again, nor `help`, which goes alone.
        set taken (string split , -- $current)[1..-2] help
        set prefix $prefix(string replace -r '[^,]*$' '' -- $current)
        set current (string replace -r '.*,' '' -- $current)
    end
    test -n "$found[2]"; and set -a found (__outreach_names "$found[2]" "$path" "$profile" "$current")
    set -l words $found[4..-1]
    for word in $taken
        set words (string match -rv -- '^'(string escape --style=regex -- $word)'(\t|$)' $words)
    end
    switch "$found[1]"
        case words
            printf '%s\n' $prefix$words
        case commands
            test (count $given) -eq 0; and set -a found (__outreach_commands '')
            test (count $given) -gt 0; and set found commands '' '' (__outreach_commands "$given")
            printf '%s\n' $found[4..-1]
        case file
            if test -n "$prefix"
                printf '%s\n' $prefix(__fish_complete_path $current)
            else
                __fish_complete_path $current
            end
        case folder
            if test -n "$prefix"
                printf '%s\n' $prefix(__fish_complete_directories $current '')
            else
                __fish_complete_directories $current ''
            end
    end
end

# In the place of the line that loaded this.
complete -c outreach -e
complete -c outreach -f -k -a '(__outreach_complete)'
