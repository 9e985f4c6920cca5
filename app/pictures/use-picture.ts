/** One picture of the form, from the choice of a file to its address at the broker. */
import { useRevalidator } from '@remix-run/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { paths } from '../addresses/paths'
import { referenceOf } from './picture-side'
import { shrinkPicture } from './shrink-picture'
import { uploadPicture } from './upload-picture'

export type PictureState =
  | { readonly kind: 'empty' }
  /** `part`: 0 to 1. */
  | { readonly kind: 'sending'; readonly preview: string; readonly part: number }
  /** `message` is the server's own words, empty when it had none; without `canRetry` the file itself is the problem. */
  | { readonly kind: 'failed'; readonly preview: string; readonly message: string; readonly canRetry: boolean }
  | { readonly kind: 'ready'; readonly preview: string; readonly url: string }

export interface PictureControl {
  readonly state: PictureState
  choose(file: File): Promise<void>
  retry(): Promise<void>
  remove(): void
  /** The server no longer has the picture: it can be sent again from here. */
  markLost(message: string): void
  /** Takes a picture that is at the server already. */
  keep(url: string): void
}

const EMPTY: PictureState = { kind: 'empty' }
const keptAt = (url: string): PictureState => (url === '' ? EMPTY : { kind: 'ready', preview: paths.action.image(referenceOf(url)), url })

/** @param keptUrl address of a picture that an earlier post has left at the broker; empty for none. */
export function usePicture(keptUrl: string): PictureControl {
  const [state, setState] = useState<PictureState>(() => keptAt(keptUrl))
  const { revalidate } = useRevalidator()
  const picture = useRef<Blob | null>(null)
  const preview = useRef('')
  const work = useRef<AbortController | null>(null)

  const forget = useCallback(() => {
    work.current?.abort()
    work.current = null
    picture.current = null
    if (preview.current !== '') URL.revokeObjectURL(preview.current)
    preview.current = ''
  }, [])
  useEffect(() => forget, [forget])

  const send = useCallback(
    async (mine: AbortController) => {
      const shown = preview.current
      const blob = picture.current
      if (blob === null) return
      setState({ kind: 'sending', preview: shown, part: 0 })
      const onProgress = (part: number) => {
        if (work.current === mine) setState({ kind: 'sending', preview: shown, part })
      }
      const answer = await uploadPicture(blob, { onProgress, signal: mine.signal })
      if (work.current !== mine) return
      if (answer.done) setState({ kind: 'ready', preview: shown, url: answer.url })
      else setState({ kind: 'failed', preview: shown, message: answer.message, canRetry: true })
      // Read anew, the page leads to the login page by itself.
      if (!answer.done && answer.isSessionEnded) revalidate()
    },
    [revalidate],
  )

  const choose = useCallback(
    async (file: File) => {
      forget()
      const mine = new AbortController()
      work.current = mine
      setState({ kind: 'sending', preview: '', part: 0 })
      const small = await shrinkPicture(file)
      if (work.current !== mine) return
      if (small === null) {
        setState({ kind: 'failed', preview: '', message: '', canRetry: false })
        return
      }
      picture.current = small
      preview.current = URL.createObjectURL(small)
      await send(mine)
    },
    [forget, send],
  )

  const retry = useCallback(async () => {
    const mine = new AbortController()
    work.current = mine
    await send(mine)
  }, [send])

  const remove = useCallback(() => {
    forget()
    setState(EMPTY)
  }, [forget])

  const markLost = useCallback((message: string) => {
    setState({ kind: 'failed', preview: preview.current, message, canRetry: picture.current !== null })
  }, [])

  const keep = useCallback(
    (url: string) => {
      forget()
      setState(keptAt(url))
    },
    [forget],
  )

  return { state, choose, retry, remove, markLost, keep }
}
