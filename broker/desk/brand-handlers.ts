/**
 * What is wrong with the files of the company's brand, as the desk may see it.
 *
 * Invariant: nothing of the machine's folders and no other company's name is told here.
 */
import path from 'node:path'
import type { BrandProblem } from '../../contract/desk/brand'
import type { BrandProblem as KnownProblem } from '../../contract/in-process'
import type { BrandProblems } from '../brands/brand-problems'
import { done } from '../calls/handler'
import type { SomeDeskHandlers } from './desk-handler'

interface BrandServices {
  readonly brandProblems: Pick<BrandProblems, 'of'>
  readonly tenantsDir: string
}

export function brandHandlers({ brandProblems, tenantsDir }: BrandServices) {
  return {
    listBrandProblems: async ({ tenant }) =>
      done({ data: brandProblems.of(tenant.id).map((problem) => brandProblem(problem, tenantsDir)) }),
  } satisfies SomeDeskHandlers
}

function brandProblem({ file, path: place, reason, owner }: KnownProblem, tenantsDir: string): BrandProblem {
  const base = path.dirname(tenantsDir)
  const within = (text: string) => text.replaceAll(`${base}${path.sep}`, '')
  const named = within(file)
  return {
    file: path.isAbsolute(named) ? path.basename(named) : named,
    path: place,
    reason: within(owner === undefined ? reason : reason.replace(owner, 'another company')),
  }
}
