/* SPDX-License-Identifier: GPL-3.0-or-later */
/* schema.c -- the tables, by numbered migrations. docs/store.md explains them. */
#include "store/schema.h"

/* Names are stored once and named by number; only experiments and executions grow. Tables that are
 * always reached by their key are WITHOUT ROWID: one tree fewer to write at each commit. */
static const char first[] =
    "CREATE TABLE experiment ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  uid BLOB NOT NULL UNIQUE," /* 16 bytes: the same experiment in any store */
    "  name TEXT,"
    "  manifest TEXT NOT NULL,"
    "  source TEXT,"
    "  quick INTEGER NOT NULL,"
    "  ignore_failure INTEGER NOT NULL,"
    "  seed INTEGER NOT NULL," /* 64 bits; above 2^63 it shows as negative */
    "  margin REAL NOT NULL,"
    "  planned INTEGER NOT NULL," /* executions; 0 when the run itself finds the number */
    "  assay_version TEXT NOT NULL,"
    "  started_ns INTEGER NOT NULL," /* nanoseconds since 1970, UTC */
    "  finished_ns INTEGER);"        /* NULL until the design is complete */
    "CREATE INDEX experiment_name ON experiment (name);"

    "CREATE TABLE host ("
    "  experiment INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,"
    "  round INTEGER NOT NULL," /* before which round they were read */
    "  facts TEXT NOT NULL,"    /* JSON */
    "  PRIMARY KEY (experiment, round)) WITHOUT ROWID;"

    "CREATE TABLE level ("
    "  experiment INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,"
    "  depth INTEGER NOT NULL," /* 0 is the top */
    "  name TEXT NOT NULL,"
    "  count INTEGER NOT NULL,"
    "  warmup INTEGER NOT NULL,"
    "  PRIMARY KEY (experiment, depth)) WITHOUT ROWID;"

    "CREATE TABLE system (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE benchmark (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE metric ("
    "  id INTEGER PRIMARY KEY,"
    "  name TEXT NOT NULL,"
    "  unit TEXT NOT NULL,"
    "  more_is_better INTEGER NOT NULL,"
    "  UNIQUE (name, unit, more_is_better));"

    "CREATE TABLE experiment_system ("
    "  experiment INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,"
    "  place INTEGER NOT NULL," /* 0 is the old one */
    "  system INTEGER NOT NULL REFERENCES system,"
    "  PRIMARY KEY (experiment, place)) WITHOUT ROWID;"
    "CREATE TABLE experiment_benchmark ("
    "  experiment INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,"
    "  place INTEGER NOT NULL,"
    "  benchmark INTEGER NOT NULL REFERENCES benchmark,"
    "  PRIMARY KEY (experiment, place)) WITHOUT ROWID;"

    "CREATE TABLE unit (" /* the levels above execution, as a tree */
    "  id INTEGER PRIMARY KEY,"
    "  experiment INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,"
    "  system INTEGER NOT NULL REFERENCES system,"
    "  parent INTEGER NOT NULL," /* 0: a unit of the top level */
    "  depth INTEGER NOT NULL,"
    "  place INTEGER NOT NULL," /* below its parent, from 0 */
    "  UNIQUE (experiment, system, parent, place));"

    "CREATE TABLE build ("
    "  unit INTEGER NOT NULL REFERENCES unit ON DELETE CASCADE,"
    "  attempt INTEGER NOT NULL,"
    "  round INTEGER NOT NULL,"
    "  position INTEGER NOT NULL,"
    "  start_ns INTEGER NOT NULL,"
    "  cost_s REAL," /* NULL: not known */
    "  outcome INTEGER NOT NULL,"
    "  code INTEGER NOT NULL,"
    "  last_words TEXT,"
    "  checksum INTEGER NOT NULL,"
    "  PRIMARY KEY (unit, attempt)) WITHOUT ROWID;"

    "CREATE TABLE execution ("
    "  id INTEGER PRIMARY KEY,"
    "  experiment INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,"
    "  round INTEGER NOT NULL,"
    "  position INTEGER NOT NULL,"
    "  attempt INTEGER NOT NULL," /* a failed execution may be tried again: each try is kept */
    "  system INTEGER NOT NULL REFERENCES system,"
    "  benchmark INTEGER NOT NULL REFERENCES benchmark,"
    "  unit INTEGER NOT NULL,"  /* the unit above, 0 when execution is the top level */
    "  place INTEGER NOT NULL," /* below that unit, from 0 */
    "  warmup INTEGER NOT NULL,"
    "  start_ns INTEGER NOT NULL,"
    "  cost_s REAL," /* NULL: not known */
    "  live_s REAL,"
    "  outcome INTEGER NOT NULL," /* 0 ok, 1 exit, 2 signal, 3 timeout, 4 not started, 5 no values
                                   */
    "  code INTEGER NOT NULL,"    /* exit code, signal number or errno, as the outcome says */
    "  last_words TEXT,"
    "  checksum INTEGER NOT NULL,"
    "  UNIQUE (experiment, round, position, attempt));"
    "CREATE INDEX execution_failed ON execution (experiment, round, position) WHERE outcome <> 0;"

    /* One tree, in the order of measuring, whose rows may fill a page: an index beside it costs a
     * page more at each commit, and a WITHOUT ROWID tree spills rows above a quarter page. */
    "CREATE TABLE value ("
    "  key INTEGER PRIMARY KEY," /* 65536 execution + metric */
    "  execution INTEGER GENERATED ALWAYS AS (key >> 16) VIRTUAL,"
    "  metric INTEGER GENERATED ALWAYS AS (key & 65535) VIRTUAL,"
    "  n INTEGER NOT NULL,"        /* all values */
    "  n_warmup INTEGER NOT NULL," /* of which the first ones are warm-up */
    "  data BLOB NOT NULL);"

    "CREATE VIEW overview AS"
    " SELECT execution.id, execution.experiment, system.name AS system,"
    "  benchmark.name AS benchmark, round, position, attempt, unit, place, warmup,"
    "  datetime(start_ns / 1000000000, 'unixepoch') AS started_utc, cost_s, live_s,"
    "  CASE outcome WHEN 0 THEN 'ok' WHEN 1 THEN 'exit' WHEN 2 THEN 'signal' WHEN 3 THEN 'timeout'"
    "   WHEN 4 THEN 'not started' ELSE 'no values' END AS outcome, code, last_words"
    " FROM execution JOIN system ON system.id = execution.system"
    "  JOIN benchmark ON benchmark.id = execution.benchmark;";

