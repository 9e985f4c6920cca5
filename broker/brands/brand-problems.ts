import type { BrandProblem } from '../../contract/in-process'

/** What is wrong with the companies' folders as they are now. */
export class BrandProblems {
  #all: readonly BrandProblem[] = []

  /** @param others what only shows beside other companies and the market's file; the folder is served all the same */
  constructor(private readonly others: (tenantId: string) => readonly BrandProblem[] = () => []) {}

  of(tenantId: string): readonly BrandProblem[] {
    return [...this.#all.filter((problem) => problem.tenantId === tenantId), ...this.others(tenantId)]
  }

  replace(problems: readonly BrandProblem[]): void {
    this.#all = problems
  }
}
