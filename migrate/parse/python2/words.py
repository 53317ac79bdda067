"""Tells by a few words whether a text can be Python 2, so that most are not looked at any further."""

from __future__ import annotations

import re

_NAMES = r"""
(?:StandardError|basestring|file|long|raw_input|reduce|reload|unichr|unicode|xrange)\s*[(,)\]:]
(?:apply|execfile|intern)\s*\(
(?:has_key|xreadlines|getcwdu|maxint|setdefaultencoding|letters|lowercase|uppercase)\b
(?:iter|view)(?:items|keys|values)\b
i(?:filter|filterfalse|map|zip|zip_longest)\b
exc_(?:type|value|traceback)\b
next\b
__(?:div|idiv|nonzero|rdiv)__\b
types\.\w+Types?\b
"""
_LISTS = r"""
(?:items|keys|values)\(\)\s*[\[+.]
(?:filter|map|zip)\s*\(
range\([^()]*\)\s*\+
"""
# Modules that are elsewhere now. `repr` is one too; as a word it is in most files.
_MODULES = r"""
(?:BaseHTTPServer|CGIHTTPServer|ConfigParser|Cookie|Dialog|DocXMLRPCServer|FileDialog|HTMLParser)\b
(?:Queue|ScrolledText|SimpleDialog|SimpleHTTPServer|SimpleXMLRPCServer|SocketServer|StringIO)\b
(?:Tix|Tkconstants|Tkdnd|Tkinter|UserList|UserString|__builtin__|_winreg|anydbm|cPickle|cStringIO)\b
(?:commands|cookielib|copy_reg|dbhash|dbm|dumbdbm|dummy_thread|gdbm|htmlentitydefs|httplib)\b
(?:markupbase|robotparser|thread|tkColorChooser|tkCommonDialog|tkFileDialog|tkFont|tkMessageBox)\b
(?:tkSimpleDialog|ttk|urllib|urllib2|urlparse|whichdb|xmlrpclib)\b
"""
_WORDS = re.compile(rf"\b(?:{'|'.join((_NAMES + _LISTS + _MODULES).split())})")


def may_be(text: str) -> bool:
    """Whether a text has a word that may be Python 2's alone; its statements are another matter."""
    return _WORDS.search(text) is not None