/* What was drawn for an execution, and how a build by assay cc was laid out. */
static const char second[] =
    "CREATE TABLE draw ("
    "  execution INTEGER NOT NULL REFERENCES execution ON DELETE CASCADE,"
    "  name TEXT NOT NULL,"
    "  value REAL NOT NULL,"
    "  PRIMARY KEY (execution, name)) WITHOUT ROWID;"
    "ALTER TABLE build ADD COLUMN layout TEXT;"; /* lines of JSON, one a link; NULL: not known */

/* Where the live values begin, chosen after measuring. */
static const char third[] = "CREATE TABLE live ("
                            "  experiment INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,"
                            "  system INTEGER NOT NULL REFERENCES system,"
                            "  benchmark INTEGER NOT NULL REFERENCES benchmark,"
                            "  warmup INTEGER NOT NULL,"  /* iterations before the first live one */
                            "  by_hand INTEGER NOT NULL," /* 0: the automatic choice */
                            "  PRIMARY KEY (experiment, system, benchmark)) WITHOUT ROWID;";

/* Which version of the measured programs an experiment is of, and a note for people. */
static const char fourth[] =
    "ALTER TABLE experiment ADD COLUMN version TEXT;" /* its label; NULL: none was given */
    "ALTER TABLE experiment ADD COLUMN commit_id TEXT;"
    "ALTER TABLE experiment ADD COLUMN dirty INTEGER;" /* 1: the work tree had other changes */
    "ALTER TABLE experiment ADD COLUMN branch TEXT;"
    "ALTER TABLE experiment ADD COLUMN commit_s INTEGER;" /* seconds since 1970, UTC */
    "ALTER TABLE experiment ADD COLUMN note TEXT;"
    "CREATE INDEX experiment_version ON experiment (version) WHERE version IS NOT NULL;"
    "CREATE INDEX experiment_commit ON experiment (commit_id) WHERE commit_id IS NOT NULL;";

