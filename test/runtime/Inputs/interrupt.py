"""interrupt.py SIGNAL ROWS COMMAND...: runs the command, whose standard input is a pipe with the text
of the file ROWS and stays open, sends the signal when results have come, and prints the command's
output, errors and status. `twice` for SIGNAL: nobody reads the results, so that the first SIGINT
cannot end the run, and the second one does."""

import signal
import subprocess
import sys
import time

# Behind an & of a shell it is ignored, and programs that are started leave it so.
signal.signal(signal.SIGINT, signal.SIG_DFL)
what, rows, command = sys.argv[1], sys.argv[2], sys.argv[3:]
process = subprocess.Popen(
    command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
)
with open(rows) as file:
    text = file.read()
output = ""
if what == "twice":
    process.stdin.close()
    time.sleep(2)  # until the pipe of the results is full
    process.send_signal(signal.SIGINT)
    time.sleep(1)
    print("runs on" if process.poll() is None else "has ended")
    process.send_signal(signal.SIGINT)
    status = process.wait(60)
else:
    process.stdin.write(text)
    process.stdin.flush()
    output = process.stdout.readline() + process.stdout.readline()
    process.send_signal(getattr(signal, what))
    status = process.wait(60)
    output += process.stdout.read()
    process.stdin.close()
print(output + process.stderr.read() + f"status {status}")
