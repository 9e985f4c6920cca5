/** Writes a tenant's file the way the formatter leaves it, and whole: a server that looks on never sees half a file. */
import { renameSync, writeFileSync } from 'node:fs'

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

const LINE_WIDTH = 140

/** Objects a line a key, lists of plain values on one line where they fit. */
export function jsonText(value: Json): string {
  return `${printValue(value, '', 0)}\n`
}

function printValue(value: Json, indent: string, keyWidth: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  if (isList(value)) {
    const line = `[${value.map((item) => JSON.stringify(item)).join(', ')}]`
    const isPlain = value.every((item) => typeof item !== 'object' || item === null)
    if (isPlain && indent.length + keyWidth + line.length < LINE_WIDTH) return line
    return `[\n${value.map((item) => inner + printValue(item, inner, 0)).join(',\n')}\n${indent}]`
  }
  const entries = Object.entries(value)
  if (entries.length === 0) return '{}'
  const lines = entries.map(([key, item]) => {
    const start = `${JSON.stringify(key)}: `
    return inner + start + printValue(item, inner, start.length)
  })
  return `{\n${lines.join(',\n')}\n${indent}}`
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value)

/** The new content stands in the file's place at once. @throws what the file system says. */
export function replaceFile(file: string, content: string): void {
  const fresh = `${file}.${process.pid}~`
  writeFileSync(fresh, content, { flush: true })
  renameSync(fresh, file)
}
