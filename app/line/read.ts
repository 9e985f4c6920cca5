/** Reads data for a page. What the page itself has to do when it does not come is decided by `keep-page.ts`. */
import type { Purpose } from './keep-page'
import { LineLost, lossCode, newKey } from './line-lost'
import type { LineState, OpenSending } from './line-state'
import { isOfSite } from './send'

interface ReadTools {
  readonly fetch: typeof fetch
  readonly line: LineState
  /** What the data are for. A list inside a page and the page that tells how a form ended are waited for. */
  readonly purposeOf: (url: URL) => Purpose
}

export async function read({ fetch: request, line, purposeOf }: ReadTools, url: URL, init: RequestInit): Promise<Response> {
  const key = newKey()
  try {
    for (let round = 0; ; round += 1) {
      try {
        const answer = await request(url, init)
        if (isOfSite(answer)) return answer
        throw new LineLost(`HTTP ${answer.status}`, true)
      } catch (failure) {
        const code = init.signal?.aborted ? null : lossCode(failure)
        if (code === null) throw failure
        const purpose = purposeOf(url)
        if (purpose === 'kept' || purpose === 'step') throw new LineLost(code, true)
        // To the trader it is all one whether the answer or the page that tells of it was lost.
        if (purpose === 'follows-form') line.open(followingPage(key, code, round))
        else if (round === 0) line.tell({ kind: 'lost', code })
        await line.pause(round, init.signal ?? undefined)
      }
    }
  } finally {
    line.close(key)
  }
}

/** The form itself was answered, and with it everything that could be told of it. */
const followingPage = (key: string, code: string, asked: number): OpenSending => ({
  key,
  page: '',
  fields: {},
  since: Date.now(),
  lostAt: Date.now(),
  code,
  asked,
  nextAt: null,
  isInherited: false,
})
