"""Runs a command on a terminal of its own, and presses Ctrl-C twice: when it runs, and when it quits."""
import os
import pty
import sys

pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
output = b""
pressed = 0
while True:
    try:
        read = os.read(terminal, 4096)
    except OSError:  # Linux reports the end of a terminal as an error.
        break
    if not read:
        break
    output += read
    if pressed < 2 and (b"running", b"quitting")[pressed] in output:
        os.write(terminal, b"\x03")
        pressed += 1
_, status = os.waitpid(pid, 0)
sys.stdout.write(output.decode().replace("\r\n", "\n"))
sys.exit(os.waitstatus_to_exitcode(status))
