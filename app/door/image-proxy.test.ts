import { describe, expect, test } from 'vitest'
import { siteCall } from '../../tests/fixtures/site-call'
import { testTenants } from '../../tests/fixtures/test-tenants'
import { loader } from '../routes/resources/image'

const TOKEN = 'a'.repeat(43)
const aurora = testTenants().find(({ id }) => id === 'aurora')
if (aurora === undefined) throw new Error('no aurora')

const asked: Request[] = []
const show = (answer: Response | Error, page = '/resources/image?ref=abc', token: string | null = TOKEN) => {
  const send = async (request: Request) => {
    asked.push(request)
    if (answer instanceof Error) throw answer
    return answer
  }
  return loader(siteCall({ send, tenant: aurora, now: () => 1 }, page, { token }))
}
const answerOf = (type: string, status = 200) => new Response('bytes', { status, headers: type === '' ? {} : { 'content-type': type } })

describe('a picture of the broker', () => {
  test("goes through with the visitor's own token and nothing of the broker's headers", async () => {
    const answer = answerOf('image/webp')
    answer.headers.set('cache-control', 'public, max-age=9')
    answer.headers.set('set-cookie', 'a=1')
    const shown = await show(answer, '/resources/image?ref=a%26b%2F..')
    expect(await shown.text()).toBe('bytes')
    expect(Object.fromEntries(shown.headers)).toEqual({
      'cache-control': 'no-store',
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
    })
    const request = asked.at(-1)
    expect(request?.headers.get('authorization')).toBe(TOKEN)
    expect(new URL(request?.url ?? '')).toMatchObject({ pathname: '/api/common/image', search: '?ref=a%26b%2F..' })
  })

  test.each([
    ['text/html', 200],
    ['image/svg+xml', 200],
    ['image/jpeg', 200],
    ['application/json', 200],
    ['', 200],
    ['image/webp', 404],
    ['image/webp', 206],
    ['image/webp', 500],
  ])('of type %o with status %i is not shown', async (type, status) => {
    const shown = await show(answerOf(type, status))
    expect([shown.status, await shown.text(), shown.headers.get('cache-control')]).toEqual([404, '', 'no-store'])
  })

  test('that cannot be reached is not there', async () => {
    expect((await show(new TypeError('fetch failed'))).status).toBe(404)
  })

  test.each([
    ['/resources/image', TOKEN],
    ['/resources/image?ref=', TOKEN],
    [`/resources/image?ref=${'x'.repeat(513)}`, TOKEN],
    ['/resources/image?ref=abc', null],
  ])('%s with token %o is not even asked for', async (page, token) => {
    const before = asked.length
    expect((await show(answerOf('image/webp'), page, token)).status).toBe(404)
    expect(asked).toHaveLength(before)
  })
})
