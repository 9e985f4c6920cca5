/** Checks that stay on in production: a broken one is a bug and stops the transaction that would have written it. */
class InvariantBrokenError extends Error {
  override name = 'InvariantBrokenError'
}

export function invariant(holds: boolean, statement: string): asserts holds {
  if (!holds) throw new InvariantBrokenError(statement)
}
