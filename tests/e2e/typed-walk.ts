/**
 * Leaves texts in the fields of a form and presses its button, as a person would, and tells what stood there and what went out.
 *
 * The page's own `fetch` is watched inside the page: the first form that goes out is spoilt and asked of the server, and its refusal
 * then answers all of them, so that nothing is carried out and the form stays as it is. One text takes a few frames.
 */
import type { JSHandle, Locator, Page } from 'playwright/test'
import { compareDecimals, fixDecimal } from '../../app/ui/decimal-text'
import { readTypedNumber, type TypedNumber, typedDecimal, WIRE_NUMBER, wireDecimal } from '../../app/ui/typed-number'
import { TYPED_TEXTS } from '../fixtures/typed-texts'
import { expect, test } from './site-test'

/** All texts; a slice of them unless E2E_ALL=1, so that each kind of text of the list is met on some field. */
export const ALL = process.env.E2E_ALL === '1'
/** E2E_FIELDS=<expression> walks only the fields whose names it matches: the rest of a long run that was broken off. */
const FIELDS = new RegExp(process.env.E2E_FIELDS ?? '')
export const isWalked = (name: string): boolean => FIELDS.test(name)
export const textsFrom = (start: number): readonly string[] => TYPED_TEXTS.filter((_, index) => index % 29 === start % 29)

/** `fill` sets the whole text, as dictation or a password manager does; `paste` puts it over the selection; `keys` types it. */
export type Way = 'fill' | 'paste' | 'keys'
/**
 * All of them in the way that is usual on the size of the test, dictation on a phone and keys on a desktop, and a slice of them in the
 * other ways: a field is the same one on both.
 */
export function textsBy(way: Way, start: number): readonly string[] {
  const usual: Way = test.info().titlePath.includes('on a phone') ? 'fill' : 'keys'
  return way === usual ? TYPED_TEXTS : textsFrom(start)
}
/** Longer texts are filled and pasted; nobody types them. */
const LONGEST_BY_KEYS = 16

type Fields = Readonly<Record<string, string>>

/** An answer that can be given again. */
interface Kept {
  readonly status: number
  readonly headers: [string, string][]
  readonly body: ArrayBuffer
}

interface Watched {
  path: string
  spoil: Fields
  sent: Fields[]
  answered: number
  refusal: Kept | null
  /** By address, what the page read. */
  read: Record<string, Kept>
}
type WatchedWindow = Window & { watchedForms?: Watched }

/** Call it before the page is opened. */
export async function watchForms(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const own = window as WatchedWindow
    const line = window.fetch.bind(window)
    const keep = async (answer: Response): Promise<Kept> => ({
      status: answer.status,
      headers: [...answer.headers],
      body: await answer.arrayBuffer(),
    })
    const give = ({ status, headers, body }: Kept) => new Response(body.byteLength === 0 ? null : body.slice(0), { status, headers })
    window.fetch = async (input, init) => {
      const watched = own.watchedForms
      const url = new URL(input instanceof Request ? input.url : String(input), location.href)
      const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
      if (watched === undefined || url.pathname.replace(/\.data$/, '') !== watched.path) return line(input, init)
      if (method.toUpperCase() !== 'POST') {
        // What a refusal reads anew is what was read before: nothing was carried out.
        const again = watched.read[url.href] ?? (await keep(await line(input, init)))
        watched.read[url.href] = again
        return give(again)
      }
      const body = init?.body as URLSearchParams | FormData | string
      const form = typeof body === 'string' ? new URLSearchParams(body) : body
      watched.sent.push(Object.fromEntries([...form].map(([name, value]) => [name, String(value)])))
      if (watched.refusal === null) {
        for (const [name, value] of Object.entries(watched.spoil)) form.set(name, value)
        watched.refusal = await keep(await line(input, { ...init, body: typeof body === 'string' ? String(form) : form }))
      }
      watched.answered += 1
      return give(watched.refusal)
    }
  })
}

/** From now on forms to this path are refused. @param spoil fields that make the server refuse the first of them */
export async function refuseForms(page: Page, path: string, spoil: Fields): Promise<void> {
  await page.evaluate(
    ([watchedPath, spoilt]) => {
      const own = window as WatchedWindow
      own.watchedForms = { path: watchedPath, spoil: spoilt, sent: [], answered: 0, refusal: null, read: {} }
    },
    [path, spoil] as const,
  )
}

