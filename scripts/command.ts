/** What the commands of `npm run …` share: how they end, and how they say why they could not go on. */
import { FolderInUseError } from '../broker/db/lock-folder'

/** @returns the exit code that it is given */
export function complain(code: number, reason: string): number {
  console.error(reason)
  return code
}

/** What was asked for is not understood, or not to be had here. @returns the exit code of it, 2 */
export const cannot = (reason: string): number => complain(2, reason)

interface Failure {
  /** Exit code of a command that has failed. */
  readonly code: number
  /** Failures of these kinds are told by their message alone. */
  readonly known?: readonly (new (
    ...given: never[]
  ) => Error)[]
}

/** Ends with the exit code that the command gives. */
export function endWith(running: Promise<number>, { code, known = [] }: Failure): void {
  running.then(
    (given) => {
      process.exitCode = given
    },
    (error: unknown) => {
      console.error(known.some((kind) => error instanceof kind) ? (error as Error).message : error)
      process.exitCode = code
    },
  )
}

/** @param inUse what is said where another process holds the folder */
export function tellFailure(error: unknown, inUse: string): void {
  if (error instanceof FolderInUseError) console.error(inUse)
  else console.error(error instanceof Error ? error.message : String(error))
}

interface LastingCommand<Options> {
  /** Null where they were not understood, or where help was asked for. */
  readonly options: Options | null
  readonly help: string
  /** As of `tellFailure`. */
  readonly inUse: string
  run(options: Options): Promise<void>
}

/** Of a command that goes on until it is stopped. Exit code 1 when it could not go on, 2 when it was not understood. */
export function runUntilStopped<Options>({ options, help, inUse, run }: LastingCommand<Options>): void {
  if (options === null) {
    console.error(help)
    process.exitCode = process.argv.includes('--help') ? 0 : 2
    return
  }
  run(options).catch((error: unknown) => {
    tellFailure(error, inUse)
    process.exit(1)
  })
}
