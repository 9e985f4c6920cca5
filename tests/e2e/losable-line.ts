/** A line that can be lost at each point of a form's way: before it arrives, with its answer, with what is read anew, and with the live prices. */
import type { Page, WebSocketRoute } from 'playwright/test'

export const POINTS = ['request', 'answer', 're-read', 'socket'] as const
export type Point = (typeof POINTS)[number]

export interface LosableLine {
  /** From now on the next so many of each are lost; `Infinity`: all, until it is mended. */
  lose(points: readonly Point[], times: number): void
  /** Ends the sockets that are open now, if that was asked for. */
  cut(): Promise<void>
  mend(): void
}

export async function losableLine(page: Page): Promise<LosableLine> {
  const left: Record<Point, number> = { request: 0, answer: 0, 're-read': 0, socket: 0 }
  const sockets = new Set<WebSocketRoute>()
  const isLost = (point: Point): boolean => {
    if (left[point] === 0) return false
    left[point] -= 1
    return true
  }
  // At the browser's own network: an answer is thrown away only when the site has given it.
  const network = await page.context().newCDPSession(page)
  network.on('Fetch.requestPaused', ({ requestId, request, responseStatusCode }) => {
    const isAnswer = responseStatusCode !== undefined
    const point = request.method === 'GET' ? 're-read' : isAnswer ? 'answer' : 'request'
    const isOver = isAnswer === (point === 'answer') && isLost(point)
    const said = isOver
      ? network.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' })
      : network.send('Fetch.continueRequest', { requestId })
    // A page that is left takes its requests with it.
    said.catch(() => undefined)
  })
  const patterns = (['Request', 'Response'] as const).map((requestStage) => ({ urlPattern: '*.data*', requestStage }))
  await network.send('Fetch.enable', { patterns })
  await page.routeWebSocket(/\/v1\/ws/, (socket) => {
    if (isLost('socket')) return void socket.close({ code: 1012 })
    socket.connectToServer()
    sockets.add(socket)
  })
  return {
    lose(points, times) {
      for (const point of points) left[point] = times
    },
    async cut() {
      if (!isLost('socket')) return
      for (const socket of sockets) await socket.close({ code: 1012 })
      sockets.clear()
    },
    mend() {
      for (const point of POINTS) left[point] = 0
    },
  }
}
