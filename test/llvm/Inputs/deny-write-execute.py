"""Runs a command that may not make memory executable after the fact (Linux, from 6.3)."""

import ctypes
import os
import sys

PR_SET_MDWE = 65
PR_MDWE_REFUSE_EXEC_GAIN = 1

if ctypes.CDLL(None).prctl(PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN, 0, 0, 0) != 0:
    sys.exit("the kernel cannot refuse executable memory")
os.execvp(sys.argv[1], sys.argv[1:])
