# SPDX-License-Identifier: GPL-3.0-or-later
# support.sh -- what stories share. A story is a POSIX shell script that begins with
#
#     . "$(dirname "$0")/support.sh"
#
# and tells in order what somebody does and what is said. It begins in an empty directory of its own, with `assay` on the
# PATH, its store there, and no variable of the caller that assay reads. What is measured is made of numbers that programs print, so that
# nothing depends on the machine's speed. It prints TAP:
#
#     chapter TEXT            what follows is told under this name
#     says COMMAND… -- WORDS  runs the command and keeps what it printed; each of the WORDS must be in it
#     silent WORDS            … and of these none is in what was printed last
#     ends CODE               … and this was its exit code
#     told                    the chapters' result; the last line of a story
#
# `said` holds what was printed last (both streams, on one line, blanks as one), `code` the exit code.
set -u
story_place=$(mktemp -d "${TMPDIR:-/tmp}/assay-story-XXXXXX")
trap 'cd / && rm -rf "$story_place"' EXIT
trap 'exit 1' INT TERM
cd "$story_place" || exit 1
for name in $(env | sed -n 's/^\(ASSAY_[A-Z_]*\|GITHUB_[A-Z_]*\|GIT_[A-Z_]*\)=.*/\1/p'); do
    case $name in ASSAY_PROGRAM | ASSAY_SOURCE) ;; *) unset "$name" ;; esac
done
PATH=$(dirname "$ASSAY_PROGRAM"):$PATH
ASSAY_STORE=$story_place/assay.db LC_ALL=C TZ=UTC COLUMNS=100 NO_COLOR=1 HOME=$story_place
GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
export PATH ASSAY_STORE LC_ALL TZ COLUMNS NO_COLOR HOME GIT_CONFIG_GLOBAL GIT_CONFIG_NOSYSTEM GIT_AUTHOR_NAME \
    GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL
chapters=0 wrong=0 failed=0 said='' code=0 title=''

close_chapter() {
    [ -z "$title" ] && return
    chapters=$((chapters + 1))
    if [ "$wrong" = 0 ]; then echo "ok $chapters - $title"; else echo "not ok $chapters - $title" && failed=1; fi
    wrong=0
}
amiss() {
    wrong=$((wrong + 1))
    echo "# $1"
    echo "# printed (exit $code): $said"
}
chapter() {
    close_chapter
    title=$1
}
says() {
    n=0 words=0
    for word in "$@"; do
        [ "$word" = -- ] && break
        n=$((n + 1))
    done
    : >"$story_place/.command"
    while [ $n -gt 0 ]; do
        printf "'%s' " "$(printf %s "$1" | sed "s/'/'\\\\''/g")" >>"$story_place/.command"
        shift
        n=$((n - 1))
    done
    said=$(sh "$story_place/.command" 2>&1 </dev/null)
    code=$?
    said=$(printf %s "$said" | tr -s ' \n' '  ')
    [ $# -gt 0 ] && shift
    for word in "$@"; do
        case $said in *"$word"*) ;; *) amiss "is not said: $word" ;; esac
    done
}
silent() {
    for word in "$@"; do
        case $said in *"$word"*) amiss "is said: $word" ;; esac
    done
}
ends() {
    [ "$code" = "$1" ] || amiss "exit $code, not $1"
}
told() {
    close_chapter
    echo "1..$chapters"
    exit $failed
}
