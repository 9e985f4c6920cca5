/**
 * The brands as they are served, kept with their folders while the server runs (docs/decisions/021-brands-while-they-run.md).
 *
 * Invariants: what is served changes for everybody in one synchronous step between two requests, and only to what can be served; a
 * folder that is not right leaves its own brand as it was last good, and is complained of once for every change; a change is
 * recorded after it is live, and a record that fails stops nothing.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { BrandFollower, BrandProblem, BrandRecord } from '../../contract/in-process'
import type { Tenant, ThemeFile } from '../../contract/tenant'
import type { TenantProblem } from '../../contract/tenant/problem'
import { finishPalette, NEUTRAL } from '../palette/finish-palette.server'
import type { Clock } from '../process/clock.server'
import type { PlainLog } from '../process/log.server'
import { type BrandFolder, contentNames, hashOf, readBrandFolder } from './brand-folder.server'
import type { BrandHistory } from './brand-history.server'
import { type Choice, chooseLive } from './choose-live'
import { houseHosts, type LoadTenantsOptions, readHousePalette, tenantFolders } from './load-tenants.server'
import { type Brand, type BrandPicture, type BrandReading, readBrand } from './read-brand.server'
import { readBrands, type StartReading } from './read-brands.server'
import { recordBrand, recordStart } from './record-brand.server'
import { keepStanding } from './standing-fields'
import { type FolderWatcher, watchFolders } from './watch-folders.server'

interface LiveBrandsOptions extends LoadTenantsOptions {
  readonly clock: Clock
  readonly logger: PlainLog
  readonly history: BrandHistory
  /** The program of a thread that helps to read thousands of brands (read-brands.ts). */
  readonly thread?: URL
  /** False while another process writes down the same changes; left out: this one always does. */
  readonly mayRecord?: () => boolean
}

export interface LiveBrands {
  readonly tenants: readonly Tenant[]
  readonly problems: readonly BrandProblem[]
  byId(id: string): Tenant | undefined
  /** What the main site and the desk wear. */
  readonly housePalette: ThemeFile
  /** Such as `logo.svg`, of a brand that is served. */
  picture(id: string, name: string): BrandPicture | undefined
  /** Begins to look after the folders, and tells these of every change. */
  follow(followers: readonly BrandFollower[]): void
  /** Writes down what is live and was not yet: this process has begun to be the one that does. */
  recordLive(): void
  /** Looks at every folder now; resolves when what was found is live and recorded. */
  settle(): Promise<void>
  close(): Promise<void>
}

const PREPARE_AGAIN_MS = 2_000
const PREPARE_AGAIN_AT_MOST_MS = 60_000

/** Reads all brands at once; those that can be served are there when it resolves. */
export async function openLiveBrands(options: LiveBrandsOptions): Promise<LiveBrands> {
  const themes = hashesIn(options.themesDir)
  const onLost = (error: Error) => options.logger.warn({ err: error }, 'a thread that read brands has ended; they were read without it')
  return new BrandSet(options, themes, await readBrands(tenantFolders(options.tenantsDir), options, { script: options.thread, onLost }))
}

class BrandSet implements LiveBrands {
  readonly #options: LiveBrandsOptions
  readonly #house: ReadonlyMap<string, string>
  #live = new Map<string, Brand>()
  /** What each folder would be served as: as it is now, or as it was last good. */
  readonly #wanted = new Map<string, Brand>()
  readonly #bad = new Map<string, readonly TenantProblem[]>()
  #conflicts: Choice['conflicts'] = []
  /** The bytes of what is to go live, until they are recorded. */
  readonly #folders = new Map<string, BrandFolder>()
  readonly #notes = new Map<string, readonly string[]>()
  /** The last complaint of each brand. */
  #said: ReadonlyMap<string, string> = new Map()
  #themes: ReadonlyMap<string, string>
  #housePalette = finishPalette(NEUTRAL)
  #followers: readonly BrandFollower[] = []
  #watcher: FolderWatcher | null = null
  #work: Promise<void> = Promise.resolve()
  #again: ReturnType<typeof setTimeout> | undefined
  #againMs = PREPARE_AGAIN_MS
  #isClosed = false