/* A metric may be of a part of the benchmark that was run, by the name that the program gave it; and
 * commands around units that failed. */
static const char fifth[] = "CREATE TABLE metric_of_part ("
                            "  id INTEGER PRIMARY KEY,"
                            "  name TEXT NOT NULL,"
                            "  unit TEXT NOT NULL,"
                            "  more_is_better INTEGER NOT NULL,"
                            "  part TEXT NOT NULL DEFAULT ''," /* '': all of the benchmark */
                            "  UNIQUE (name, unit, more_is_better, part));"
                            "INSERT INTO metric_of_part (id, name, unit, more_is_better)"
                            " SELECT id, name, unit, more_is_better FROM metric;"
                            "DROP TABLE metric;"
                            "ALTER TABLE metric_of_part RENAME TO metric;"
                            "CREATE TABLE hook ("
                            "  id INTEGER PRIMARY KEY,"
                            "  experiment INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,"
                            "  system INTEGER NOT NULL REFERENCES system,"
                            "  name TEXT NOT NULL," /* setup, prepare, conclude, cleanup */
                            "  round INTEGER NOT NULL,"
                            "  position INTEGER NOT NULL,"
                            "  start_ns INTEGER NOT NULL,"
                            "  cost_s REAL,"
                            "  outcome INTEGER NOT NULL,"
                            "  code INTEGER NOT NULL,"
                            "  last_words TEXT,"
                            "  checksum INTEGER NOT NULL);"
                            "CREATE INDEX hook_experiment ON hook (experiment);";

/* Experiments that are complete, in few bytes: docs/store.md has the layout of the blobs. A packed
 * experiment has no rows in execution, value and draw. */
static const char sixth[] =
    "CREATE TABLE packed_execution ("
    "  experiment INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,"
    "  first INTEGER NOT NULL,"      /* place of the first one in the order of measuring */
    "  executions INTEGER NOT NULL," /* every attempt counted */
    "  failures INTEGER NOT NULL,"
    "  data BLOB NOT NULL,"
    "  PRIMARY KEY (experiment, first));"
    /* Metric first: who asks for one metric reads its pages only. */
    "CREATE TABLE packed_value ("
    "  experiment INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,"
    "  metric INTEGER NOT NULL REFERENCES metric,"
    "  system INTEGER NOT NULL REFERENCES system,"
    "  benchmark INTEGER NOT NULL REFERENCES benchmark,"
    "  executions INTEGER NOT NULL," /* that have values of the metric */
    "  data BLOB NOT NULL,"
    "  PRIMARY KEY (experiment, metric, system, benchmark)) WITHOUT ROWID;";

/* A digest of all that a complete experiment holds, in three parts: seal.c. Those that are complete
 * already are sealed as they stand, by the program. */
static const char seventh[] = "ALTER TABLE experiment ADD COLUMN seal BLOB;";

/* The rule by which measuring was to end; no row: at its counts. The manifests of older experiments
 * are read by the program. */
static const char eighth[] =
    "CREATE TABLE stopping ("
    "  experiment INTEGER PRIMARY KEY REFERENCES experiment ON DELETE CASCADE,"
    "  rule TEXT NOT NULL,"
    "  expected INTEGER NOT NULL," /* rounds, of anytime; of continued those of the pilot; else 0 */
    "  pilot BLOB);";              /* the uid of what it was planned from */

/* What the gate that was asked for said of an experiment; no row: none was. */
static const char ninth[] =
    "CREATE TABLE gate ("
    "  experiment INTEGER PRIMARY KEY REFERENCES experiment ON DELETE CASCADE,"
    "  failed INTEGER NOT NULL,"     /* something was slower beyond the margin */
    "  accepted INTEGER NOT NULL);"; /* and may stand for its branch all the same */

