/** A form's fields as text, as the call takes them that they are for. */
import { z } from 'zod'

/**
 * A field of a form as text; '' where it is missing or a file.
 * @param longest what is longer is cut, for the broker would refuse it
 */
export const textOf = (form: FormData, name: string, longest?: number): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value.slice(0, longest) : ''
}

/** The longest text that a call takes of each of its fields, in UTF-16 units; of any length where its schema says nothing. */
export function longestOf<Shape extends z.ZodRawShape>({ input }: { readonly input: z.ZodObject<Shape> }) {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input' })
  const longest = Object.entries(properties).map(([name, schema]) => [name, typeof schema === 'object' ? schema.maxLength : undefined])
  return Object.fromEntries(longest) as Readonly<Record<keyof Shape, number | undefined>>
}

/** Whether a call takes a number in a field: one is taken there and a word is not. */
export function takesNumber({ input }: { readonly input: z.ZodObject }, field: string): boolean {
  const schema = input.shape[field] as z.ZodType | undefined
  return schema?.safeParse('1.5').success === true && !schema.safeParse('one').success
}
