import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo, LookupFunction } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPublicAddress, outsideRequests } from './outside-request.server'

const NAME = 'chat.provider.example'
const QUESTION = { timeoutMs: 5_000, maxBytes: 1_000 }

let server: Server
let ca: string
let port: number
let reached: string[] = []
beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'candor-outside-'))
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  const subject = ['-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-days', '2', ...subject], {
    stdio: 'ignore',
  })
  ca = readFileSync(cert, 'utf8')
  server = createServer({ key: readFileSync(key), cert: ca }, (req, res) => {
    reached.push(req.url ?? '')
    if (req.url === '/moved') return res.writeHead(302, { Location: 'https://10.0.0.1/' }).end()
    if (req.url === '/never') return
    res.end(req.url === '/long' ? 'x'.repeat(5_000) : 'here')
  })
  rmSync(folder, { recursive: true })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const leadingTo =
  (...addresses: string[]): LookupFunction =>
  (_name, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
/** The test's server stands for a public one. */
const isTestServer = (address: string) => address === '127.0.0.1'
const ask = (at: string, lookup = leadingTo('127.0.0.1'), isAllowed: (address: string) => boolean = isTestServer) => {
  reached = []
  return outsideRequests({ lookup, isAllowed, ca })(`https://${NAME}:${port}${at}`, QUESTION)
}

test('an answer comes with its status, its headers and its text', async () => {
  expect(await ask('/')).toMatchObject({ status: 200, body: 'here', headers: { 'content-length': '4' } })
})

test('a redirect is told and not followed', async () => {
  expect(await ask('/moved')).toMatchObject({ status: 302 })
  expect(reached).toEqual(['/moved'])
})

test('what is too long, or never comes, is nothing', async () => {
  expect(await ask('/long')).toBeNull()
  const question = { timeoutMs: 100, maxBytes: 10 }
  expect(
    await outsideRequests({ lookup: leadingTo('127.0.0.1'), isAllowed: isTestServer, ca })(`https://${NAME}:${port}/never`, question),
  ).toBeNull()
})

test('a name that leads to an address of our own network is not connected to', async () => {
  expect(await ask('/', leadingTo('127.0.0.1'), isPublicAddress)).toBeNull()
  expect(await ask('/', leadingTo('10.1.2.3', '::1', '169.254.169.254'), isPublicAddress)).toBeNull()
  expect(reached).toEqual([])
})

test.each([
  'http://chat.provider.example/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://2130706433/',
  'file:///etc/passwd',
  'nothing',
])('nothing is asked at %s', async (url) => {
  let hasLookedUp = false
  const lookup: LookupFunction = (name, options, callback) => {
    hasLookedUp = true
    leadingTo('127.0.0.1')(name, options, callback)
  }
  expect(await outsideRequests({ lookup, isAllowed: isPublicAddress })(url, QUESTION)).toBeNull()
  expect(hasLookedUp).toBe(false)
})

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['10.0.0.1', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['192.168.1.1', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['64:ff9b::a00:1', false],
  ['2002:a00:1::', false],
  ['', false],
])('%s is an address of the public internet: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})
