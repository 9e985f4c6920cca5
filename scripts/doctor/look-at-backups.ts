/** The newest whole backup below a folder, by its manifest. */

import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { checkedManifest, MANIFEST } from '../../broker/backup/backup-manifest'
import type { Finding } from '../../broker/readiness/finding'
import { DAY_MS } from '../../rules/durations'

const mend = 'npm run backup -- --to DIR, every night, and off this machine'

/** `folder`: one backup, or a folder of them; undefined when it was not said. */
export async function lookAtBackups(folder: string | undefined, now: number): Promise<Finding> {
  if (folder === undefined)
    return { area: 'backups', state: 'unseen', what: 'where backups lie was not said', mend: 'npm run doctor -- --backups DIR' }
  const entries = await readdir(folder, { recursive: true }).catch(() => [])
  const made: { readonly place: string; readonly at: number }[] = []
  const broken: string[] = []
  for (const entry of entries.filter((name) => path.basename(name) === MANIFEST)) {
    const place = path.join(folder, path.dirname(entry))
    await checkedManifest(place).then(
      ({ madeAt }) => made.push({ place, at: Date.parse(madeAt) }),
      (error: Error) => broken.push(error.message),
    )
  }
  const newest = made.sort((one, other) => other.at - one.at)[0]
  if (broken[0] !== undefined) return { area: 'backups', state: 'lacks', what: broken[0], mend }
  if (newest === undefined) return { area: 'backups', state: 'lacks', what: `no backup lies in ${folder}`, mend }
  const hours = Math.floor((now - newest.at) / (DAY_MS / 24))
  if (now - newest.at > DAY_MS)
    return { area: 'backups', state: 'lacks', what: `the newest backup, ${newest.place}, is ${hours} hours old`, mend }
  return { area: 'backups', state: 'good', what: `${newest.place} is whole and ${hours} hours old` }
}
