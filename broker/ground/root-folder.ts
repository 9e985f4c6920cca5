/** Where the product lies: what is read beside the program (texts, migrations, brands) is found from here, from its sources and when it is built. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT_FOLDER = holderOf('package.json', path.dirname(fileURLToPath(import.meta.url)))

function holderOf(name: string, folder: string): string {
  if (existsSync(path.join(folder, name)) || path.dirname(folder) === folder) return folder
  return holderOf(name, path.dirname(folder))
}