/** What a person sees when they press, and what came of it. */
export interface Pressed {
  /** The text of the field when it was entered, and once the field was left. */
  readonly typed: string
  readonly shown: string
  /** The line that repeats a number that may be read in two ways, while the field was still held. */
  readonly readBack: string
  /** What the field is described by: its problem, its help, its other readings. */
  readonly described: string
  /** What stands on the button. */
  readonly button: string
  readonly wasOff: boolean
  readonly isInvalid: boolean
  /** Another field stands in the way, and is marked. */
  readonly isOtherInvalid: boolean
  /** Everything that is said as an alert or a status near the form. */
  readonly said: string
  /** The question that is asked before it is sent; '' for none. */
  readonly question: string
  /** Null where nothing went out. */
  readonly sent: Fields | null
  /** What the field holds after all of it; null where another one has taken its place. */
  readonly left: string | null
  readonly countBefore: number
  readonly countAfter: number
}

interface Asked {
  readonly texts: readonly string[]
  readonly way: Way
}

/** One after the other, for as long as the form stays as it is: at least the first. */
async function leaveAndPress(field: Locator, submit: Locator, { texts, way }: Asked): Promise<Pressed[]> {
  const [first = ''] = texts
  if (way === 'keys') {
    // Each press takes the focus anew: a question that has just closed hands it back a moment later.
    await field.press('ControlOrMeta+a')
    await field.press('Delete')
    await field.pressSequentially(first.replace(/[\n\t]/g, ' '))
  }
  const button = (await submit.elementHandle()) as JSHandle<HTMLElement>
  return field.evaluate(
    async (element, { texts: all, way: by, button: pressed }) => {
      const input = element as HTMLInputElement | HTMLTextAreaElement
      const moment = () => new Promise((done) => setTimeout(done, 4))
      const watched = (window as WatchedWindow).watchedForms
      if (watched === undefined) throw new Error('no form is watched')
      const enter = (wanted: string) => {
        input.focus()
        if (by === 'fill') {
          const own = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
          Object.getOwnPropertyDescriptor(own, 'value')?.set?.call(input, wanted)
          input.dispatchEvent(new Event('input', { bubbles: true }))
        } else {
          input.select()
          document.execCommand(wanted === '' ? 'delete' : 'insertText', false, wanted)
        }
      }
      // A form that is still on its way takes no press.
      const rest = async () => {
        for (let still = 0, waited = 0; still < 4 && waited < 2_000; waited++) {
          await moment()
          still = pressed.getAttribute('aria-busy') !== 'true' && watched.answered === watched.sent.length ? still + 1 : 0
        }
      }
      const textOf = (id: string) => document.getElementById(id)?.textContent ?? ''
      // A question in which the field itself stands is none about it.
      const question = () => {
        const found = [...document.querySelectorAll('[role="alertdialog"]')].find((dialog) => !dialog.contains(input))
        return found?.textContent ?? ''
      }
      const isInvalid = () => input.getAttribute('aria-invalid') === 'true'
      const otherInvalid = () =>
        [...document.querySelectorAll<HTMLElement>('[aria-invalid="true"]')].some((one) => one.offsetParent !== null)
      const says = () => [...document.querySelectorAll('[role="alert"], [role="status"]')].map((one) => one.textContent ?? '').join(' ')
      const leave = async (): Promise<Pressed> => {
        await moment()
        const typedText = input.value
        let line: Element | null = null
        for (let up = input.parentElement, steps = 0; up !== null && steps < 4 && line === null; up = up.parentElement, steps++)
          line = up.querySelector(':scope > span[role="status"]')
        const readBack = line?.textContent ?? ''
        input.blur()
        await rest()
        const described = (input.getAttribute('aria-describedby') ?? '').split(/\s+/).map(textOf).join(' ')
        const wasOff = pressed.getAttribute('aria-disabled') === 'true' || (pressed as HTMLButtonElement).disabled
        const seen = {
          typed: typedText,
          shown: input.value,
          readBack,
          described,
          button: `${pressed.getAttribute('aria-label') ?? ''} ${pressed.textContent ?? ''}`,
          wasOff,
        }
        const countBefore = watched.sent.length
        pressed.click()
        for (let waited = 0; waited < 750; waited++) {
          await moment()
          if (watched.sent.length > countBefore || question() !== '') break
          if (waited >= 5 && (wasOff || isInvalid() || otherInvalid())) break
        }
        if (watched.sent.length > countBefore) await rest()
        return {
          ...seen,
          isInvalid: isInvalid(),
          isOtherInvalid: !isInvalid() && otherInvalid(),
          said: says(),
          question: question(),
          sent: watched.sent.length > countBefore ? (watched.sent.at(-1) ?? null) : null,
          left: input.isConnected && pressed.isConnected ? input.value : null,
          countBefore,
          countAfter: watched.sent.length,
        }
      }
      const found: Pressed[] = []
      for (const wanted of all) {
        if (by !== 'keys') enter(wanted)
        const seen = await leave()
        found.push(seen)
        if (by === 'keys' || seen.question !== '' || seen.left === null) break
      }
      return found
    },
    { texts, way, button },
  )
}

