"""Runs in the sandbox: calls OSWorld's evaluators on a guest that the process outside asks questions.

    in_sandbox CHECKOUT CACHE CONNECTIONS | --import

With --import it only imports all evaluators and writes how many there are. CONNECTIONS is the file descriptor of a
Unix socket over which it hands connections to the browser's port to the process outside.

It imports nothing of testbed: its Python is that of the prepared environment. The first line of standard input is the
task as JSON. The first line that it writes to standard output says that it has started; then each one is a question or
the verdict, and each line it reads is an answer. It has no network: requests to the guest's ports are answered by the
process outside too, which also carries what passes over the connections.
"""
