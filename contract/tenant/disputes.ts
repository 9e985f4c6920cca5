/** Until when a fill may be challenged, how soon the company answers, and who looks at its decisions. */
import { z } from 'zod'
import { HttpsUrl } from '../primitives'
import { SETTING_BOUNDS } from '../setting-bounds'
import { PlainText } from './plain-text'

const { challengeDays, answerHours } = SETTING_BOUNDS

export const TenantDisputes = z.strictObject({
  days: z
    .number()
    .int()
    .min(challengeDays.min)
    .max(challengeDays.max)
    .default(90)
    .describe('So many days after a fill it can be challenged'),
  answerHours: z
    .number()
    .int()
    .min(answerHours.min)
    .max(answerHours.max)
    .default(24)
    .describe('Within so many hours a person answers a challenge; what is late is counted in public'),
  ombudsman: z
    .strictObject({
      name: PlainText(80).describe('As it calls itself'),
      url: HttpsUrl.describe('Where a decision can be taken, https; its host must be in linkHosts'),
    })
    .optional()
    .describe('Who looks at decisions of the company from outside; traders find it under each decision. Nobody when absent'),
})
