"""Tells by a few words whether a text can be Python 2, so that most are not looked at any further."""

from __future__ import annotations

import re

_NAMES = r"""
\b(StandardError|basestring|file|long|raw_input|reduce|reload|unichr|unicode|xrange)\s*[(,)\]:]
\b(apply|execfile|intern)\s*\(
\.(has_key|xreadlines)\b
\.(iter|view)(items|keys|values)\b
\.next\s*\(
\bdef\s+next\b
\b__(div|idiv|nonzero|rdiv)__\b
\bi(filter|filterfalse|map|zip|zip_longest)\b
\bos\.getcwdu\b
\bstring\.(letters|lowercase|uppercase)\b
\bsys\.(exc_(type|value|traceback)|maxint|setdefaultencoding)\b
\btypes\.\w+Types?\b
"""
_LISTS = r"""
\.(items|keys|values)\(\)\s*[\[+.]
\b(filter|map|zip)\s*\(
\brange\([^()]*\)\s*\+
\+\s*range\(
"""
_STATEMENTS = r"""
^[^#\n]*\bprint\s*>>
^[^#\n]*\bprint\s*\(.*\)\s*[,%.+*/\[-]
"""
# Modules that are elsewhere now, by what an import of them says.
_MODULES = r"""
\b(import|from)\b.*\b(BaseHTTPServer|CGIHTTPServer|ConfigParser|Cookie|Dialog|DocXMLRPCServer)\b
\b(import|from)\b.*\b(FileDialog|HTMLParser|Queue|ScrolledText|SimpleDialog|SimpleHTTPServer)\b
\b(import|from)\b.*\b(SimpleXMLRPCServer|SocketServer|StringIO|Tix|Tkconstants|Tkdnd|Tkinter)\b
\b(import|from)\b.*\b(UserList|UserString|__builtin__|_winreg|anydbm|cPickle|cStringIO|commands)\b
\b(import|from)\b.*\b(cookielib|copy_reg|dbhash|dbm|dumbdbm|dummy_thread|gdbm|htmlentitydefs|httplib)\b
\b(import|from)\b.*\b(markupbase|repr|robotparser|thread|tkColorChooser|tkCommonDialog|tkFileDialog)\b
\b(import|from)\b.*\b(tkFont|tkMessageBox|tkSimpleDialog|ttk|urllib|urllib2|urlparse|whichdb|xmlrpclib)\b
"""
_WORDS = re.compile("|".join((_NAMES + _LISTS + _STATEMENTS + _MODULES).split()), re.MULTILINE)


def may_be(text: str) -> bool:
    """Whether a text has a word that may be Python 2's alone."""
    return _WORDS.search(text) is not None
