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

# What the value of option $argv[2] of command $argv[1] is; nothing for a flag.
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

function __outreach_complete
    set -l current (commandline -ct)
    set -l words (commandline -opc)
    set -l path ''
    set -l pending ''
    set -l plain ''
    set -l given
    for word in $words[2..-1]
        if test -n "$pending"
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
        set found words (__outreach_commands "$path")
        if test (count $found) -eq 1
            set found (__outreach_place "$path" (count $given))
            test (count $found) -eq 0; and set found (__outreach_place "$path" '*')
        end
    end

    switch "$found[1]"
        case list
            if string match -q -- '*,*' $current
                set prefix $prefix(string replace -r '[^,]*$' '' -- $current)
            end
            printf '%s\n' $prefix$found[2..-1]
        case words
            printf '%s\n' $prefix$found[2..-1]
        case commands
            test (count $given) -eq 0; and set -a found (__outreach_commands '')
            test (count $given) -gt 0; and set found commands (__outreach_commands "$given")
            printf '%s\n' $found[2..-1]
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

complete -c outreach -f -a '(__outreach_complete)'