/* On which machine each unit of the level "machine" was measured; of an experiment without it, all of it. */
static const char tenth[] =
    "CREATE TABLE machine ("
    "  experiment INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,"
    "  place INTEGER NOT NULL," /* of the unit, from 0 */
    "  run BLOB NOT NULL,"      /* 16 random bytes: which run measured it */
    "  identity TEXT NOT NULL," /* a salted hash of its machine-id, or of a name */
    "  name TEXT NOT NULL,"
    "  model TEXT NOT NULL," /* of the processor, */
    "  processors INTEGER NOT NULL,"
    "  nodes INTEGER NOT NULL," /* of memory: with these two its class */
    "  started_ns INTEGER NOT NULL,"
    "  finished_ns INTEGER," /* NULL: it is not complete */
    "  planned INTEGER NOT NULL,"
    "  assay_version TEXT NOT NULL,"
    "  source TEXT,"
    "  PRIMARY KEY (experiment, place)) WITHOUT ROWID;";

/* What people said of changes in a history: ruling.c. */
static const char eleventh[] =
    "CREATE TABLE ruling ("
    "  uid BLOB NOT NULL PRIMARY KEY," /* 16 bytes: the same ruling in any store */
    "  kind INTEGER NOT NULL,"         /* 0 accepted, 1 rejected, 2 renamed; 3: their seal */
    "  version TEXT,"                  /* at which the change is told; NULL: renamed */
    "  system TEXT,"                   /* NULL: the series names none */
    "  benchmark TEXT NOT NULL,"
    "  metric TEXT,"
    "  lower REAL," /* of the ratio that was accepted; NULL: it had no interval */
    "  upper REAL,"
    "  renamed TEXT," /* the name that the benchmark has since */
    "  why TEXT,"
    "  made_ns INTEGER NOT NULL,"
    "  checksum INTEGER NOT NULL) WITHOUT ROWID;";

/* Who says unit, direction and structure of a metric: told.c. Zero: the format all of it, or who measured. */
static const char twelfth[] = "CREATE TABLE metric_told ("
                              "  id INTEGER PRIMARY KEY,"
                              "  name TEXT NOT NULL,"
                              "  unit TEXT NOT NULL,"
                              "  more_is_better INTEGER NOT NULL,"
                              "  part TEXT NOT NULL DEFAULT '',"
                              "  told INTEGER NOT NULL DEFAULT 0,"
                              "  UNIQUE (name, unit, more_is_better, part, told));"
                              "INSERT INTO metric_told (id, name, unit, more_is_better, part)"
                              " SELECT id, name, unit, more_is_better, part FROM metric;"
                              "DROP TABLE metric;"
                              "ALTER TABLE metric_told RENAME TO metric;";

/* Where the executions of a benchmark spent their time: profiles.c. */
static const char thirteenth[] =
    "CREATE TABLE profile ("
    "  id INTEGER PRIMARY KEY,"
    "  uid BLOB NOT NULL UNIQUE," /* 16 bytes: the same profile in any store */
    "  experiment INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,"
    "  benchmark INTEGER NOT NULL REFERENCES benchmark,"
    "  made_ns INTEGER NOT NULL,"
    "  sampler TEXT NOT NULL,"
    "  unit TEXT NOT NULL,"        /* what samples are shares of: s, samples, Ir */
    "  rate_hz REAL NOT NULL,"     /* 0: not known */
    "  functions INTEGER NOT NULL,"
    "  executions INTEGER NOT NULL,"
    "  names BLOB NOT NULL," /* of the functions and their objects */
    "  data BLOB NOT NULL,"  /* of each execution its counts */
    "  checksum INTEGER NOT NULL);"
    "CREATE INDEX profile_experiment ON profile (experiment);";

const char *const schema_migrations[] = {first,   second, third, fourth, fifth,    sixth,
                                         seventh, eighth, ninth, tenth,  eleventh, twelfth,
                                         thirteenth};
const uint64_t schema_sums[] = {
    0x753cb3e7febf3026, 0x01b417d9a5b839c0, 0xa30f5f7764ed6669, 0x21aaf3e5df6a44e6,
    0x082a26b06e0cdad7, 0x3f35aecbfc43cd36, 0x83fe0782aeaa7b56, 0x9c2148f42f0c9765,
    0x03496888e223b918, 0x18a27cb8c0a9683e, 0x46d2965d24b75a96, 0x6069f544b97db9a7,
    0xa1a9830b69c3163d,
};
const int schema_version = sizeof schema_migrations / sizeof *schema_migrations;
