/**
 * What the desk has set of a company over its file: kept in `tenant_setting`, laid over the file at boot and after every change.
 *
 * Invariant: what is laid is always a whole: file first, then everything that is stored. A stored value that does not fit its form
 * any more is left out and said, so that it never stops a company.
 */
import { sql } from 'drizzle-orm'
import { BASE_SECTIONS, BASE_VALUES, type BaseSection, type InstrumentValue, instrumentValue } from '../../contract/desk/setting-values'
import type { Tenant } from '../../contract/tenant'
import { type Database, queryRows, type Tx } from '../db/open-database'
import { tenantSetting } from '../db/schema'
import type { TenantDirectory, TenantSettings } from '../directory/tenant-directory'
import type { Logger } from '../ground/logger'
import type { Instrument } from '../market/instrument'
import { instrumentBounds } from './instrument-settings'

interface StoredSetting {
  readonly key: string
  readonly value: unknown
}

/** What settings are worked out from: the companies' files, and the instruments, which stand while the broker runs. */
export interface SettingGround {
  readonly instruments: readonly Instrument[]
  readonly directory: Pick<TenantDirectory, 'lay' | 'fileOf'>
  readonly logger: Logger
}

const INSTRUMENT = 'instrument.'
export const baseKey = (section: BaseSection): string => `base.${section}`
export const instrumentKey = (code: string): string => `${INSTRUMENT}${code}`

/** The settings as the directory lays them; `null` where nothing is stored. `onProblem` hears the keys that do not fit. */
function settingsOver(
  file: Tenant,
  stored: readonly StoredSetting[],
  instruments: readonly Instrument[],
  onProblem: (key: string) => void = () => {},
): TenantSettings | null {
  if (stored.length === 0) return null
  const values = new Map(stored.map(({ key, value }) => [key, value]))
  let settings: TenantSettings = {}
  for (const section of BASE_SECTIONS) {
    const value = values.get(baseKey(section))
    if (value === undefined) continue
    const laid = layBase(file, settings, section, value)
    if (laid === null) onProblem(baseKey(section))
    else settings = { ...settings, ...laid }
  }
  const terms = new Map<string, InstrumentValue>()
  for (const instrument of instruments) {
    const value = values.get(instrumentKey(instrument.code))
    if (value === undefined) continue
    const parsed = instrumentValue(instrumentBounds(file, instrument)).safeParse(value)
    if (parsed.success) terms.set(instrument.code, parsed.data)
    else onProblem(instrumentKey(instrument.code))
  }
  return terms.size === 0 ? settings : { ...settings, trading: layInstruments(settings.trading ?? file.trading, terms) }
}

function layBase(file: Tenant, settings: TenantSettings, section: BaseSection, value: unknown): TenantSettings | null {
  switch (section) {
    case 'support': {
      const parsed = BASE_VALUES.support.safeParse(value)
      if (!parsed.success) return null
      const { email, serviceLink, serviceType } = parsed.data
      return { email, service: { ...file.service, link: serviceLink === '' ? undefined : serviceLink, type: serviceType } }
    }
    case 'registration': {
      const parsed = BASE_VALUES.registration.safeParse(value)
      return parsed.success ? { registration: { ...file.registration, ...parsed.data } } : null
    }
    case 'money': {
      const parsed = BASE_VALUES.money.safeParse(value)
      if (!parsed.success) return null
      const { depositsAbove, withdrawalsAbove, differencesAbove, newAddressHours, ...rest } = parsed.data
      return { wallet: { ...file.wallet, ...rest, secondApproval: { depositsAbove, withdrawalsAbove, differencesAbove, newAddressHours } } }
    }
    case 'trading': {
      const parsed = BASE_VALUES.trading.safeParse(value)
      return parsed.success ? { trading: { ...(settings.trading ?? file.trading), ...parsed.data } } : null
    }
    case 'risk': {
      const parsed = BASE_VALUES.risk.safeParse(value)
      if (!parsed.success) return null
      const limits = Object.fromEntries(parsed.data.limits.map((text) => text.split('=') as [string, string]))
      return { trading: { ...(settings.trading ?? file.trading), risk: { ...parsed.data, limits } } }
    }
  }
}

/** An instrument that the file does not offer joins its list when the desk switches it on. */
function layInstruments(trading: Tenant['trading'], terms: ReadonlyMap<string, InstrumentValue>): Tenant['trading'] {
  const on = [...terms].filter(([, { mode }]) => mode !== 'off').map(([code]) => code)
  const offered = trading.instruments === undefined ? undefined : [...new Set([...trading.instruments, ...on])]
  const overrides = Object.fromEntries([...terms].map(([code, value]) => [code, { ...trading.overrides[code], ...value }]))
  return { ...trading, instruments: offered, overrides: { ...trading.overrides, ...overrides } }
}

/** The company as the store has it, whatever this node has laid so far. */
export async function tenantAsStored(ground: Pick<SettingGround, 'directory' | 'instruments'>, tx: Tx, tenant: Tenant): Promise<Tenant> {
  const file = ground.directory.fileOf(tenant.id) ?? tenant
  return { ...file, ...settingsOver(file, await storedSettings(tx), ground.instruments) }
}

/** These companies, as their files say, with what the store has of them laid over. In a system transaction. */
export async function storedOver(tx: Tx, files: readonly Tenant[], instruments: readonly Instrument[]): Promise<Tenant[]> {
  const stored = await storedByTenant(tx)
  return files.map((file) => ({ ...file, ...settingsOver(file, stored.get(file.id) ?? [], instruments) }))
}

/** All that is stored of the company of the transaction. */
export function storedSettings(tx: Tx): Promise<StoredSetting[]> {
  return tx.select({ key: tenantSetting.key, value: tenantSetting.value }).from(tenantSetting)
}

export async function storeSetting(tx: Tx, tenantId: string, key: string, value: unknown, now: number): Promise<void> {
  await tx
    .insert(tenantSetting)
    .values({ tenantId, key, value, updatedAt: now })
    .onConflictDoUpdate({ target: [tenantSetting.tenantId, tenantSetting.key], set: { value, updatedAt: now } })
}

/** They lie over every file that the company will have while the broker runs. */
export function laySettings({ directory, instruments, logger }: SettingGround, tenantId: string, stored: readonly StoredSetting[]): void {
  directory.lay(tenantId, (file) =>
    settingsOver(file, stored, instruments, (key) =>
      logger.warn({ tenant: tenantId, setting: key }, 'a stored setting does not fit its form and is left out'),
    ),
  )
}

/** Before these companies are served: what is stored of them. */
export async function layStoredSettings(
  database: Database,
  ground: SettingGround,
  tenants: readonly { readonly id: string }[],
): Promise<void> {
  const stored = await database.system(storedByTenant)
  for (const { id } of tenants) {
    const own = stored.get(id)
    if (own !== undefined) laySettings(ground, id, own)
  }
}

/** All that is stored, by company. In a system transaction. */
export async function storedByTenant(tx: Tx): Promise<ReadonlyMap<string, StoredSetting[]>> {
  const rows = await queryRows<{ tenant_id: string; key: string; value: unknown }>(
    tx,
    sql`select tenant_id, key, value from tenant_setting`,
  )
  const stored = new Map<string, StoredSetting[]>()
  for (const { tenant_id: id, key, value } of rows) stored.set(id, [...(stored.get(id) ?? []), { key, value }])
  return stored
}
