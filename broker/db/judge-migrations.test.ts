import { describe, expect, test } from 'vitest'
import { judgeMigrations, type Migration } from './judge-migrations'
import { readMigrations } from './read-migrations'
import { FIRST_HELD, RELEASED } from './released-schemas'

const BEFORE: Migration = {
  tag: '0000_before',
  sql: `CREATE TABLE "old" ("id" bigint, "name" text);--> statement-breakpoint
    CREATE INDEX "old_name" ON "old" ("name");--> statement-breakpoint
    CREATE UNIQUE INDEX "old_id" ON "old" ("id");`,
}
const judge = (sql: string, released = {}) => judgeMigrations([BEFORE, { tag: '0001_next', sql }], '0001_next', released)

test('an older version can run beside every migration of ours', () => {
  expect(judgeMigrations(readMigrations(), FIRST_HELD, RELEASED)).toEqual([])
})

describe('what breaks an older version is refused by name', () => {
  test.each([
    ['ALTER TABLE "old" DROP COLUMN "name";', 'drops the column old.name'],
    ['alter table if exists public.old drop column if exists name', 'drops the column old.name'],
    ['ALTER TABLE "old" ADD COLUMN "more" text, DROP COLUMN "name";', 'drops the column old.name'],
    ['ALTER TABLE "old" RENAME COLUMN "name" TO "title";', 'renames the column old.name'],
    ['ALTER TABLE "old" RENAME TO "older";', 'renames the table old to older'],
    ['DROP TABLE "old" CASCADE;', 'drops the table old'],
    ['ALTER TABLE "old" ALTER COLUMN "name" SET DATA TYPE varchar(10);', 'changes the type of old.name'],
    ['ALTER TABLE "old" ALTER COLUMN "id" TYPE integer USING id::integer;', 'changes the type of old.id'],
    ['ALTER TABLE "old" ALTER COLUMN "name" SET NOT NULL;', 'wants a value in old.name'],
    ['ALTER TABLE "old" ALTER COLUMN "name" DROP DEFAULT;', 'takes the default of old.name away'],
    ['ALTER TABLE "old" ADD COLUMN "kind" text NOT NULL;', 'wants a value in the new column old.kind'],
    [
      `ALTER TABLE "old" ADD COLUMN "a" numeric(3, 2) DEFAULT 1 NOT NULL, ADD COLUMN "kind" text NOT NULL;`,
      'wants a value in the new column old.kind',
    ],
    ['ALTER TABLE "old" ADD COLUMN "kind" text UNIQUE;', 'wants the new column old.kind to be unique'],
    ['CREATE UNIQUE INDEX "old_once" ON "old" USING btree ("name");', 'wants old to be unique (old_once)'],
    ['ALTER TABLE "old" ADD CONSTRAINT "short" CHECK (length(name) < 9);', 'holds old to a new rule short'],
    ['ALTER TABLE "old" ADD CONSTRAINT "fk" FOREIGN KEY ("id") REFERENCES "new"("id");', 'holds old to a new rule fk'],
    ['ALTER TABLE old ADD UNIQUE (name)', 'holds old to a new rule'],
    ['ALTER TABLE "old" DROP CONSTRAINT "pk";', 'drops the rule pk of old'],
    ['DROP INDEX "old_id";', 'drops the index old_id'],
    [
      'CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON old FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()',
      'watches old by the trigger append_only',
    ],
    ['ALTER TABLE old FORCE ROW LEVEL SECURITY', 'hides rows of old'],
    ['REVOKE SELECT ON old FROM candor_app', 'takes rights on old away'],
    ['REVOKE ALL ON FUNCTION drawn_id() FROM PUBLIC', 'takes rights on the function drawn_id away'],
    ['TRUNCATE old', 'empties the table old'],
    ['DELETE FROM old WHERE id = 1', 'deletes rows of old'],
    ['DROP FUNCTION IF EXISTS drawn_id()', 'drops the function drawn_id'],
  ])('%s', (sql, what) => {
    expect(judge(sql)).toEqual([expect.stringContaining(`0001_next ${what}`)])
  })

  test('two of them are both told, with the way to mend them', () => {
    const problems = judge('ALTER TABLE "old" DROP COLUMN "name";--> statement-breakpoint\nDROP TABLE "old";')
    expect(problems).toHaveLength(2)
    expect(problems[0]).toContain('take away in a later version, in a migration that begins with “-- contract after <version>')
  })
})

