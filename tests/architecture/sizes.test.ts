import ts from 'typescript'
import { expect, test } from 'vitest'
import { filesUnder, isTest, type SourceFile, ZONES } from './source-files'

/**
 * The ceilings, and the few that stand above them with their reason. The list may only shrink: an entry that no longer needs its
 * place fails the test too.
 */
const MAX_FILE_LINES = 400
const MAX_FUNCTION_LINES = 70
const TALL_FILES: Readonly<Record<string, string>> = {}
const LONG_FUNCTIONS: Readonly<Record<string, string>> = {}

const product = filesUnder(ZONES).filter((file) => !isTest(file))

function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name !== undefined && ts.isIdentifier(node.name)) return node.name.text
  const { parent } = node
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) return parent.name.text
  if (ts.isPropertyAssignment(parent) && ts.isIdentifier(parent.name)) return parent.name.text
  return 'anonymous'
}

/**
 * `path#function` of every function that is longer than the ceiling. A function inside another is counted by itself and not a
 * second time in the outer one: a factory of small closures is long only on paper.
 */
function longFunctionsOf(file: SourceFile): string[] {
  const source = ts.createSourceFile(
    file.path,
    file.text,
    ts.ScriptTarget.Latest,
    true,
    file.path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line
  const found: string[] = []
  /** Lines of the functions under a node that do not stand in another function under it. */
  const visit = (node: ts.Node): number => {
    let inner = 0
    ts.forEachChild(node, (child) => {
      inner += visit(child)
    })
    if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined) return inner
    const lines = lineOf(node.end) - lineOf(node.getStart(source)) + 1
    if (lines - inner > MAX_FUNCTION_LINES) found.push(`${file.path}#${nameOf(node)}`)
    return Math.max(lines - 1, 0)
  }
  visit(source)
  return found
}

test(`no file is longer than ${MAX_FILE_LINES} lines without a reason`, () => {
  const tall = product.filter((file) => file.text.split('\n').length > MAX_FILE_LINES + 1).map((file) => file.path)
  expect(tall).toEqual(Object.keys(TALL_FILES).sort())
})

test(`no function is longer than ${MAX_FUNCTION_LINES} lines without a reason`, () => {
  expect(product.flatMap(longFunctionsOf).sort()).toEqual(Object.keys(LONG_FUNCTIONS).sort())
})
