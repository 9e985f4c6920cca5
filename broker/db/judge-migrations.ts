/**
 * Whether an older version may go on running beside a newer one while that one's migrations are already made: they may add and must not
 * take away. What takes away waits for a later version (the contract step), says which version needs it no longer, and puts up the floor,
 * so that a version below it refuses to run (schema-floor.ts).
 */

export interface Migration {
  /** As in the journal: `0035_what`. */
  readonly tag: string
  readonly sql: string
}

/** Released versions and the last migration of each: a version that is not here may take nothing away from those before it. */
export type Released = Readonly<Record<string, string>>

const NAME = '(?:"?public"?\\.)?"?([a-z_0-9]+)"?'
const MARK = /^-- contract after (\S+): (\S.*)$/m

interface Rule {
  readonly pattern: RegExp
  readonly what: (...names: string[]) => string
  /** The table (or the function) comes first among the names; one that this migration made may be changed as it likes. */
  readonly isOfTable: boolean
}

const rule = (pattern: string, what: Rule['what'], isOfTable = true): Rule => ({ pattern: new RegExp(pattern, 'i'), what, isOfTable })
const ALTER = `^alter table (?:if exists )?(?:only )?${NAME}.*?`

const RULES: readonly Rule[] = [
  rule(`^drop table (?:if exists )?${NAME}`, (table) => `drops the table ${table}`),
  rule(`^drop view (?:if exists )?${NAME}`, (view) => `drops the view ${view}`),
  rule(`${ALTER}\\bdrop column (?:if exists )?${NAME}`, (table, column) => `drops the column ${table}.${column}`),
  rule(`${ALTER}\\brename (?:column )?(?!to\\b|constraint\\b)${NAME} to`, (table, column) => `renames the column ${table}.${column}`),
  rule(`${ALTER}\\brename to ${NAME}`, (table, to) => `renames the table ${table} to ${to}`),
  rule(`${ALTER}\\balter column ${NAME} (?:set data )?type`, (table, column) => `changes the type of ${table}.${column}`),
  rule(
    `${ALTER}\\balter column ${NAME} set not null`,
    (table, column) => `wants a value in ${table}.${column}, which older versions leave empty`,
  ),
  rule(`${ALTER}\\balter column ${NAME} drop default`, (table, column) => `takes the default of ${table}.${column} away`),
  rule(`${ALTER}\\balter column ${NAME} (?:add|set) generated`, (table, column) => `has ${table}.${column} made by the database alone`),
  rule(`${ALTER}\\badd (?:constraint ${NAME} )?(?:unique|primary key|check|foreign key|exclude)`, (table, name) =>
    `holds ${table} to a new rule ${name ?? ''}`.trimEnd(),
  ),
  rule(`${ALTER}\\bdrop constraint (?:if exists )?${NAME}`, (table, name) => `drops the rule ${name} of ${table}`),
  rule(`${ALTER}\\b(?:enable|force) row level security`, (table) => `hides rows of ${table}`),
  rule(
    `^create unique index (?:concurrently )?(?:if not exists )?${NAME} on (?:only )?${NAME}`,
    (name, table) => `wants ${table} to be unique (${name})`,
  ),
  rule(
    `^create (?:or replace )?(?:constraint )?trigger ${NAME} .*?\\bon ${NAME}`,
    (name, table) => `watches ${table} by the trigger ${name}`,
  ),
  rule(`^truncate (?:table )?${NAME}`, (table) => `empties the table ${table}`),
  rule(`^delete from ${NAME}`, (table) => `deletes rows of ${table}`),
  rule(`^revoke .*?\\bon (?!function )(?:table )?${NAME}`, (table) => `takes rights on ${table} away`),
  rule(`^revoke .*?\\bon function ${NAME}`, (name) => `takes rights on the function ${name} away`),
  rule(`^drop function (?:if exists )?${NAME}`, (name) => `drops the function ${name}`, false),
  rule(`^drop type (?:if exists )?${NAME}`, (name) => `drops the type ${name}`, false),
]
/** In these the table is the second name. */
const SECOND_IS_TABLE = /^create (?:unique index|(?:or replace )?(?:constraint )?trigger)/i

/** What a statement takes away from whoever does not know it, a sentence each. */
function takenAway(statement: string, fresh: ReadonlySet<string>, plainIndexes: ReadonlySet<string>): string[] {
  const dropped = new RegExp(`^drop index (?:concurrently )?(?:if exists )?${NAME}`, 'i').exec(statement)?.[1]
  if (dropped !== undefined) return plainIndexes.has(dropped) ? [] : [`drops the index ${dropped}, by which rows may be told apart`]
  const found = RULES.flatMap(({ pattern, what, isOfTable }) => {
    const [, ...names] = pattern.exec(statement) ?? []
    if (names.length === 0) return []
    const table = names[SECOND_IS_TABLE.test(statement) ? 1 : 0] ?? ''
    return isOfTable && fresh.has(table) ? [] : [what(...names)]
  })
  return [...found, ...emptyColumns(statement, fresh)]
}

