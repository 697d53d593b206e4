"""Stops every connection of AstrBot's processes that would leave the machine, and writes down who tried.

Loaded through PYTHONPATH by each Python process of a run. A look-up or connection beyond loopback fails at
once and is written, with the files on the call stack, to the file named by E2E_NETGUARD_LOG. Without that
variable this file does nothing.
"""

import os

_LOG = os.environ.get("E2E_NETGUARD_LOG")


def _is_local(host) -> bool:
    import ipaddress

    if isinstance(host, bytes):
        host = host.decode("ascii", "replace")
    if host in (None, "", "localhost"):
        return True
    try:
        address = ipaddress.ip_address(str(host).split("%", 1)[0])
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def _record(kind: str, host, port) -> None:
    import json
    import sys
    import time

    frame = sys._getframe(2)
    stack = []
    while frame is not None and len(stack) < 60:
        stack.append(f"{frame.f_code.co_filename}:{frame.f_lineno}")
        frame = frame.f_back
    name = host.decode() if isinstance(host, bytes) else str(host)
    entry = {
        "t": time.time(),
        "pid": os.getpid(),
        "kind": kind,
        "host": name,
        "port": str(port),
        "stack": stack,
    }
    with open(_LOG, "a", encoding="utf-8") as f:
        f.write(json.dumps(entry) + "\n")


def _guard_lookups() -> None:
    import socket

    def guarded(real):
        def lookup(host, *args, **kwargs):
            if _is_local(host):
                return real(host, *args, **kwargs)
            _record("lookup", host, args[0] if args else "")
            raise socket.gaierror(socket.EAI_NONAME, "netguard: only loopback is reachable")

        return lookup

    socket.getaddrinfo = guarded(socket.getaddrinfo)
    socket.gethostbyname = guarded(socket.gethostbyname)


def _guard_connections() -> None:
    import errno
    import socket

    real_connect, real_connect_ex, real_sendto = (
        socket.socket.connect,
        socket.socket.connect_ex,
        socket.socket.sendto,
    )

    def refused(sock, address) -> bool:
        if sock.family not in (socket.AF_INET, socket.AF_INET6) or _is_local(address[0]):
            return False
        _record("connect", address[0], address[1])
        return True

    def connect(self, address):
        if refused(self, address):
            raise ConnectionRefusedError(errno.ECONNREFUSED, "netguard")
        return real_connect(self, address)

    def connect_ex(self, address):
        return errno.ECONNREFUSED if refused(self, address) else real_connect_ex(self, address)

    def sendto(self, data, *args):
        if args and refused(self, args[-1]):
            raise PermissionError(errno.EPERM, "netguard")
        return real_sendto(self, data, *args)

    socket.socket.connect = connect
    socket.socket.connect_ex = connect_ex
    socket.socket.sendto = sendto


if _LOG:
    _guard_lookups()
    _guard_connections()
