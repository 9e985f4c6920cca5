/** Gives a command to the server that runs on a DATA_DIR, over the socket in it that only its owner may open. */
import { request } from 'node:http'
import { userInfo } from 'node:os'
import { operatorSocketPath } from '../broker/operator-door/operator-socket'

type Reply = { readonly ok: true; readonly data: unknown } | { readonly ok: false; readonly message: string }

/** No server was there, or it could not do what was asked. */
export class NotReached extends Error {}

export function sendCommand(dataDir: string, command: string, input: Readonly<Record<string, unknown>>): Promise<Reply> {
  const socketPath = operatorSocketPath(dataDir)
  const body = JSON.stringify({ operator: userInfo().username, input })
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const outgoing = request({ socketPath, method: 'POST', path: `/${command}`, headers }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => {
        const reply = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Reply
        if (incoming.statusCode === 200 || reply.ok) resolve(reply)
        else reject(new NotReached(reply.message))
      })
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const isNobodyThere = error.code === 'ENOENT' || error.code === 'ECONNREFUSED'
      reject(new NotReached(isNobodyThere ? `no server runs on ${dataDir}: start it, or set DATA_DIR to its folder` : error.message))
    })
    outgoing.end(body)
  })
}
