/**
 * `tenant check [folder]`: reads every brand as the server would and prints each problem with how to mend it; exit code 1 if there
 * is any. Without a folder the brands of the settings are read.
 */
import { existsSync } from 'node:fs'
import { loadNews } from '../../broker/brands/load-news'
import { explainProblem } from '../../contract/tenant/problem'
import { readBrands } from './read-brands'

export async function run([folder]: readonly string[]): Promise<void> {
  if (folder !== undefined && !existsSync(folder)) throw new Error(`there is no folder ${folder}`)
  const { tenants, problems: folders, tenantsDir } = await readBrands(folder)
  const news = tenants.flatMap(({ id }) => loadNews(tenantsDir, id).problems)
  const problems = [...folders, ...news]
  for (const problem of problems) console.log(explainProblem(problem))
  console.log(`${tenants.length} tenants are right, ${problems.length} problems`)
  if (problems.length > 0) process.exitCode = 1
}
