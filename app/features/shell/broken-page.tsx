export function BrokenPage({ error }: { error: unknown }) {
  return <main id="main">{String(error)}</main>
}
