export const PROGRAM: string
export const COMMANDS: readonly string[]
export const COMMAND_NAMES: Readonly<Record<string, string>>
export function buildProgram(root: string): Promise<void>
/** Names of the packages that the files import, and that the sources behind them do. */
export function packagesImported(files: readonly string[]): Promise<string[]>
