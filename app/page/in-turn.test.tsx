// @vitest-environment node
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { useId } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { InTurn } from './in-turn'
import { ServerPageContext } from './server-page'
import { firstTurn } from './turns'

const PARTS = 12
const PART_MS = 5

/** A part that is written in five milliseconds of work. */
function Part({ number }: { number: number }) {
  const end = performance.now() + PART_MS
  while (performance.now() < end);
  return (
    <li id={useId()}>
      {'part '}
      {number}
    </li>
  )
}

function Page() {
  return (
    <ul>
      {Array.from({ length: PARTS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move.
        <InTurn key={index}>
          <Part number={index} />
        </InTurn>
      ))}
    </ul>
  )
}

const onServer = (turns: ReturnType<typeof firstTurn> | undefined) => (
  <ServerPageContext.Provider value={{ nonce: '', css: '', iconSymbols: '', turns }}>
    <Page />
  </ServerPageContext.Provider>
)

test('a long page is written in many turns, with others in between, and reads as if it had been one', async () => {
  let turnsOfOthers = 0
  let isWritten = false
  const goOn = () => {
    if (isWritten) return
    turnsOfOthers += 1
    setImmediate(goOn)
  }
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(onServer(firstTurn()), {
      onShellReady: () => {
        isWritten = true
        resolve(text(pipe(new PassThrough())))
      },
      onShellError: reject,
    })
    goOn()
  })
  // Twelve parts of five milliseconds: two a turn.
  expect(turnsOfOthers).toBeGreaterThanOrEqual(PARTS / 2)
  expect(html).toBe(renderToString(onServer(undefined)))
})

test('where no page is streamed, as in the browser, it is its children', () => {
  expect(renderToString(<InTurn>{'part'}</InTurn>)).toBe('part')
})
