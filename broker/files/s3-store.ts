/**
 * Files in a store that speaks S3, by addresses that name the bucket in their path. The library is loaded when such a store is opened.
 *
 * Invariants: every request ends within its time, and no more than a few are under way, so a store that is slow or gone takes neither
 * the process nor the connections to the database with it; neither key nor secret is in an error or a log.
 */
import type { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { within } from '../ground/within'
import { type FilePlace, type FileStore, FilesUnavailable, nameParts, placeOfParts } from './file-store'

export interface S3Settings {
  /** `https://host/bucket`, or with a folder behind it: `https://host/bucket/folder`. */
  readonly url: string
  readonly keyId: string
  readonly secret: string
  readonly region: string
  /** Milliseconds for one request with its body; shorter in a test. */
  readonly patienceMs?: number
}

const PATIENCE_MS = 5_000
/** Writes and reads at once. Each may hold a connection to the database, and there are ten. */
const AT_ONCE = 6
/** More than any picture that is kept: what is larger is none of ours, and is not read into memory. */
const MAX_BYTES = 32 * 1024 * 1024
const PACKAGE = '@aws-sdk/client-s3'

export interface S3FileStore extends FileStore {
  /** Resolves when the bucket is there and may be read. @throws FilesUnavailable */
  check(): Promise<void>
  close(): void
}

/** @throws FilesUnavailable where the package is not installed. Asks nothing of the store yet. */
export async function s3FileStore({ url, keyId, secret, region, patienceMs = PATIENCE_MS }: S3Settings): Promise<S3FileStore> {
  const { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } = await loadLibrary()
  const { origin, host, pathname } = new URL(url)
  const [bucket = '', ...folder] = pathname.split('/').filter((part) => part !== '')
  const prefix = folder.map((part) => `${part}/`).join('')
  const client = new S3Client({
    endpoint: origin,
    region,
    credentials: { accessKeyId: keyId, secretAccessKey: secret },
    forcePathStyle: true,
    maxAttempts: 2,
    // Not every store knows the newer checksums; what is in a file is sealed anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const keyOf = (place: FilePlace): string => prefix + nameParts(place).join('/')
  const ask = <T>(work: (client: S3Client, abortSignal: AbortSignal) => Promise<T>): Promise<T> =>
    inTime(patienceMs, (signal) => work(client, signal)).catch((error: unknown) => {
      throw unavailable(error, { host, bucket })
    })
  const asked = atMost(AT_ONCE, host)
  return {
    put: (place, bytes) =>
      asked(() =>
        ask(async (s3, abortSignal) => {
          const command = new PutObjectCommand({ Bucket: bucket, Key: keyOf(place), Body: bytes, ContentLength: bytes.byteLength })
          await s3.send(command, { abortSignal })
        }),
      ),
    get: (place) =>
      asked(() =>
        ask(async (s3, abortSignal) => {
          try {
            const { Body, ContentLength = 0 } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: keyOf(place) }), { abortSignal })
            if (Body === undefined || ContentLength > MAX_BYTES)
              throw new FilesUnavailable(`${host} answers with something that is no file of ours`)
            return Buffer.from(await Body.transformToByteArray())
          } catch (error) {
            if ((error as S3ServiceException).name === 'NoSuchKey') return null
            throw error
          }
        }),
      ),
    delete: (place) =>
      ask(async (s3, abortSignal) => {
        await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyOf(place) }), { abortSignal })
      }),
    async *list() {
      let after: string | undefined
      do {
        const page = await ask((s3, abortSignal) =>
          s3.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: after }), { abortSignal }),
        )
        for (const { Key = '', LastModified } of page.Contents ?? []) {
          const place = placeOfParts(Key.slice(prefix.length).split('/'))
          if (place !== null && LastModified !== undefined) yield { ...place, ageMs: Date.now() - LastModified.getTime() }
        }
        after = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (after !== undefined)
    },
    check: () =>
      // Not whether the bucket is there alone: that answer has no words for what is wrong.
      ask(async (s3, abortSignal) => {
        await s3.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 }), { abortSignal })
      }),
    close: () => client.destroy(),
  }
}

async function loadLibrary(): Promise<typeof import('@aws-sdk/client-s3')> {
  try {
    return await import('@aws-sdk/client-s3')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new FilesUnavailable(`FILES_URL needs the package ${PACKAGE}, which is not installed: npm ci --include=optional`, {
      isSetting: true,
      cause: error,
    })
  }
}

/** The whole of the work, an answer's body too, is over after `milliseconds`. */
async function inTime<T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const answer = await within(milliseconds, work(controller.signal))
  if (answer !== 'late') return answer
  controller.abort()
  throw Object.assign(new Error('no answer in time'), { name: 'TimeoutError' })
}

function atMost(limit: number, host: string): <T>(work: () => Promise<T>) => Promise<T> {
  let underWay = 0
  return async (work) => {
    // Nobody waits in line for a store that is slow: whoever asks holds a transaction open.
    if (underWay >= limit) throw new FilesUnavailable(`${host} has ${limit} files under way already`)
    underWay += 1
    try {
      return await work()
    } finally {
      underWay -= 1
    }
  }
}

/** One sentence for whoever runs the server. */
function unavailable(error: unknown, { host, bucket }: { readonly host: string; readonly bucket: string }): FilesUnavailable {
  if (error instanceof FilesUnavailable) return error
  const { name, message, $metadata } = error as S3ServiceException
  const cause = error
  const setting = (sentence: string) => new FilesUnavailable(sentence, { isSetting: true, cause })
  if (name === 'InvalidAccessKeyId') return setting(`${host} does not know FILES_KEY`)
  if (name === 'SignatureDoesNotMatch') return setting(`FILES_SECRET is not the one that belongs to FILES_KEY at ${host}`)
  if (name === 'NoSuchBucket') return setting(`there is no bucket ${bucket} at ${host}: make it, or mend FILES_URL`)
  if (name === 'PermanentRedirect' || name === 'AuthorizationHeaderMalformed' || name === 'IllegalLocationConstraintException')
    return setting(`the bucket ${bucket} is in another region than FILES_REGION says`)
  if (name === 'AccessDenied' || $metadata?.httpStatusCode === 403)
    return setting(`FILES_KEY may not do this in the bucket ${bucket} at ${host}: allow GetObject, PutObject, DeleteObject and ListBucket`)
  if (name === 'TimeoutError' || name === 'AbortError') return new FilesUnavailable(`${host} does not answer in time`, { cause })
  const reason = (error as NodeJS.ErrnoException).code ?? $metadata?.httpStatusCode ?? `${name}: ${message}`
  return new FilesUnavailable(`${host} cannot be used now (${reason})`, { cause })
}
