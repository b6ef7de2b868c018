"""``repobook bench``: a build beside its floor, in one run."""

import click

from repobook.api import n_cores
from repobook.build.benchmark.benchmark import BenchReport, Run, ShareReport, benchmark
from repobook.cli.output import count, print_json, print_line, print_table, size
from repobook.model.answers import as_data


@click.command(short_help="Compare build times of PATH with the raw parse of its files.")
@click.argument("path", default=".")
@click.option("--rev", default="", help="Read a git directory at this revision.")
@click.option("--jobs", type=click.IntRange(1, 256), help="Worker processes [one per core].")
@click.option(
    "--repeat",
    type=click.IntRange(1),
    default=1,
    help="Runs of each measurement; the fastest counts.",
)
@click.option(
    "--whole", is_flag=True, help="Skip the measurements of a quarter and half of the files."
)
@click.option("--json", "as_json", is_flag=True, help="The figures as JSON.")
def command(path: str, rev: str, jobs: int | None, repeat: int, whole: bool, as_json: bool) -> None:
    """Measure raw parse and build of PATH on a copy: ratios, memory, growth."""
    from repobook.scan.sources.source import find_source

    n_jobs = jobs or n_cores()
    shares = (1.0,) if whole else (0.25, 0.5, 1.0)
    for report in benchmark(find_source(path, rev), n_jobs, repeat, shares):
        if as_json and isinstance(report, BenchReport):
            print_json("bench", "", {"jobs": n_jobs, **as_data(report)})
        elif isinstance(report, ShareReport) and not as_json:
            _print_share(report)
        elif isinstance(report, BenchReport) and not as_json:
            _print_rest(report)


def _print_share(report: ShareReport) -> None:
    raw, cold = report.raw, report.cold
    print_line(f"{report.share:.0%}: {count(report.n_files, 'file')}")
    print_table(
        [
            (
                "raw parse",
                f"{raw.seconds:.2f} s",
                f"{raw.processor_seconds:.2f} s processor",
                f"{count(raw.n_files, 'file')}, {size(raw.n_bytes)}",
            ),
            ("cold build", *_run(cold, report)),
        ]
    )


def _print_rest(report: BenchReport) -> None:
    whole = report.shares[-1]
    print_table(
        [
            ("no change", "", *_run(report.unchanged, whole)),
            *((one.edit, one.language, *_run(one.run, whole)) for one in report.edits),
        ]
    )
    print_line("phases of a cold build in this process:")
    print_table([(name, f"{seconds:.2f} s") for name, seconds in report.phases.items()])


def _run(run: Run, share: ShareReport) -> tuple[str, str, str]:
    raw = share.raw
    return (
        f"{run.seconds:.2f} s = {run.seconds / raw.seconds:.2f} x raw",
        f"{run.processor_seconds:.2f} s processor = "
        f"{run.processor_seconds / raw.processor_seconds:.2f} x raw",
        f"peak {size(run.peak_bytes)}",
    )
