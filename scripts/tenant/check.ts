/** `tenant check`: reads every brand as the server would and prints each problem with how to mend it; exit code 1 if there is any. */
import { explainProblem } from '../../broker/companies/load-tenants'
import { loadNews } from '../../broker/content/load-news'
import { readBrands, TENANTS_DIR } from './read-brands'

export function run(): void {
  const { tenants, problems: folders } = readBrands()
  const news = tenants.flatMap(({ id }) => loadNews(TENANTS_DIR, id).problems)
  const problems = [...folders, ...news]
  for (const problem of problems) console.log(explainProblem(problem))
  console.log(`${tenants.length} tenants are right, ${problems.length} problems`)
  if (problems.length > 0) process.exitCode = 1
}
