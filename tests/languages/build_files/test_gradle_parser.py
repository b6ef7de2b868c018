"""Gradle: blocks, tasks, plugins, dependencies."""

from repobook.languages import parse

TEXT = b"""import org.gradle.api.Task // why
plugins {
    id 'java' version '1.0'
    id("kotlin")
}
apply from: rootProject.file('gradle/release.gradle')
/* Versions. */
ext.deps = [
    junit: 'junit:junit:4',
]
dependencies {
    implementation "a:b:${v}"
    testImplementation(project(':core')) {
        exclude group: 'x'
    }
}
// Packs the sources.
task sourcesJar(type: Jar) {
    from android.sourceSets.main.java.srcDirs
    files.each { f -> println "}" }
}
tasks.register('docs') { dependsOn sourcesJar }
def version(String x) {
    if (x) { return 1 }
}
include ':app', ':lib'
"""


def test_blocks_tasks_and_functions() -> None:
    facts = parse("Gradle", TEXT)
    assert [(d.kind, d.qualname, d.line, d.end_line) for d in facts.definitions] == [
        ("block", "plugins", 2, 5),
        ("variable", "deps", 8, 10),
        ("block", "dependencies", 11, 16),
        ("target", "sourcesJar", 18, 21),
        ("target", "docs", 22, 22),
        ("function", "version", 23, 25),
    ]
    assert [d.doc for d in facts.definitions[1:4]] == ["Versions.", "", "Packs the sources."]


def test_plugins_scripts_and_dependencies_are_imports() -> None:
    assert [(i.form, i.module, i.line) for i in parse("Gradle", TEXT).imports] == [
        ("import", "org.gradle.api.Task", 1),
        ("plugin", "java", 3),
        ("plugin", "kotlin", 4),
        ("apply", "gradle/release.gradle", 6),
        ("dependency", "a:b:${v}", 12),
        ("dependency", ":core", 13),
        ("include", ":app", 26),
        ("include", ":lib", 26),
    ]
