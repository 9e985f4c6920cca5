/**
 * The wire's names end at the door of the site. Those that the specification writes in capitals are read in `app/terms` and nowhere else;
 * those with lines between their words also where a loader hands an answer on, and never on a page.
 */
import ts from 'typescript'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { BrokerStatement } from '../../contract/companies'
import { DESK_ENDPOINTS } from '../../contract/desk/index'
import type { Endpoint } from '../../contract/endpoint'
import { ENDPOINTS } from '../../contract/index'
import { ClosedPush, DayMarketPush, KlinePush, NoticePush, TradePush } from '../../contract/socket'
import { filesUnder, isTest, type SourceFile } from './source-files'

const ROOM = 'app/terms/'

const CALLS: readonly Endpoint[] = [...Object.values(ENDPOINTS), ...Object.values(DESK_ENDPOINTS)]

/** Every key of whatever a broker answers, states or pushes. */
function toldKeys(): readonly string[] {
  const told: z.ZodType[] = [
    ...CALLS.map(({ output }) => output),
    BrokerStatement,
    ClosedPush,
    DayMarketPush,
    KlinePush,
    NoticePush,
    TradePush,
  ]
  return told.flatMap((schema) => keysOf(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })))
}

const told = toldKeys()
/** As the specification writes them. */
const names = new Set(told.filter((key) => /^[A-Z]/.test(key)))
/** With lines between their words. A parameter of a call is none of them: a field of a form is called as the parameter of its call. */
const parameters = new Set(CALLS.flatMap(({ input }) => Object.keys((input as z.ZodType as z.ZodObject).shape)))
const linedNames = new Set(told.filter((key) => key.includes('_') && !parameters.has(key)))

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

/** Receipts are signed as they were written: whoever checks one reads it by the names under its signature. */
const SIGNED = 'app/features/receipts/'
/** They show what the desk's frame and its settings hand on as it came. */
const HANDED_ON: readonly string[] = ['app/features/desk/settings/setting-sheets.ts', 'app/features/desk/shell/desk-nav.tsx']
const isOfPages = ({ path }: SourceFile): boolean =>
  !/\.server\.tsx?$/.test(path) && !path.startsWith('app/broker-client/') && !path.startsWith(SIGNED) && !HANDED_ON.includes(path)

test('an answer of the desk, a ranking, a statement have names with lines between their words', () => {
  expect([...linedNames]).toEqual(expect.arrayContaining(['first_approved_by', 'three_week_rate', 'execution_model', 'created_at']))
  const text = 'const { is_late, id } = row; row.created_at; ({ is_first: true }); form.shows_name'
  const found = wireNamesIn({ path: 'app/example.ts', text }, linedNames)
  expect(found.map((line) => line.split(' ')[1])).toEqual(['is_late', 'created_at', 'is_first'])
})

test('no page reads or writes an answer by the names of the wire', () => {
  expect(site.filter(isOfPages).flatMap((file) => wireNamesIn(file, linedNames))).toEqual([])
})
