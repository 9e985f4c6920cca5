// The thread of paper-thread.ts, begun from the sources. Plain JavaScript, because a thread begins without the loader that
// understands the rest.
import { register } from 'tsx/esm/api'

register()
await import('./paper-thread.ts')