/** `add column … not null` without a value: rows that are there, and those that an older version writes, have none. */
function emptyColumns(statement: string, fresh: ReadonlySet<string>): string[] {
  const table = new RegExp(`^alter table (?:if exists )?(?:only )?${NAME}`, 'i').exec(statement)?.[1]
  if (table === undefined || fresh.has(table)) return []
  return clausesOf(statement).flatMap((clause) => {
    const column = new RegExp(`\\badd column (?:if not exists )?${NAME}`, 'i').exec(clause)?.[1]
    if (column === undefined) return []
    const isFilled = /\bdefault\b|\bgenerated\b/i.test(clause)
    const found: string[] = []
    if (/\bnot null\b/i.test(clause) && !isFilled)
      found.push(`wants a value in the new column ${table}.${column}, which older versions do not know`)
    if (/\bunique\b|\bprimary key\b/i.test(clause)) found.push(`wants the new column ${table}.${column} to be unique`)
    return found
  })
}

/** The parts of an `alter table` that stand between commas outside brackets. */
function clausesOf(statement: string): string[] {
  const clauses: string[] = []
  let depth = 0
  let from = 0
  for (const [at, sign] of [...statement].entries()) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign !== ',' || depth > 0) continue
    clauses.push(statement.slice(from, at))
    from = at + 1
  }
  return [...clauses, statement.slice(from)]
}

/** Statements without comments and texts, on one line each. */
function statementsOf(sql: string): string[] {
  // In one go: a comment may hold an apostrophe, and a text two dashes.
  const bare = sql.replace(/\$([a-z_]*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|--[^\n]*/gi, (found) => (found.startsWith('--') ? '' : "''"))
  return bare
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')
}

/** Indexes that are not unique: nothing is lost but time when one goes. */
function plainIndexesOf(migrations: readonly Migration[]): Set<string> {
  const found = migrations.flatMap(({ sql }) =>
    statementsOf(sql).flatMap(
      (statement) => new RegExp(`^create index (?:concurrently )?(?:if not exists )?${NAME}`, 'i').exec(statement)?.[1] ?? [],
    ),
  )
  return new Set(found)
}

/**
 * What is wrong with the migrations from `from` on, a sentence each, with the way to mend it.
 * @param migrations all of them, in their order
 * @param from the tag of the first one that is held to the rule
 */
export function judgeMigrations(migrations: readonly Migration[], from: string, released: Released): string[] {
  const plainIndexes = plainIndexesOf(migrations)
  const start = migrations.findIndex(({ tag }) => tag === from)
  if (start < 0) return [`there is no migration ${from}`]
  return migrations.flatMap(({ tag, sql }, number) => {
    if (number < start) return []
    const statements = statementsOf(sql)
    const fresh = new Set(
      statements.flatMap(
        (one) => new RegExp(`^create (?:(?:unlogged )?table (?:if not exists )?|function )${NAME}`, 'i').exec(one)?.[1] ?? [],
      ),
    )
    const taken = statements.flatMap((statement) => takenAway(statement, fresh, plainIndexes))
    const [, version, reason] = MARK.exec(sql) ?? []
    if (taken.length === 0)
      return version === undefined ? [] : [`${tag} is marked as a contract step and takes nothing away: leave the mark out`]
    if (version === undefined) {
      return taken.map(
        (what) =>
          `${tag} ${what}: an older version that still runs breaks. Add beside it, and take away in a later version, ` +
          'in a migration that begins with “-- contract after <version>: <why nobody needs it>”',
      )
    }
    const last = released[version]
    const lastNumber = migrations.findIndex((migration) => migration.tag === last)
    if (lastNumber < 0 || lastNumber >= number || reason === undefined)
      return [`${tag} is marked as a contract step after ${version}, which is no released version before it`]
    const floor = new RegExp(
      `^insert into schema_floor \\(migration\\) values \\(${lastNumber}\\) on conflict \\(single\\) do update set migration = excluded\\.migration$`,
      'i',
    )
    return statements.some((statement) => floor.test(statement))
      ? []
      : [
          `${tag} takes something away and does not put up the floor: add “INSERT INTO schema_floor (migration) VALUES (${lastNumber}) ` +
            'ON CONFLICT (single) DO UPDATE SET migration = excluded.migration”, so that versions before it refuse to run',
        ]
  })
}
