// The thread of read-brands-thread.ts, begun from the sources. Plain JavaScript, because a thread begins without the loader that
// understands the rest.
import { register } from 'tsx/esm/api'

register()
await import('./read-brands-thread.ts')
