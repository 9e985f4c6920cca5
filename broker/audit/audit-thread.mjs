// The thread of audit-thread.ts, begun from the sources. Plain JavaScript, because a thread begins without the loader that understands
// the rest.
import { register } from 'tsx/esm/api'

register()
await import('./audit-thread.ts')
