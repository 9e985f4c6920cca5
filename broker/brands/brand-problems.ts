import type { BrandProblem } from '../../contract/in-process'

/** What is wrong with the companies' folders as they are now. */
export class BrandProblems {
  #all: readonly BrandProblem[] = []

  of(tenantId: string): readonly BrandProblem[] {
    return this.#all.filter((problem) => problem.tenantId === tenantId)
  }

  replace(problems: readonly BrandProblem[]): void {
    this.#all = problems
  }
}