/** The number that stands in a field, '' for none; zeros at the end of a fraction are no decimals. */
function numberIn(text: string, unit: string | undefined): string {
  const read = typedDecimal(text, unit)
  const shortest = read.includes('.') ? read.replace(/\.?0+$/, '') : read
  return WIRE_NUMBER.test(shortest) ? shortest : ''
}

/** By value: 1.5 and 1.50 are one number. */
export const isSameNumber = (one: string, other: string): boolean =>
  one === '' || other === '' ? one === other : compareDecimals(one, other) === 0

/** What stands in a sentence as a number: "Read as 1,234.00". */
export const numbersIn = (sentence: string): string[] =>
  sentence.match(/\d[\d,]*(?:\.\d+)?/g)?.map((text) => text.replaceAll(',', '')) ?? []

/** Whether a price or a size is among the numbers of a sentence. */
export const isSaid = (sentence: string, number: string): boolean =>
  numbersIn(sentence).some((said) => isSameNumber(said, fixDecimal(number, 8)))

/** At the field, or by a button that is off, or another field in the way, with a sentence about it. */
export const isToldInPlace = (seen: Pressed): boolean => seen.isInvalid || ((seen.wasOff || seen.isOtherInvalid) && seen.said.trim() !== '')

export interface WalkedField {
  readonly name: string
  readonly field: Locator
  readonly submit: Locator
  /** The currency that may be pasted along. */
  readonly unit?: string
  /** Would be taken: at least that one has to go out. */
  readonly good: string
  readonly texts: readonly string[]
  readonly ways?: readonly Way[]
  /** The given texts are enough also where all are walked: the field was walked through all of them in another unit. */
  readonly isSlice?: boolean
  /** Whether what went out is what was seen; `number` is what stands in the field, '' for none. */
  readonly isSeen: (sent: Fields, seen: Pressed, number: string) => boolean
  /** For what is asked before it is sent; the walk then takes it back. */
  readonly takeBack?: Locator
  /** Whether the question says the number. */
  readonly isAsked?: (seen: Pressed, number: string) => boolean
  /** Whether an unsent text is told; beside the field, or by a button that is off with a sentence about it. */
  readonly isTold?: (seen: Pressed, number: string) => boolean
  /** A form that every answer closes, and how it is opened again. */
  readonly closing?: { readonly form: Locator; readonly reopen: () => Promise<void> }
}

/** The number that goes out under this name is the one that stands in the field. */
export const sentAs =
  (wire: string, unit?: string): WalkedField['isSeen'] =>
  (sent, _seen, number) =>
    isSameNumber(wireDecimal(sent[wire] ?? '', unit) || (sent[wire] === undefined ? '0' : ''), number)

/** A form that sends its fields as they stand: the text itself goes out, and it is read as one number. */
export const sentAsTyped =
  (wire: string, unit?: string): WalkedField['isSeen'] =>
  (sent, { shown }, number) =>
    sent[wire] === shown && isSameNumber(numberIn(sent[wire] ?? '', unit), number)

/**
 * Walks one field through the texts; ends with what went out, was asked and was refused. By default the good one in every way, and each of
 * the others in one.
 */
