interface Kept {
  isGreen(name: string): boolean
  keep(name: string, seconds: number): void
  forget(names: readonly string[]): void
}
interface Step {
  readonly name: string
  readonly without: string | null
}
type Told = Readonly<Record<'passed' | 'before' | 'failed' | 'leftOut', readonly string[]>>

export function commitOf(root: string): string | null
export function openKept(folder: string, commit: string | null): Kept
export function runSteps<S extends Step>(steps: readonly S[], kept: Kept, run: (step: S) => boolean): Told
