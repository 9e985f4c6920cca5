import { expect, test } from 'vitest'
import type { z } from 'zod'
import { ERRORS } from '../errors'
import { ENDPOINTS } from '../index'
import type { DeskEndpoint } from './desk-endpoint'
import { DESK_ENDPOINTS } from './index'
import { PERMISSIONS } from './roles'

const calls = Object.entries(DESK_ENDPOINTS) as [string, DeskEndpoint][]
const shapeOf = ({ input }: DeskEndpoint) => (input as unknown as z.ZodObject).shape

test('each call has an address of its own, and a name that no call of traders has', () => {
  const paths = calls.map(([, { path }]) => path)
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths.filter((path) => !/^\/api\/desk\/[a-z_]+(\/[a-z_]+)?$/.test(path))).toEqual([])
  expect(calls.map(([name]) => name).filter((name) => name in ENDPOINTS)).toEqual([])
})

test('what reads is a GET and what changes is a POST, so that no link and no image changes anything', () => {
  for (const [name, { method, changesState, postTwin }] of calls) {
    expect([name, method === 'POST', postTwin]).toEqual([name, changesState, false])
  }
})

test('a permission is asked for in a company, and only there', () => {
  for (const [name, endpoint] of calls) {
    const { access } = endpoint
    const isPermission = (PERMISSIONS as readonly string[]).includes(access)
    expect([name, isPermission || access === 'anyone' || access === 'operator']).toEqual([name, true])
    if (isPermission) expect([name, 'company' in shapeOf(endpoint)]).toEqual([name, true])
  }
})

test('what reads settings, papers or money never needs less than a permission to read', () => {
  for (const [name, { access, changesState }] of calls) {
    if (access === 'anyone' || access === 'operator') continue
    if (changesState) continue
    expect([name, access]).toEqual([name, expect.stringMatching(/\.(read|decide)$/)])
  }
})

test('every refusal a call names is in the table', () => {
  for (const [, { errors }] of calls) for (const error of errors) expect(ERRORS[error]).toBeDefined()
})