  constructor(options: LiveBrandsOptions, themes: ReadonlyMap<string, string>, readings: ReadonlyMap<string, StartReading>) {
    this.#options = options
    this.#house = houseHosts(options.baseDomain)
    this.#themes = themes
    this.#dressHouse()
    for (const [id, reading] of readings) this.#accept(id, reading)
    this.#live = this.#choose()
  }

  get tenants(): readonly Tenant[] {
    return [...this.#live.values()].map(({ tenant }) => tenant)
  }

  get problems(): readonly BrandProblem[] {
    const broken = [...this.#bad].flatMap(([tenantId, problems]) => problems.map((problem) => ({ ...problem, tenantId })))
    const conflicts = this.#conflicts.map(({ id, host, owner }) => ({
      tenantId: id,
      file: path.join(this.#options.tenantsDir, id, 'tenant.json'),
      path: 'hosts',
      reason: `${host} already belongs to ${owner}`,
      owner,
      mend: 'take it out here or there: a host has one company',
    }))
    return [...broken, ...conflicts]
  }

  byId(id: string): Tenant | undefined {
    return this.#live.get(id)?.tenant
  }

  get housePalette(): ThemeFile {
    return this.#housePalette
  }

  picture(id: string, name: string): BrandPicture | undefined {
    return this.#live.get(id)?.pictures.get(name)
  }

