/**
 * Which modules of the browser's build come as the two files that every page needs: the libraries, and the shell. Sixty small chunks
 * compress worse, and each costs a request; and what changes with each release is not in one file with what does not.
 *
 * Invariant: the shell is all that root.tsx imports, and nothing else: nothing in it can wait for a chunk that waits for it. From the
 * index of `app/ui` it has only the parts that are named.
 */
import path from 'node:path'

interface Specifier {
  readonly imported?: { readonly name?: string }
  readonly exported?: { readonly name?: string }
}
interface Statement {
  readonly type: string
  readonly source?: { readonly value?: unknown } | null
  readonly specifiers?: readonly Specifier[]
}
interface ModuleInfo {
  readonly importedIds: readonly string[]
  readonly ast: object | null
}
export interface ModuleGraph {
  getModuleInfo(id: string): ModuleInfo | null
}

const root = path.resolve(import.meta.dirname, '../app/root.tsx')
const index = path.resolve(import.meta.dirname, '../app/ui/index.ts')

export function shellChunks(): (id: string, graph: ModuleGraph) => string | undefined {
  let shell: ReadonlySet<string> | null = null
  return (id, graph) => {
    shell ??= reachedFrom(root, graph)
    if (!shell.has(id)) return undefined
    // What a build tool adds of its own (its ids begin with a null byte) serves libraries, too.
    return id.includes('node_modules') || id.startsWith('\0') ? 'libraries' : 'shell'
  }
}

function reachedFrom(start: string, graph: ModuleGraph): ReadonlySet<string> {
  const files = fileOfEachName(graph)
  const found = new Set<string>()
  const open = [start]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    const info = graph.getModuleInfo(id)
    if (info === null || id === index) continue
    open.push(...info.importedIds)
    if (info.importedIds.includes(index)) open.push(...namedFrom(info).flatMap((name) => files.get(name) ?? []))
  }
  return found
}

const statementsOf = ({ ast }: ModuleInfo): readonly Statement[] => (ast as { readonly body?: readonly Statement[] } | null)?.body ?? []

/** Names that a module imports from the index. */
function namedFrom(info: ModuleInfo): string[] {
  return statementsOf(info)
    .filter(({ type, source }) => type === 'ImportDeclaration' && /(?:^|\/)ui(?:\/index)?$/.test(String(source?.value)))
    .flatMap(({ specifiers = [] }) => specifiers.flatMap(({ imported }) => imported?.name ?? []))
}

/** The module behind each name of the index. */
function fileOfEachName(graph: ModuleGraph): ReadonlyMap<string, string> {
  const info = graph.getModuleInfo(index)
  const moduleOf = (source: unknown) =>
    info?.importedIds.find((id) => id.replace(/\.tsx?$/, '') === path.resolve(path.dirname(index), String(source)))
  const named = (info === null ? [] : statementsOf(info)).flatMap(({ type, source, specifiers = [] }) => {
    const file = type === 'ExportNamedDeclaration' && source ? moduleOf(source.value) : undefined
    return file === undefined
      ? []
      : specifiers.flatMap(({ exported }) => (exported?.name === undefined ? [] : [[exported.name, file] as const]))
  })
  return new Map(named)
}
