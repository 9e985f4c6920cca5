/** Which companies' orders have a way in each instrument, by their files and the providers of now (execution-terms.ts). */
import type { Tenant } from '../../contract/tenant'
import { type DealtIn, type RouteProblem, routeProblems } from './execution-terms'
import type { Instrument } from './instrument'
import type { RouteSource } from './pricing'

interface RouteFacts {
  readonly tenants: readonly Pick<Tenant, 'id' | 'trading'>[]
  readonly instruments: readonly Pick<Instrument, 'code' | 'categoryId'>[]
  readonly providers: DealtIn
  /** Those whose fills are nobody's. */
  readonly testSystems: ReadonlySet<string>
}

export class OrderRoutes implements RouteSource {
  #facts: RouteFacts = { tenants: [], instruments: [], providers: new Map(), testSystems: new Set() }
  #problems: readonly RouteProblem[] = []
  #blocked: ReadonlySet<string> = new Set()

  /** @param told of what is wrong now and was not before */
  constructor(private readonly told: (problem: RouteProblem) => void = () => {}) {}

  isBlocked(tenantId: string, code: string): boolean {
    return this.#blocked.has(`${tenantId}/${code}`)
  }

  isTestSystem(provider: string): boolean {
    return this.#facts.testSystems.has(provider)
  }

  problemsOf(tenantId: string): readonly RouteProblem[] {
    return this.#problems.filter((problem) => problem.tenantId === tenantId)
  }

  take(facts: Partial<RouteFacts>): void {
    this.#facts = { ...this.#facts, ...facts }
    const known = new Set(this.#problems.map(nameOf))
    // Whose id sorts first decides, whatever order they came in.
    const tenants = [...this.#facts.tenants].sort((a, b) => (a.id < b.id ? -1 : 1))
    this.#problems = routeProblems(tenants, this.#facts.instruments, this.#facts.providers)
    this.#blocked = new Set(this.#problems.map(({ tenantId, code }) => `${tenantId}/${code}`))
    for (const problem of this.#problems) if (!known.has(nameOf(problem))) this.told(problem)
  }
}

function nameOf({ tenantId, path, reason }: RouteProblem): string {
  return `${tenantId} ${path} ${reason}`
}
