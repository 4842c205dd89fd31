"""Runs a command on a terminal of its own and presses Ctrl-C: twice, when it prints that it runs and that it quits.

With --after SECONDS it presses once, that long after the start.
"""
import os
import pty
import select
import sys
import time

command = sys.argv[1:]
press_at = None
if command[0] == "--after":
    press_at = time.monotonic() + float(command[1])
    command = command[2:]
presses = 1 if press_at else 2

pid, terminal = pty.fork()
if pid == 0:
    os.execvp(command[0], command)
output = b""
pressed = 0
while True:
    ready, _, _ = select.select([terminal], [], [], 0.2)
    if ready:
        try:
            read = os.read(terminal, 4096)
        except OSError:  # Linux reports the end of a terminal as an error.
            break
        if not read:
            break
        output += read
    if pressed < presses:
        due = time.monotonic() >= press_at if press_at else (b"running", b"quitting")[pressed] in output
        if due:
            os.write(terminal, b"\x03")
            pressed += 1
_, status = os.waitpid(pid, 0)
sys.stdout.write(output.decode().replace("\r\n", "\n"))
sys.exit(os.waitstatus_to_exitcode(status))
