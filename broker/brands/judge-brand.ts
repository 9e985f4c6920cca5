/** What this broker has to say of a brand's files beyond their form: where money goes, what is traded, who watches its log, the news. */
import path from 'node:path'
import type { BrandJudge } from '../../contract/in-process'
import { placeProblems } from './check-places'
import { termsProblems } from './check-terms'
import { witnessProblems } from './check-witnesses'
import { newsFile, newsProblems, readNews } from './load-news'

export const judgeBrand: BrandJudge = {
  fileProblems: ({ wallet, trading, log }, nearest) => [
    ...(wallet === undefined ? [] : placeProblems(wallet)),
    ...(trading === undefined ? [] : termsProblems({ trading }, nearest)),
    ...(log === undefined ? [] : witnessProblems(log)),
  ],
  newsProblems(tenantsDir, tenantId, known) {
    const file = newsFile(tenantsDir, tenantId)
    return newsProblems(known?.get(path.basename(file)) ?? readNews(file), file)
  },
}
