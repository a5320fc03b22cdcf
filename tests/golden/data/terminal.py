# SPDX-License-Identifier: GPL-3.0-or-later
"""terminal.py COMMAND… -- what a command prints on a terminal of 80 columns, or of $TERMINAL_COLUMNS."""
import fcntl
import os
import pty
import struct
import sys
import termios

child, terminal = pty.fork()
if child == 0:
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(os.environ.get("TERMINAL_COLUMNS", "80")), 0, 0))
    os.execvp(sys.argv[1], sys.argv[1:])
printed = b""
try:
    while more := os.read(terminal, 65536):
        printed += more
except OSError:
    pass  # the other end is closed
sys.stdout.buffer.write(printed.replace(b"\r\n", b"\n"))
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
