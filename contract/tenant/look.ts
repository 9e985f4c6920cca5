/** What a company looks like: a theme from themes/ with its own colours, shape and font laid over it. */
import { z } from 'zod'

const HexColour = z.string().regex(/^#[0-9a-f]{6}$/i, 'a colour is written #rrggbb')
const Length = z.string().regex(/^\d{1,3}(?:\.\d{1,2})?px$/, 'a length is written like 6px')
const TokenName = z.string().regex(/^[a-z0-9-]{1,32}$/)

/** Font of names and headings, all served by ourselves; figures and running text stay in Inter. */
export const FONTS = ['inter', 'source-serif', 'system'] as const

export const TenantTheme = z.strictObject({
  name: TokenName.default('graphite').describe('A file in themes/'),
  defaultMode: z.enum(['light', 'dark']).default('light').describe('Mode of a visitor who has not chosen one'),
  followSystem: z.boolean().default(false).describe('Without a choice of the visitor, use the system preference'),
  light: z.record(TokenName, HexColour).default({}).describe('Colours laid over the theme in light mode, by token: brand, text-1 …'),
  dark: z.record(TokenName, HexColour).default({}).describe('Colours laid over the theme in dark mode, by token'),
  radius: z
    .strictObject({
      xs: Length.describe('Marks and badges'),
      sm: Length.describe('Small controls'),
      md: Length.describe('Buttons and fields'),
      lg: Length.describe('Cards and sheets'),
    })
    .partial()
    .default({})
    .describe('Corner radii laid over the theme'),
  font: z.enum(FONTS).optional().describe("Font of the name and the headings; the theme's own when absent"),
  priceColours: z
    .enum(['green-up', 'red-up', 'blue-up'])
    .optional()
    .describe('Colours of rising and falling prices until the visitor chooses'),
})

/** A theme: token values for both modes, shape and fonts. Values are colours, shadows and lengths from a closed grammar. */
const TokenValue = z
  .string()
  // Quotes only in pairs: the name of a font may hold a digit and is then written as a string.
  .regex(/^(?:[#a-z0-9 .,()/%+_-]|"[a-z0-9 -]{1,60}"){1,160}$/i)
  .refine((value) => !/url|expression|import|@|[;{}]/i.test(value), 'not a plain token value')
export const ThemeFile = z.strictObject({
  $schema: z.string().optional(),
  name: TokenName,
  modes: z.strictObject({ light: z.record(TokenName, TokenValue), dark: z.record(TokenName, TokenValue) }),
  shape: z.record(TokenName, TokenValue),
})
export type ThemeFile = z.infer<typeof ThemeFile>
