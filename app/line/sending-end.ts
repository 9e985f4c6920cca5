/** How a sending ended, read from the site's answer by a page that does not leave it to the router. */
import { decode } from 'turbo-stream'
import { paths } from '../addresses/paths'

export interface SendingEnd {
  readonly isDone: boolean
  /** What the page's action answered; null where the answer leads to another page. */
  readonly data: unknown
}

interface ActionAnswer {
  readonly data?: unknown
  readonly redirect?: string
}

/** Null when the site did not look: whoever asked is not signed in any more. */
export async function endOf(answer: Response): Promise<SendingEnd | null> {
  const isDone = answer.status < 400
  const { data = null, redirect } = await readAnswer(answer)
  if (redirect !== undefined && redirect.split('?')[0] === paths.login()) return null
  return { isDone, data }
}

async function readAnswer(answer: Response): Promise<ActionAnswer> {
  if (answer.body === null) return {}
  try {
    const { value } = await decode(answer.body, { plugins: [(_type, ...rest) => ({ value: rest[0] })] })
    return typeof value === 'object' && value !== null ? (value as ActionAnswer) : {}
  } catch {
    return {}
  }
}
