/**
 * Reads one frame of a client. What is no message of the contract is answered with an error, so that one unknown topic or event
 * of a newer client does not cost it everything else it listens to.
 *
 * Invariant: a client that only sends what nobody understands, or sends too much, is let go (1008) at a fixed count.
 */
import type { RawData } from 'ws'
import type { z } from 'zod'
import { CLOSE_CODES, type Connection, type Reply } from './connection'

const REQUESTS: ReadonlySet<unknown> = new Set(['login', 'sub', 'unsub', 'logout'] satisfies Reply['event'][])
/** A topic is repeated in the answer up to here; no topic of the contract is as long. */
const MAX_TOPIC_LENGTH = 64

/** The message, or undefined when there is nothing to obey: then the client has been told, or the connection closed. */
export function hearMessage<Message extends z.ZodType>(
  schema: Message,
  connection: Connection,
  data: RawData,
  { isBinary, now }: { readonly isBinary: boolean; readonly now: number },
): z.output<Message> | undefined {
  if (!connection.isOpen) return undefined
  if (!connection.countMessage(now) || isBinary) {
    connection.close(CLOSE_CODES.policy)
    return undefined
  }
  const read = readJson(data.toString())
  const parsed = read === undefined ? undefined : schema.safeParse(read.value)
  if (parsed?.success) return parsed.data
  if (!connection.countUnreadable(now)) connection.close(CLOSE_CODES.policy)
  else if (parsed === undefined) connection.refuse('error', 'BODY_UNREADABLE')
  else refuseUnknown(connection, read?.value, String(parsed.error.issues[0]?.path[0] ?? 'event'))
  return undefined
}

function readJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** Under the name of the event where it is one, so that who waits for that answer has it. */
function refuseUnknown(connection: Connection, message: unknown, parameter: string): void {
  const { event, topic } = (typeof message === 'object' && message !== null ? message : {}) as Readonly<Record<string, unknown>>
  const repeated = typeof topic === 'string' && topic.length <= MAX_TOPIC_LENGTH ? topic : undefined
  const answered = REQUESTS.has(event) ? (event as Reply['event']) : 'error'
  connection.refuse(answered, 'PARAMETER_INVALID', repeated, { parameter })
}
