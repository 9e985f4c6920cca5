export interface LockedPackage {
  readonly name?: string
  readonly version?: string
  readonly dev?: boolean
  readonly optional?: boolean
}
export type Packages = Readonly<Record<string, LockedPackage>>
export function checkNode(version?: string): boolean
export function missing(level: 'start' | 'tests', locked: Packages, recorded: Packages | null): 'nothing' | 'start' | 'tests' | 'add'
export function ensureInstalled(level?: 'start' | 'tests'): void
