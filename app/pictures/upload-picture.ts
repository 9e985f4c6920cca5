/** Sends a picture and tells how far it is, which `fetch` cannot. */
import { paths } from '../addresses/paths'

export type UploadAnswer =
  | { readonly done: true; readonly url: string }
  /** `message` is the server's own words; empty when it had none. */
  | { readonly done: false; readonly message: string; readonly isSessionEnded: boolean }

interface UploadOptions {
  /** 0 to 1. */
  readonly onProgress: (part: number) => void
  readonly signal: AbortSignal
}

function readAnswer(body: string): UploadAnswer {
  try {
    const answer = JSON.parse(body) as Partial<Record<'done' | 'url' | 'message' | 'isSessionEnded', unknown>>
    if (answer.done === true && typeof answer.url === 'string') return { done: true, url: answer.url }
    if (typeof answer.message === 'string') return { done: false, message: answer.message, isSessionEnded: answer.isSessionEnded === true }
  } catch {
    // A page of a proxy, or nothing at all.
  }
  return { done: false, message: '', isSessionEnded: false }
}

/** Never rejects: a broken network is an answer without words. An aborted upload answers nothing that anybody waits for. */
export function uploadPicture(picture: Blob, { onProgress, signal }: UploadOptions): Promise<UploadAnswer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const fail = () => resolve({ done: false, message: '', isSessionEnded: false })
    request.open('POST', paths.action.uploadImage())
    request.setRequestHeader('Accept', 'application/json')
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    })
    request.addEventListener('load', () => resolve(readAnswer(request.responseText)))
    for (const event of ['error', 'timeout', 'abort']) request.addEventListener(event, fail)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    const body = new FormData()
    body.set('file', picture, 'picture')
    request.send(body)
  })
}
