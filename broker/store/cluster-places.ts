/** Where in a data folder the built-in store lies. */
import path from 'node:path'

export interface ClusterPlaces {
  readonly folder: string
  readonly data: string
  readonly run: string
  /** Where there are no unix sockets (Windows): what lets us in over loopback. */
  readonly password: string
}

export function clusterPlaces(dataDir: string): ClusterPlaces {
  const folder = path.join(dataDir, 'postgres')
  return { folder, data: path.join(folder, 'data'), run: path.join(folder, 'run'), password: path.join(folder, 'password') }
}
