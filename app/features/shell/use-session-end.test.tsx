import { Link, useLocation, useRevalidator, useSubmit } from '@remix-run/react'
import { createRemixStub } from '@remix-run/testing'
import { act, render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { useSessionEnd } from './use-session-end'

let signedIn: string | null
let asked: string[]
let sessionEnds: () => void
beforeEach(() => {
  signedIn = '7'
  asked = []
})

/** The site round a page: what it knows of the trader is what its loader said last. */
async function open(path: string, { logsOut = async () => {} } = {}) {
  let known: string | null = '7'
  const Page = () => {
    const leave = useSessionEnd(known)
    const submit = useSubmit()
    const { revalidate } = useRevalidator()
    useLayoutEffect(() => {
      sessionEnds = leave
    })
    return (
      <>
        <output>{useLocation().pathname + useLocation().search}</output>
        <button type="button" onClick={() => submit(null, { method: 'post', action: '/logout' })}>
          log out
        </button>
        <button type="button" onClick={revalidate}>
          read anew
        </button>
        <Link to="/rank">rank</Link>
      </>
    )
  }
  const loader = () => {
    known = signedIn
    return null
  }
  const Stub = createRemixStub([
    { path: '/order', Component: Page, loader },
    { path: '/login', Component: Page, loader },
    { path: '/', Component: Page, loader },
    {
      path: '/session-ended',
      loader: ({ request }) => {
        const { search } = new URL(request.url)
        asked.push(search)
        signedIn = null
        return Response.redirect(`http://localhost/login${search}`, 302)
      },
    },
    {
      path: '/logout',
      action: async () => {
        await logsOut()
        signedIn = null
        return Response.redirect('http://localhost/', 302)
      },
    },
  ])
  render(<Stub initialEntries={[path]} />)
  await screen.findByRole('status')
}
const place = () => screen.getByRole('status').textContent

test('the page goes to the login page with its own address, once', async () => {
  await open('/order?type=3')
  act(() => sessionEnds())
  await expect.poll(place).toBe('/login?from=%2Forder%3Ftype%3D3')
  act(() => sessionEnds())
  await act(async () => {})
  expect(asked).toEqual(['?from=%2Forder%3Ftype%3D3'])
})

test('a visitor who is just logging out is left alone', async () => {
  await open('/order', { logsOut: async () => act(() => sessionEnds()) })
  await act(async () => screen.getByRole('button', { name: 'log out' }).click())
  await expect.poll(place).toBe('/')
  expect(asked).toEqual([])
})

test('a page that was read anew meanwhile and is signed out stays where it is', async () => {
  await open('/')
  signedIn = null
  await act(async () => screen.getByRole('button', { name: 'read anew' }).click())
  act(() => sessionEnds())
  await act(async () => {})
  expect(place()).toBe('/')
  expect(asked).toEqual([])
})
