"""The command `tfmigrate inspect`."""

from __future__ import annotations

from pathlib import Path

import click

from migrate.model.choices import Selection, Strategy
from migrate.report.result import Result

from .options import (
    assume_option,
    check_codes,
    exit_status,
    exit_zero_option,
    jobs_option,
    loudness_options,
    paths_argument,
    selection_options,
    strategy_option,
)
from .progress import doing
from .remembered import cache_option, remembered
from .reporting import Wanted, report_option, write_reports


@click.command("inspect")
@paths_argument
@strategy_option("What towers or workers would become, as of rewrite.")
@assume_option("Take a flag to have a value, as of rewrite.")
@selection_options
@report_option
@jobs_option
@cache_option
@loudness_options
@exit_zero_option
def inspect_command(
    paths: tuple[Path, ...],
    strategy: str | None,
    assumed: tuple[str, ...],
    reports: tuple[Wanted, ...],
    selection: Selection,
    jobs: int,
    no_cache: bool,
    quiet: bool,
    verbose: bool,
    exit_zero: bool,
) -> int:
    """Tell what is known of the TensorFlow 1 programs in files and folders, and what rewrite would do.

    Of each program: where it begins, its sessions, what each run of them fetches and feeds, its towers and
    its cluster; the tier and the strategy that it would have, and every reason why not a higher one. Then
    what is left to do by hand, the most worth first. Nothing is written or executed.

    Exit status: 0, or 3 if an error is in the report.
    """
    chosen = Strategy(strategy) if strategy else None
    with doing(verbose=verbose) as tell:

        def found() -> tuple[Result, bool]:
            from migrate.pipeline import inspect  # it loads LibCST: not before there is work to do
            from migrate.report.results import result_of

            from .rules_page import all_pages

            pages = all_pages()
            check_codes(selection.codes, pages)
            seen = inspect(
                paths, chosen, assumed, doing=tell, selection=selection, jobs=jobs, every_reason=True
            )
            return result_of("inspect", seen.outcome, pages, facts=seen.facts), seen.outcome.has_errors

        wishes = "inspect", chosen, assumed
        result, has_errors = remembered(found, paths, selection, wishes, no_cache=no_cache)
    write_reports(reports, result, quiet=quiet)
    return exit_status(has_errors=has_errors, exit_zero=exit_zero)
