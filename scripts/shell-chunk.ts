/**
 * Which modules of the browser's build come as the two files that every page needs, the libraries and the shell, and which as the one
 * that the home and the trade screen share. Sixty small chunks compress worse, and each costs a request; and what changes with each
 * release is not in one file with what does not.
 *
 * Invariant: the shell is all that root.tsx imports, and nothing else: nothing in it can wait for a chunk that waits for it. So it is
 * with the third file: of all that both screens import only what the shell has is missing from it. From an
 * index (of `app/ui`, of react-i18next) it has only the parts that are named.
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

const fileOf = (name: string): string => path.resolve(import.meta.dirname, '../app', name)
const root = fileOf('root.tsx')
const screens = [fileOf('routes/traders/home.tsx'), fileOf('routes/traders/trade.tsx')] as const

interface Index {
  readonly id: string
  /** How others write it when they import from it. */
  readonly source: RegExp
}
/** Modules that only pass on what others have. */
const INDEXES: readonly Index[] = [
  { id: fileOf('ui/index.ts'), source: /(?:^|\/)ui(?:\/index)?$/ },
  { id: path.resolve(import.meta.dirname, '../node_modules/react-i18next/dist/es/index.js'), source: /^react-i18next$/ },
]

export function shellChunks(): (id: string, graph: ModuleGraph) => string | undefined {
  let sets: { readonly shell: ReadonlySet<string>; readonly screens: readonly ReadonlySet<string>[] } | null = null
  return (id, graph) => {
    sets ??= { shell: reachedFrom(root, graph), screens: screens.map((screen) => reachedFrom(screen, graph)) }
    // What a build tool adds of its own (its ids begin with a null byte) serves libraries, too.
    const isLibrary = id.includes('node_modules') || id.startsWith('\0')
    if (sets.shell.has(id)) return isLibrary ? 'libraries' : 'shell'
    return !isLibrary && sets.screens.every((screen) => screen.has(id)) ? 'market' : undefined
  }
}

function reachedFrom(start: string, graph: ModuleGraph): ReadonlySet<string> {
  const indexes = INDEXES.map((index) => ({ ...index, files: fileOfEachName(index.id, graph) }))
  const found = new Set<string>()
  const open = [start]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    const info = graph.getModuleInfo(id)
    if (info === null || indexes.some((index) => index.id === id)) continue
    open.push(...info.importedIds)
    for (const index of indexes) {
      if (info.importedIds.includes(index.id)) open.push(...namedFrom(index.source, info).flatMap((name) => index.files.get(name) ?? []))
    }
  }
  return found
}

const statementsOf = ({ ast }: ModuleInfo): readonly Statement[] => (ast as { readonly body?: readonly Statement[] } | null)?.body ?? []

/** Names that a module imports from an index. */
function namedFrom(source: RegExp, info: ModuleInfo): string[] {
  return statementsOf(info)
    .filter((statement) => statement.type === 'ImportDeclaration' && source.test(String(statement.source?.value)))
    .flatMap(({ specifiers = [] }) => specifiers.flatMap(({ imported }) => imported?.name ?? []))
}

/** The module behind each name of an index. */
function fileOfEachName(index: string, graph: ModuleGraph): ReadonlyMap<string, string> {
  const info = graph.getModuleInfo(index)
  const moduleOf = (source: unknown) => {
    const place = path.resolve(path.dirname(index), String(source))
    return info?.importedIds.find((id) => id === place || id.replace(/\.tsx?$/, '') === place)
  }
  const named = (info === null ? [] : statementsOf(info)).flatMap(({ type, source, specifiers = [] }) => {
    const file = type === 'ExportNamedDeclaration' && source ? moduleOf(source.value) : undefined
    return file === undefined
      ? []
      : specifiers.flatMap(({ exported }) => (exported?.name === undefined ? [] : [[exported.name, file] as const]))
  })
  return new Map(named)
}
