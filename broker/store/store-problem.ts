/** The built-in store cannot be opened as things are. The message is one sentence that says what is wrong and what mends it. */
export class StoreProblem extends Error {
  override name = 'StoreProblem'
}

const TELLING = /^(?:.*\b(?:PANIC|FATAL|error):\s*)|(?=could not )/i

/** Of what a program of PostgreSQL wrote, the line that says why it ended. */
export function reasonIn(written: string): string {
  const lines = written
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return (lines.find((line) => TELLING.test(line)) ?? lines.at(-1) ?? 'it did not say why').replace(TELLING, '')
}
