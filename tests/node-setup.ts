/** Files of one worker share its globals: a `window` that one test leaves behind makes every store in memory after it fail to open. */
import { afterEach, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
})
