export function isBuildCurrent(): boolean
/** Builds the site when its sources changed; ends the process when that fails. */
export function build(): Promise<void>