export async function walkNumber(walked: WalkedField): Promise<string> {
  const { name, field, submit, unit, good, texts, ways = ['fill', 'paste', 'keys'], closing } = walked
  const counts = { sent: 0, asked: 0, refused: 0 }
  let total: number | null = null
  for (const [turn, way] of ways.entries()) {
    const some = !ALL ? texts.filter((_, index) => index % ways.length === turn) : walked.isSlice ? texts : textsBy(way, name.length)
    for (const text of [good, ...some]) {
      if (way === 'keys' && text.length > LONGEST_BY_KEYS) continue
      await closing?.reopen()
      const [seen] = (await leaveAndPress(field, submit, { texts: [text], way })) as [Pressed]
      const number = numberIn(seen.shown, unit)
      const about = `${name} by ${way}: ${JSON.stringify(text)}, shown as ${JSON.stringify(seen.shown)}, ${JSON.stringify(seen.sent)}`
      expect(seen.countBefore, `${about}: an earlier text went out late`).toBe(total ?? seen.countBefore)
      total = seen.countAfter
      const [wanted, typed, left] = [text, seen.typed, seen.shown].map((one) => readTypedNumber(one, unit)) as [
        TypedNumber,
        TypedNumber,
        TypedNumber,
      ]
      if (wanted.kind === 'number')
        expect(isSameNumber(typed.kind === 'number' ? typed.value : '', wanted.value), `${about}: ${seen.typed} stands in the field`).toBe(
          true,
        )
      expect(left.kind, `${about}: changed by leaving the field`).toBe(typed.kind)
      if (typed.kind === 'number' && left.kind === 'number') {
        expect(isSameNumber(left.value, typed.value), `${about}: changed by leaving the field`).toBe(true)
        if (typed.isAmbiguous) expect(isSaid(seen.readBack, typed.value), `${about}: read back as "${seen.readBack}"`).toBe(true)
      }
      if (seen.sent !== null) {
        counts.sent += 1
        if (closing !== undefined) await expect(closing.form, `${about}: is answered, and the form stands open`).toHaveCount(0)
        expect(seen.countAfter - seen.countBefore, `${about}: went out more than once`).toBe(1)
        expect(seen.wasOff, `${about}: went out by a button that is off`).toBe(false)
        expect(number, `${about}: went out without a number`).not.toBe('')
        expect(walked.isSeen(seen.sent, seen, number), `${about}: is not what was seen (${seen.button}, ${seen.described})`).toBe(true)
      } else if (seen.question !== '') {
        counts.asked += 1
        if (walked.takeBack === undefined) throw new Error(`${about}: asks "${seen.question}"`)
        expect(walked.isAsked?.(seen, number) ?? isSaid(seen.question, number), `${about}: asks "${seen.question}"`).toBe(true)
        await walked.takeBack.click()
        await expect(walked.takeBack).toHaveCount(0)
      } else {
        counts.refused += 1
        const isTold = walked.isTold?.(seen, number) ?? isToldInPlace(seen)
        expect(isTold, `${about}: neither sent nor told (${JSON.stringify(seen)})`).toBe(true)
      }
    }
  }
  await closing?.reopen()
  await field.fill(good)
  await field.blur()
  expect(counts.sent + counts.asked, `${name}: ${good} was never taken`).toBeGreaterThan(0)
  const told = `${name}: ${counts.sent} sent, ${counts.asked} asked about, ${counts.refused} refused`
  if (ALL) console.log(told)
  return told
}

interface WalkedText {
  readonly name: string
  readonly field: Locator
  readonly submit: Locator
  readonly wire: string
  readonly runs: readonly { readonly texts: readonly string[]; readonly way: Way }[]
  /** For what is asked before it is sent: the question repeats the words, and the walk then takes it back. */
  readonly takeBack?: Locator
}

const inOneEnding = (text: string) => text.replace(/\r\n?/g, '\n')

/** A field of words: what goes out is the text that stands there, to the letter. */
export async function walkText(walked: WalkedText): Promise<void> {
  const { name, field, submit, runs } = walked
  let taken = 0
  for (const { texts, way } of runs) {
    const wanted = way === 'keys' ? texts.filter((text) => text.length <= LONGEST_BY_KEYS) : texts
    for (let done = 0; done < wanted.length; ) {
      const found = await leaveAndPress(field, submit, { texts: wanted.slice(done), way })
      for (const seen of found) {
        const about = `${name} by ${way}: ${JSON.stringify(wanted[done])}, shown as ${JSON.stringify(seen.shown)}`
        if (await isTaken(walked, seen, about)) taken += 1
        done += 1
      }
    }
  }
  expect(taken, `${name}: nothing was ever sent`).toBeGreaterThan(0)
  if (ALL) console.log(`${name}: ${taken} sent or asked about`)
}

/** Whether a text was sent or asked about as it stands; otherwise it was refused and told. */
async function isTaken({ field, wire, takeBack }: WalkedText, seen: Pressed, about: string): Promise<boolean> {
  expect(seen.shown, `${about}: changed by leaving the field`).toBe(seen.typed)
  if (seen.sent !== null) {
    expect(inOneEnding(seen.sent[wire] ?? ''), about).toBe(inOneEnding(seen.shown))
    expect(seen.left ?? (await field.inputValue()), `${about}: lost by the refusal`).toBe(seen.shown)
    return true
  }
  if (seen.question !== '') {
    if (takeBack === undefined) throw new Error(`${about}: asks "${seen.question}"`)
    expect(seen.question, about).toContain(seen.shown)
    await takeBack.click()
    await expect(takeBack).toHaveCount(0)
    return true
  }
  expect(isToldInPlace(seen), `${about}: neither sent nor told (${JSON.stringify(seen)})`).toBe(true)
  return false
}
