import ts from 'typescript'
import { expect, test } from 'vitest'
import { filesUnder, isTest, type SourceFile } from './source-files'

/** Components that are not for visitors: the gallery of the component library speaks English. */
const NOT_FOR_VISITORS = [/^app\/features\/gallery\//, /^app\/routes\/dev\./, /^app\/routes\/dev-/]

/** Attributes whose text a person reads or hears. */
const READ_ATTRIBUTES = new Set(['label', 'title', 'alt', 'placeholder', 'aria-label', 'text', 'caption', 'help'])
/** Two letters in a row are a word; a sign, a digit or one letter is not. Names of units and currencies stay as they are. */
const isWord = (text: string): boolean =>
  /\p{L}{2,}/u.test(text.replace(/&[a-z]+;/g, '')) && !/^(USDT|TP|SL|UID|DEMO|Esc|Enter|P\/L|OHLC|MA|km)$/.test(text.trim())

function textsInMarkup(file: SourceFile): string[] {
  const source = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: string[] = []
  const report = (node: ts.Node, text: string): void => {
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
    found.push(`${file.path}:${line} "${text.trim()}"`)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && isWord(node.text)) report(node, node.text)
    if (ts.isJsxAttribute(node) && ts.isIdentifier(node.name) && node.initializer !== undefined && ts.isStringLiteral(node.initializer)) {
      if (READ_ATTRIBUTES.has(node.name.text) && isWord(node.initializer.text)) report(node, node.initializer.text)
    }
    if (ts.isJsxExpression(node) && node.expression !== undefined && ts.isStringLiteral(node.expression) && ts.isJsxElement(node.parent)) {
      if (isWord(node.expression.text)) report(node, node.expression.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

test('no word that a visitor reads is written in the markup: texts live in locales/', () => {
  const screens = filesUnder(['app'], (name) => name.endsWith('.tsx'))
    .filter((file) => !isTest(file))
    .filter((file) => !NOT_FOR_VISITORS.some((pattern) => pattern.test(file.path)))
  expect(screens.flatMap(textsInMarkup)).toEqual([])
})
