"""SQL: what is created, columns, bodies that hold semicolons, tables in use."""

from repobook.languages import parse

TEXT = b"""-- The schema; all of it.
CREATE SCHEMA app;

-- People.
CREATE TABLE IF NOT EXISTS app.person (
  id integer PRIMARY KEY, -- the key, of course
  "full name" varchar(10, 2) DEFAULT 'a;b, c',
  boss int REFERENCES app.person (id),
  CONSTRAINT c CHECK (id > 0),
  UNIQUE (id, boss)
);
create unique index idx_boss on app.person (boss);
CREATE OR REPLACE FUNCTION f(x int) RETURNS int AS $body$
BEGIN; SELECT 1; END;
$body$ LANGUAGE plpgsql;
CREATE VIEW v AS SELECT * FROM person JOIN [order] ON a.b = c.d;
CREATE TRIGGER t AFTER INSERT ON person BEGIN
  UPDATE stats SET n = CASE WHEN 1 THEN 2 END;
  DELETE FROM old;
END;
INSERT INTO log VALUES (1);
"""


def test_what_is_created_with_columns() -> None:
    facts = parse("SQL", TEXT)
    assert [(d.kind, d.qualname, d.line, d.end_line) for d in facts.definitions] == [
        ("namespace", "app", 2, 2),
        ("table", "app.person", 5, 11),
        ("field", "app.person.id", 6, 6),
        ("field", "app.person.full name", 7, 7),
        ("field", "app.person.boss", 8, 8),
        ("key", "idx_boss", 12, 12),
        ("function", "f", 13, 15),
        ("table", "v", 16, 16),
        ("function", "t", 17, 20),
    ]
    assert facts.definitions[1].doc == "People."
    assert facts.definitions[6].signature == "CREATE OR REPLACE FUNCTION f(x int) RETURNS int"


def test_tables_in_use() -> None:
    names = {r.name: len(r.positions) for r in parse("SQL", TEXT).references}
    assert names == {"person": 4, "order": 1, "stats": 1, "old": 1, "log": 1}


def test_a_body_without_end_costs_no_later_definition() -> None:
    facts = parse("SQL", b"CREATE PROCEDURE p() BEGIN\n  SELECT 1;\nCREATE TABLE t (a int);\n")
    assert [d.qualname for d in facts.definitions] == ["p", "t", "t.a"]


def test_lines_for_the_client_end_statements() -> None:
    text = (
        b"\\echo Use this \\quit\nCREATE TABLE a (x int)\nGO\nCREATE VIEW b AS SELECT 1\ngo\n"
        b"DELIMITER //\nCREATE PROCEDURE p() BEGIN SELECT 1; END //\nDELIMITER ;\n"
        b"CREATE TABLE c (y int);\n"
    )
    facts = parse("SQL", text)
    assert [(d.qualname, d.line) for d in facts.definitions] == [
        ("a", 2),
        ("a.x", 2),
        ("b", 4),
        ("p", 7),
        ("c", 9),
        ("c.y", 9),
    ]
