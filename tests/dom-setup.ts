// A component test fails on anything React or our code complains about in the console.
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { setI18n } from 'react-i18next'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import '../app/ui/confirm-dialog'
import '../app/ui/drawer'
import { loadLayers } from '../app/ui/later-layer'
import '../app/ui/sheet'

// Two busy processors may need longer than the usual second; what never comes still fails.
configure({ asyncUtilTimeout: 10_000 })

// Files of one worker share what they import: the texts that one of them gave to all components are not those of the next.
setI18n(undefined as never)

// On a page that stands they are there.
await loadLayers()
// A test that draws a part of a trader's screen waits for its code (`traderParts`).
if (typeof document !== 'undefined') {
  document.documentElement.dataset.signedIn = ''
  // What a device keeps outlives the document of a file.
  localStorage.clear()
  sessionStorage.clear()
}

beforeEach(() => {
  vi.spyOn(console, 'error')
})

afterEach(() => {
  cleanup()
  expect(vi.mocked(console.error).mock.calls).toEqual([])
  vi.restoreAllMocks()
})
