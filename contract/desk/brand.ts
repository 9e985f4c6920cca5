/** What stands between the files of a company's brand and its site: for whoever looks after its settings. */
import { z } from 'zod'
import { deskEndpoint } from './desk-endpoint'

export const BrandProblem = z.object({
  file: z.string().describe('Such as tenants/aurora/tenant.json'),
  path: z.string().describe('Place in the file, dotted; empty when the whole file is meant'),
  reason: z.string(),
})
export type BrandProblem = z.infer<typeof BrandProblem>

/** Empty while the site is as its files say. Else it is served as it was last good. */
export const listBrandProblems = deskEndpoint({
  method: 'GET',
  path: 'brand_problems',
  access: 'settings.read',
  input: {},
  output: z.object({ data: z.array(BrandProblem) }),
  errors: [],
})

export const BRAND_CALLS = { listBrandProblems }
