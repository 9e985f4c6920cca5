/** `npm run migrations`: whether the version before this one can go on running while this one's migrations are made. Exit code 1 when not. */

import { judgeMigrations } from '../broker/db/judge-migrations'
import { readMigrations } from '../broker/db/read-migrations'
import { FIRST_HELD, RELEASED } from '../broker/db/released-schemas'

const migrations = readMigrations()
const problems = judgeMigrations(migrations, FIRST_HELD, RELEASED)
for (const problem of problems) console.error(problem)
if (problems.length === 0) console.log(`${migrations.length} migrations: an older version can run beside the newest`)
process.exitCode = problems.length === 0 ? 0 : 1
