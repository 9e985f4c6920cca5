/** Real-name verification and the pictures it needs. */
import { z } from 'zod'
import { endpoint } from './endpoint'
import { LONGEST } from './form-bounds'
import { Milliseconds, Nothing } from './primitives'

/** Where the bytes of a picture are read by its owner (`authorization` header, no envelope): `?ref=` the reference. */
export const IMAGE_PATH = '/api/common/image'

/** An opaque address of a picture: `/api/common/image?ref=…`, good for one hour, for one trader. */
const ImageUrl = z.string().max(512)

/** One part named `file`. The answer's address is used up by the call that takes it; reading it does not use it up. */
export const uploadImage = endpoint({
  method: 'POST',
  path: '/api/common/image_upload',
  actor: 'session',
  changesState: true,
  multipart: true,
  input: z.object({}),
  output: z.object({ url: ImageUrl }),
  errors: ['IMAGE_REQUIRED', 'IMAGE_TOO_LARGE', 'IMAGE_TYPE_REFUSED', 'IMAGE_TOO_MANY_PIXELS', 'IMAGE_UNREADABLE', 'IMAGE_QUOTA'],
})

export const submitRealName = endpoint({
  method: 'POST',
  path: '/api/user_real/real_name',
  actor: 'real',
  changesState: true,
  input: z.object({
    name: z.string().max(LONGEST.realName),
    card_id: z.string().max(LONGEST.documentNumber),
    front_pic: ImageUrl,
    reverse_pic: ImageUrl,
  }),
  output: Nothing,
  errors: [
    'IDENTITY_NAME_REQUIRED',
    'IDENTITY_NUMBER_REQUIRED',
    'IDENTITY_PHOTOS_REQUIRED',
    'IDENTITY_NAME_INVALID',
    'IDENTITY_NUMBER_INVALID',
    'IDENTITY_ALREADY_SUBMITTED',
    'IMAGE_REFERENCE_INVALID',
  ],
})

export const getRealName = endpoint({
  method: 'GET',
  path: '/api/user_real/center',
  actor: 'real',
  input: z.object({}),
  output: z.object({
    review_status: z.number().int().min(0).max(3).describe('0 not submitted, 1 waiting, 2 finished, 3 rejected'),
    name: z.string(),
    card_id: z.string().describe('Masked'),
    front_pic: z.string().describe('A fresh address for one hour; empty where nothing was submitted'),
    reverse_pic: z.string(),
    reason: z.string().describe('Why it was rejected, in the words of the reviewer; empty otherwise'),
    submitted_at: Milliseconds.nullable().describe('Null where nothing was submitted'),
    decided_at: Milliseconds.nullable().describe('When the review ended; null before'),
  }),
  errors: [],
})