test.each([
  'ALTER TABLE "old" ADD COLUMN "more" text;',
  `ALTER TABLE "old" ADD COLUMN "more" text DEFAULT 'drop table old' NOT NULL;`,
  'ALTER TABLE "old" ADD COLUMN "more" bigint GENERATED ALWAYS AS (id + 1) STORED NOT NULL;',
  'CREATE INDEX "old_more" ON "old" ("name");',
  'DROP INDEX "old_name";',
  'ALTER TABLE "old" ALTER COLUMN "name" DROP NOT NULL;',
  `ALTER TABLE "old" ALTER COLUMN "name" SET DEFAULT '';`,
  '-- DROP TABLE old;\nCREATE TABLE "new" ("id" bigint NOT NULL);',
  // What a migration made itself it may shape as it likes.
  'CREATE TABLE "new" ("id" bigint);--> statement-breakpoint ALTER TABLE "new" ADD CONSTRAINT "c" CHECK (id > 0); CREATE UNIQUE INDEX "u" ON "new" ("id"); ALTER TABLE new FORCE ROW LEVEL SECURITY; ALTER TABLE "new" ADD COLUMN "x" text NOT NULL;',
  `CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN DROP TABLE old; END $$;`,
  'CREATE FUNCTION f(text) RETURNS boolean LANGUAGE sql AS $$ SELECT true $$; REVOKE ALL ON FUNCTION f(text) FROM PUBLIC;',
  'GRANT SELECT ON old TO candor_app',
  `-- nobody's\nCREATE TABLE "new" ("id" bigint DEFAULT '--'); CREATE UNIQUE INDEX "u" ON "new" ("id"); -- and nobody's`,
])('what only adds passes: %s', (sql) => {
  expect(judge(sql)).toEqual([])
})

describe('the contract step', () => {
  const FLOOR = 'INSERT INTO schema_floor (migration) VALUES (0) ON CONFLICT (single) DO UPDATE SET migration = excluded.migration;'
  const DROP = 'ALTER TABLE "old" DROP COLUMN "name";'
  const released = { '1.0.0': '0000_before' }
  test('of a released version before it, with its reason and the floor, passes', () => {
    expect(judge(`-- contract after 1.0.0: names have stood in "person" since then\n${DROP}\n${FLOOR}`, released)).toEqual([])
  })
  test.each([
    [`-- contract after 1.0.0: reason\n${DROP}`, 'does not put up the floor'],
    [`-- contract after 1.0.0: reason\n${DROP}\n${FLOOR.replace('(0)', '(1)')}`, 'does not put up the floor'],
    [`-- contract after 2.0.0: reason\n${DROP}\n${FLOOR}`, 'is no released version before it'],
    ['-- contract after 1.0.0: reason\nALTER TABLE "old" ADD COLUMN "more" text;', 'takes nothing away: leave the mark out'],
    [`-- contract after 1.0.0:\n${DROP}\n${FLOOR}`, 'an older version that still runs breaks'],
  ])('is refused as %s', (sql, problem) => {
    expect(judge(sql, released)).toEqual([expect.stringContaining(problem)])
  })
  test('of a version that is released with it is refused', () => {
    expect(judge(`-- contract after 1.0.0: reason\n${DROP}\n${FLOOR}`, { '1.0.0': '0001_next' })).toEqual([
      expect.stringContaining('is no released version before it'),
    ])
  })
})
