import { expect, test } from 'vitest'
import { composeMessage } from '../../broker/delivery/compose-message'
import { MESSAGE_KINDS } from '../../broker/delivery/delivery'
import { LANGUAGES, type Language } from '../../contract/primitives'
import { numbersIn, oddities } from '../fixtures/said-figures'
import { testTenants } from '../fixtures/test-tenants'
import { testTexts } from '../fixtures/test-texts'

const texts = await testTexts()
const tenants = testTenants()
const VALUES = {
  code: '482913',
  minutes: '10',
  device: 'Chrome 141, Windows',
  country: 'HK',
  time: '1795003200000',
  reason: 'The photo is blurred.',
  link: '/not-me#key',
  instrument: 'EURUSD',
  price: '1.16600',
  bid: '1.16612',
}

test.each(['en', 'hk', 'ar'] as const)('every kind of message has its texts in %s, as a mail and as a text', async (language) => {
  for (const kind of MESSAGE_KINDS) {
    const own = ['subject', 'body', 'note', 'sms'].map((part) => texts.text(language, `mail:${kind}.${part}`, { count: 10 }))
    expect(
      own.every((text) => text !== '' && !text.includes(kind)),
      kind,
    ).toBe(true)
    if (language !== 'en') expect(own, kind).not.toContain(texts.text('en', `mail:${kind}.subject`))
    for (const tenant of tenants) {
      const draft = { tenant, kind, language, values: VALUES }
      const mail = await composeMessage(texts, { ...draft, recipient: { channel: 'email', to: 'ada@mail.example' } })
      const sms = await composeMessage(texts, { ...draft, recipient: { channel: 'sms', to: '85291234567' } })
      const written = [mail.subject, mail.text, mail.html, sms.text]
      for (const text of written) expect(text, kind).not.toMatch(/\{\{|undefined|\b(?:mail:|(?:actions|details)\.)\w/)
      expect(sms.text.includes(tenant.name), kind).toBe(true)
      expect(sms.text.length, kind).toBeLessThan(300)
      expect(sms.html).toBe('')
      if (kind.startsWith('code-')) for (const text of [mail.text, mail.html, sms.text]) expect(text).toContain('482913')
      if (kind === 'new-device')
        for (const text of [mail.text, mail.html, sms.text]) expect(text).toContain(`${tenant.siteOrigin}/not-me#key`)
      if (kind === 'identity-rejected') for (const text of [mail.text, mail.html, sms.text]) expect(text).toContain('blurred')
    }
  }
})

test('the HTML of a mail reads the same as its plain text', async () => {
  for (const kind of MESSAGE_KINDS) {
    const draft = { tenant: tenants[0] as (typeof tenants)[number], kind, language: 'en', values: VALUES } as const
    const { text, html } = await composeMessage(texts, { ...draft, recipient: { channel: 'email', to: 'ada@mail.example' } })
    const shown = html.replaceAll('&#39;', "'").replaceAll('&amp;', '&')
    const words = text.split('\n').filter((line) => line !== '' && line !== '-- ')
    for (const line of words) for (const part of line.split(/: |:$/)) expect(shown, kind).toContain(part)
  }
})

const FIGURES = {
  code: '482913',
  minutes: '10',
  device: 'Chrome',
  time: '20:00',
  reason: '7781',
  link: '/not-me#key',
  amount: '1,234.50',
  received: '1,228.33',
  fee: '6.17',
  currency: 'EUR',
  number: '9021',
  instrument: 'EURUSD',
  price: '1.16600',
  bid: '1.16612',
}

test.each(MESSAGE_KINDS)('%s has the same figures in every language, as a mail and as a text', async (kind) => {
  const tenant = tenants[0] as (typeof tenants)[number]
  const written = async (language: Language) => {
    const draft = { tenant, kind, language, values: FIGURES }
    const mail = await composeMessage(texts, { ...draft, recipient: { channel: 'email', to: 'ada@mail.example' } })
    const sms = await composeMessage(texts, { ...draft, recipient: { channel: 'sms', to: '85291234567' } })
    return [mail.subject, mail.text, sms.text]
  }
  const english = await written('en')
  const given = `${JSON.stringify([FIGURES, tenant.name, tenant.email, tenant.siteOrigin, tenant.legal])} Chrome https http login forgot mine wallet charge auth alerts`
  for (const language of LANGUAGES.filter((code) => code !== 'en')) {
    const own = await written(language)
    expect(
      own.map((text) => numbersIn(text).toSorted()),
      language,
    ).toEqual(english.map((text) => numbersIn(text).toSorted()))
    expect(
      own.flatMap((text) => oddities(text, language, given)),
      language,
    ).toEqual([])
  }
})
