/** The wire's names end at the door of the site: they are read in `app/terms` and nowhere else. */
import ts from 'typescript'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ENDPOINTS } from '../../contract/index'
import { ClosedPush, DayMarketPush, KlinePush, NoticePush, TradePush } from '../../contract/socket'
import { filesUnder, isTest, type SourceFile } from './source-files'

const ROOM = 'app/terms/'

/** Every key that is written in capitals as the specification does, of whatever a broker answers or pushes. */
function wireNames(): ReadonlySet<string> {
  const told: z.ZodType[] = [
    ...Object.values(ENDPOINTS).map(({ output }) => output),
    ClosedPush,
    DayMarketPush,
    KlinePush,
    NoticePush,
    TradePush,
  ]
  const keys = told.flatMap((schema) => keysOf(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })))
  return new Set(keys.filter((key) => /^[A-Z]/.test(key)))
}

function keysOf(schema: unknown): string[] {
  if (schema === null || typeof schema !== 'object') return []
  const { properties = {} } = schema as { properties?: object }
  return [...Object.keys(properties), ...Object.values(schema).flatMap(keysOf)]
}

/** The name that a node gives or reads a property by. */
function propertyName(node: ts.Node): string | null {
  const textOf = (name: ts.Node): string | null => (ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : null)
  if (ts.isPropertyAccessExpression(node)) return node.name.text
  if (ts.isElementAccessExpression(node)) return textOf(node.argumentExpression)
  if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node) || ts.isPropertySignature(node)) return textOf(node.name)
  if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) return textOf(node.propertyName ?? node.name)
  return ts.isLiteralTypeNode(node) ? textOf(node.literal) : null
}

function wireNamesIn(file: SourceFile, names: ReadonlySet<string>): string[] {
  const kind = file.path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true, kind)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const name = propertyName(node)
    if (name !== null && names.has(name)) {
      found.push(`${file.path}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1} ${name}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const names = wireNames()
const site = filesUnder(['app']).filter((file) => !isTest(file) && !file.path.startsWith(ROOM))

test('the wire is known to have names of its own', () => {
  expect([...names]).toEqual(
    expect.arrayContaining(['ForexTradeLists', 'ForexQuotations', 'OrderType', 'MarginLevel', 'MemoTran', 'Verdict']),
  )
})

test('a name of the wire is found wherever a property is read or written', () => {
  const text = "const { Code, Id: id } = order; order.Status; order['Price']; ({ Quantity }); type Way = Pick<Order, 'OrderType'>"
  const found = wireNamesIn({ path: 'app/example.ts', text }, names)
  expect(found.map((line) => line.split(' ')[1])).toEqual(['Code', 'Id', 'Status', 'Price', 'Quantity', 'OrderType'])
})

test('no file of the site but the translating room reads or writes a name of the wire', () => {
  expect(site.flatMap((file) => wireNamesIn(file, names))).toEqual([])
})
