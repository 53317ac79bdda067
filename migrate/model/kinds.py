"""What symbols mean to a program, and what its statements are for."""

from __future__ import annotations

import enum


class Role(enum.Enum):
    """What calling a symbol means to the program around it."""

    PURE = "computes a value, and nothing else"
    HOST = "runs at once, outside of any graph"
    PLACEHOLDER = "is fed"
    SHARED_VARIABLE = "creates or finds a variable by name"
    OWN_VARIABLE = "creates a variable that no other call finds"
    OPTIMIZER = "holds the state of an optimizer"
    TENSOR_OPTIMIZER = "holds the state of an optimizer whose rate cannot be a function"
    SCHEDULE = "computes a learning rate from the step"
    INITIALIZER = "initialises variables when run"
    SESSION = "opens a session"
    LOOP = "opens a session, and runs what it is given until it is done"
    GRAPH = "makes or resets a graph"
    CONFIG = "configures a session"
    OPERATION = "groups operations"
    COLLECTS = "adds to a collection"
    READS_COLLECTION = "reads a collection"
    EDITS_COLLECTION = "takes what it wants out of a collection, or puts it in"
    DRAW = "draws random numbers"
    STREAM = "draws the next numbers of a stream that a seed fixes"
    READS_VARIABLES = "lists the variables that there are"
    READS_MADE = "asks a layer for the variables that it has made"
    READS_SLOTS = "asks an optimizer for the variables that it has made"
    GRADIENT = "computes gradients"
    LAYER = "creates variables that are named by their order in the graph"
    METRIC = "creates local variables, and names them as operations"
    TENSOR_AVERAGE = "keeps moving averages, named as the operations that they follow"
    EFFECT = "has an effect that a session leaves out unless it is fetched"
    ACTS = "has an effect if the object whose method it is belongs to the graph"
    SUMMARY = "adds a summary to those of the graph"
    READS_SUMMARIES = "merges the summaries of the graph"
    DATA = "describes a data set"
    INPUT = "takes the next element of an input"
    OBJECT = "is an object of the program's own that builds a part of the graph"
    SAVER = "saves and restores variables"
    WRITER = "writes event files"
    MODE = "switches TensorFlow to its first version's behaviour"
    UNSUPPORTED = "has effects or state that this lowering does not follow"


# What makes variables, or has some of its own.
MAKING_VARIABLES = frozenset(
    {
        Role.SHARED_VARIABLE,
        Role.OWN_VARIABLE,
        Role.LAYER,
        Role.METRIC,
        Role.OPTIMIZER,
        Role.TENSOR_AVERAGE,
        Role.TENSOR_OPTIMIZER,
    }
)


class Context(enum.Enum):
    """What a `with` item is for."""

    LIFECYCLE = "a graph or a session: a step needs none"
    MONITORED = "a session with hooks: a step needs none, and what runs the steps stays"
    DEVICE = "places what is inside: it goes into the step with it"
    SAME_SCOPE = "enters the variable scope that it is in: it ends what reuse_variables() began inside"
    BUILDING = "says how to build what is inside: it goes into the step with it"
    HOST = "means nothing to a graph"


# Names for state of the graph itself, which flows between statements as a variable does.
COLLECTIONS = "<collections>"


VARIABLE_SCOPE = "<variable scope>"


VARIABLES = "<variables>"


SUMMARIES = "<summaries>"


SLOTS = "<slots>"


GRAPH_STATE = frozenset({COLLECTIONS, VARIABLE_SCOPE, VARIABLES, SUMMARIES, SLOTS})


class Kind(enum.Enum):
    """What a statement of a driver is for."""

    HOST = "Python that runs outside of the graph"
    SYMBOLIC = "builds part of the graph"
    PLACEHOLDER = "a placeholder"
    STATE = "a variable"
    OPTIMIZER = "an optimizer"
    SCHEDULE = "a learning-rate schedule"
    OPERATION = "groups operations"
    APPLY = "applies gradients"
    AVERAGE = "updates moving averages"
    INITIALIZER = "an initialiser"
    SESSION = "a session"
    GRAPH = "a graph or a mode of TensorFlow"
    ALIAS = "another name for what a function is handed"
    CONFIG = "a session's configuration"
    FEED = "a feed_dict"
    KEYS = "another name for a part of the graph that is fed"
    DATA = "a data set or its iterator"
    SAVER = "a saver"
    WRITER = "a writer of event files"
    RUN = "runs the graph"
    HEADER = "the header of a compound statement"


# Statements that stay where they are; all others move into steps or go.
STAYING = frozenset({Kind.HOST, Kind.RUN, Kind.FEED, Kind.KEYS, Kind.DATA, Kind.SAVER, Kind.WRITER})


# Values that live in the graph, or that steps create.
GRAPH_VALUES = frozenset(
    {
        Kind.SYMBOLIC,
        Kind.PLACEHOLDER,
        Kind.STATE,
        Kind.OPTIMIZER,
        Kind.SCHEDULE,
        Kind.OPERATION,
        Kind.APPLY,
        Kind.AVERAGE,
    }
)


# What gives no value when it is fetched.
WITHOUT_VALUE = frozenset({Kind.APPLY, Kind.AVERAGE, Kind.OPERATION, Kind.INITIALIZER})
