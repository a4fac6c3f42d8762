"""Faults of the system put under the tool: every call may fail, and nothing may be lost or made up.

inject.c makes a call fail, as verdict.h says; `library` builds it and runs the tool under it;
`commands` says what is run, on which files; `samples` which faults are tried; `laws` what must hold
afterwards; `sabotage` breaks each of them once. Repeat one run by hand with

    python -m tests.faults COMMAND KIND:N:ACTION
"""