  follow(followers: readonly BrandFollower[]): void {
    const { tenantsDir, themesDir, logger } = this.#options
    this.#followers = followers
    this.#said = this.#complaints()
    this.#watcher = watchFolders({ tenantsDir, themesDir, logger, onChange: (changed) => this.#enqueue(() => this.#read(changed)) })
    this.#enqueue(() => this.#recordStart())
    // Whatever was edited between the first reading and the first look of the watcher, a theme too.
    const ids = new Set([...this.#live.keys(), ...tenantFolders(tenantsDir)])
    this.#enqueue(() => this.#read({ ids, themes: true }))
  }

  recordLive(): void {
    this.#enqueue(() => this.#recordStart())
  }

  async settle(): Promise<void> {
    this.#watcher?.lookNow()
    await this.#work
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#again)
    this.#watcher?.close()
    await this.#work
  }

  /** One after the other: what is served never goes back to an older reading. */
  #enqueue(work: () => Promise<void>): void {
    this.#work = this.#work.then(work).catch((error: unknown) => {
      this.#options.logger.error({ err: error }, 'a change of the brands could not be carried out; they stay as they were')
    })
  }

  async #read({ ids, themes }: { readonly ids: ReadonlySet<string>; readonly themes: boolean }): Promise<void> {
    if (themes) this.#dressHouse()
    const dressed = new Set(themes ? this.#idsOfChangedThemes() : [])
    for (const id of new Set([...ids, ...dressed, ...this.#bad.keys()])) {
      if (this.#isClosed) return
      if (dressed.has(id) || !this.#isAsRead(id)) this.#accept(id, readBrand(id, this.#options))
      // One reading is some milliseconds of work: whoever waits for the loop goes first.
      await new Promise((resolve) => setImmediate(resolve))
    }
    this.#keepSome()
    await this.#apply()
  }

  #dressHouse(): void {
    const read = readHousePalette(this.#options.themesDir)
    if (read?.ok) this.#housePalette = read.value
    else
      for (const { file, path: place, reason } of read?.problems ?? []) {
        this.#options.logger.warn({ file, path: place, reason }, 'the theme of the main site is not right, it is shown as it was last good')
      }
  }

  /** A server without a brand does not start, and none loses its last one: an empty folder is a drive that is away. */
  #keepSome(): void {
    if (this.#wanted.size > 0) return
    const reason = 'the folder holds no brand any more: all are served as they were last good'
    for (const [id, brand] of this.#live) {
      this.#wanted.set(id, brand)
      this.#bad.set(id, [
        { file: this.#options.tenantsDir, path: '', reason, mend: 'put the folders back; stop the server to serve nobody' },
      ])
    }
  }

  /** Its bytes are those it was read from: a file was only touched. */
  #isAsRead(id: string): boolean {
    if (this.#bad.has(id)) return false
    try {
      return readBrandFolder(path.join(this.#options.tenantsDir, id))?.hash === this.#wanted.get(id)?.hash
    } catch {
      return false
    }
  }

  /** Whoever wears a theme that has changed, and whoever could not be read: its theme may have come. */
  #idsOfChangedThemes(): string[] {
    const before = this.#themes
    this.#themes = hashesIn(this.#options.themesDir)
    const wears = ({ tenant }: Brand) => before.get(`${tenant.theme.name}.json`) !== this.#themes.get(`${tenant.theme.name}.json`)
    return [...[...this.#wanted].filter(([, brand]) => wears(brand)).map(([id]) => id), ...this.#bad.keys()]
  }

  #accept(id: string, reading: BrandReading | StartReading): void {
    const live = this.#live.get(id)
    this.#bad.delete(id)
    this.#notes.delete(id)
    if (reading.kind === 'gone') {
      this.#wanted.delete(id)
      return
    }
    if (reading.kind === 'bad') {
      this.#bad.set(id, reading.problems)
      const served = live ?? reading.withoutNews
      if (served === undefined) this.#wanted.delete(id)
      else this.#wanted.set(id, served)
      return
    }
    if (live !== undefined && isSameBrand(live, reading.brand)) {
      this.#wanted.set(id, live)
      return
    }
    const { tenant, notes } =
      live === undefined ? { tenant: reading.brand.tenant, notes: [] } : keepStanding(live.tenant, reading.brand.tenant)
    this.#wanted.set(id, { ...reading.brand, tenant })
    if ('folder' in reading) this.#folders.set(id, reading.folder)
    this.#notes.set(id, notes)
  }

  /** What can be served of what is wanted. */
  #choose(): Map<string, Brand> {
    const tenantsOf = (brands: ReadonlyMap<string, Brand>) => new Map([...brands].map(([id, { tenant }]) => [id, tenant]))
    const { tenants, conflicts } = chooseLive(tenantsOf(this.#wanted), tenantsOf(this.#live), this.#house)
    this.#conflicts = conflicts
    return new Map(
      tenants.flatMap((tenant) => {
        const brand = [this.#wanted.get(tenant.id), this.#live.get(tenant.id)].find((known) => known?.tenant === tenant)
        return brand === undefined ? [] : [[tenant.id, brand] as const]
      }),
    )
  }

  async #apply(): Promise<void> {
    const next = this.#choose()
    const joining = [...next.values()].filter(({ tenant }) => !this.#live.has(tenant.id))
    const changing = [...next.values()].filter((brand) => this.#live.has(brand.tenant.id) && this.#live.get(brand.tenant.id) !== brand)
    const tenantsOf = (brands: readonly Brand[]) => brands.map(({ tenant }) => tenant)
    for (const id of await this.#prepare(tenantsOf(joining), tenantsOf(changing))) {
      const live = this.#live.get(id)
      if (live === undefined) next.delete(id)
      else next.set(id, live)
    }
    if (this.#isClosed) return
    const before = this.#live
    const changed = [...next].filter(([id, brand]) => before.get(id) !== brand).map(([id]) => id)
    const gone = [...before.keys()].filter((id) => !next.has(id))
    const complaints = this.#complaints()
    const isNews = complaints.size !== this.#said.size || [...complaints].some(([id, text]) => this.#said.get(id) !== text)
    if (changed.length > 0 || gone.length > 0 || isNews) {
      this.#live = next
      const { tenants, problems } = this
      for (const follower of this.#followers) follower.take({ tenants, changed, problems })
    }
    this.#tell(before, changed, gone)
    this.#complain(complaints)
    for (const id of changed) await this.#record(id, before.get(id)?.hash ?? null)
  }

  /** Ids of those that could not be made ready: it is tried again, and one of them does not hold up the others. */
  async #prepare(joining: readonly Tenant[], changing: readonly Tenant[]): Promise<readonly string[]> {
    if (joining.length + changing.length === 0) return []
    const failed: string[] = []
    const what = 'a new brand could not be made ready; it is tried again'
    failed.push(...(await this.#each(joining, (follower, tenants) => follower.prepare?.(tenants), what)))
    const how = 'a change of a brand could not be made ready; it is served as it was, and tried again'
    failed.push(...(await this.#each(changing, (follower, tenants) => follower.changing?.(tenants), how)))
    clearTimeout(this.#again)
    this.#againMs = failed.length === 0 ? PREPARE_AGAIN_MS : Math.min(2 * this.#againMs, PREPARE_AGAIN_AT_MOST_MS)
    if (failed.length > 0 && !this.#isClosed) this.#again = setTimeout(() => this.#enqueue(() => this.#apply()), this.#againMs).unref()
    return failed
  }

  /** All at once; where that fails one by one. Ids of those that failed. */
  async #each(
    tenants: readonly Tenant[],
    ready: (follower: BrandFollower, tenants: readonly Tenant[]) => Promise<void> | undefined,
    complaint: string,
  ): Promise<readonly string[]> {
    if (tenants.length === 0) return []
    const readyAll = async (some: readonly Tenant[]) => {
      for (const follower of this.#followers) await ready(follower, some)
    }
    const failed: string[] = []
    await readyAll(tenants).catch(async () => {
      for (const tenant of tenants) {
        await readyAll([tenant]).catch((error: unknown) => {
          failed.push(tenant.id)
          this.#options.logger.error({ err: error, tenant: tenant.id }, complaint)
        })
      }
    })
    return failed
  }

  /** What is wrong with each brand as one text, to compare. */
  #complaints(): Map<string, string> {
    const own = new Map<string, BrandProblem[]>()
    for (const problem of this.problems) own.set(problem.tenantId, [...(own.get(problem.tenantId) ?? []), problem])
    return new Map([...own].map(([id, problems]) => [id, JSON.stringify(problems)]))
  }

  #tell(before: ReadonlyMap<string, Brand>, changed: readonly string[], gone: readonly string[]): void {
    const { logger } = this.#options
    for (const tenant of changed) {
      const hash = this.#live.get(tenant)?.hash.slice(0, 12)
      logger.info({ tenant, hash }, before.has(tenant) ? 'a brand has changed' : 'a brand has come')
      for (const note of this.#notes.get(tenant) ?? []) logger.warn({ tenant }, `not changed while it is served: ${note}`)
    }
    for (const tenant of gone) logger.warn({ tenant }, 'a brand has gone: its folder is not there any more')
  }

  /** Once for every change of what is wrong. */
  #complain(complaints: ReadonlyMap<string, string>): void {
    const before = this.#said
    this.#said = complaints
    for (const { tenantId: tenant, file, path: place, reason } of this.problems) {
      if (before.get(tenant) === complaints.get(tenant)) continue
      const what = this.#live.has(tenant) ? 'an edit of a brand is not live, it is served as it was last good' : 'a brand is not served'
      this.#options.logger.warn({ tenant, file, path: place, reason }, what)
    }
  }

  async #record(id: string, before: string | null): Promise<void> {
    // One that waited for its host since the start is read once more.
    const folder = this.#folders.get(id) ?? readBrandFolder(path.join(this.#options.tenantsDir, id))
    const brand = this.#live.get(id)
    this.#folders.delete(id)
    // A new theme changes how a brand looks and nothing in its folder.
    if (folder === null || folder.hash !== brand?.hash || folder.hash === before || !this.#mayRecord()) return
    await this.#report(() => recordBrand(this.#options, id, folder, before))
  }

  /** What is live at the start and was not recorded yet: first starts, and what was edited while no server ran. */
  async #recordStart(): Promise<void> {
    for (const [id, { hash }] of this.#live) {
      if (this.#isClosed || !this.#mayRecord()) return
      // Where one cannot be written the others cannot either.
      if (!(await this.#report(() => recordStart(this.#options, id, path.join(this.#options.tenantsDir, id), hash)))) return
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  #mayRecord(): boolean {
    return this.#options.mayRecord?.() ?? true
  }

  async #report(record: () => BrandRecord | null): Promise<boolean> {
    try {
      const written = record()
      if (written !== null) for (const follower of this.#followers) await follower.recorded?.(written)
      return true
    } catch (error) {
      this.#options.logger.error({ err: error }, 'a change of a brand is live but could not be recorded')
      return false
    }
  }
}

function isSameBrand(one: Brand, other: Brand): boolean {
  return one.hash === other.hash && JSON.stringify(one.tenant.palette) === JSON.stringify(other.tenant.palette)
}

/** Hash of every file of a folder by its name; none when the folder cannot be read. */
function hashesIn(dir: string): ReadonlyMap<string, string> {
  try {
    return new Map(contentNames(dir).map((name) => [name, hashOf(readFileSync(path.join(dir, name)))]))
  } catch {
    return new Map()
  }
}
