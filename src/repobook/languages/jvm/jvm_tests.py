"""How tests in Java and Kotlin are run: by the nearest build file."""

import shlex

from repobook.analyse.tests.test_commands import Project, RunCommand, holds_tests
from repobook.model.graph import Unit
from repobook.text.folders import folders_around


def run_command(unit: Unit, project: Project) -> RunCommand | None:
    if not unit.path.endswith((".java", ".kt")) or not holds_tests(unit):
        return None
    name = shlex.quote(unit.path.rpartition("/")[2].rpartition(".")[0])
    for folder in folders_around(unit.path):
        for build, command in (
            ("build.gradle", f"./gradlew test --tests {name}"),
            ("build.gradle.kts", f"./gradlew test --tests {name}"),
            ("pom.xml", f"mvn test -Dtest={name}"),
        ):
            if build_file := project.files.get((folder, build)):
                return RunCommand(command, build_file.path, 1)
    return None
