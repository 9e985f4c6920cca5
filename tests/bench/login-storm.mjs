// Sends sign-ins at a fixed rate, each from another address and for another account, whether earlier ones were answered or not.
import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

const { port, host, perSecond } = workerData
const agent = new Agent({ keepAlive: true, maxSockets: 400 })
const byStatus = {}
const EVERY_MS = 20
let sent = 0
let isStopped = false

function signIn() {
  sent += 1
  const body = new URLSearchParams({ account: `nobody-${sent}@example.com`, password: `wrong-${sent}`, login_type: 'email' }).toString()
  const count = (status) => {
    byStatus[status] = (byStatus[status] ?? 0) + 1
  }
  const asking = request(
    {
      host: '127.0.0.1',
      port,
      path: '/api/user/loginForU',
      method: 'POST',
      agent,
      headers: {
        host,
        lang: 'en',
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': Buffer.byteLength(body),
        'x-forwarded-for': `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
      },
    },
    (answer) => {
      answer.resume()
      answer.on('end', () => count(answer.statusCode))
    },
  )
  asking.on('error', () => count(0))
  asking.end(body)
}

const started = performance.now()
const timer = setInterval(() => {
  const due = ((performance.now() - started) / 1000) * perSecond
  while (sent < due && !isStopped) signIn()
}, EVERY_MS)

parentPort.on('message', () => {
  isStopped = true
  clearInterval(timer)
  parentPort.postMessage({ byStatus, sent })
})
