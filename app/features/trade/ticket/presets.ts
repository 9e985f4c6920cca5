/**
 * Named fillings of the ticket, by instrument: size, leverage, take profit and stop loss. This device keeps them, for every account on it.
 * A stop is kept as a distance, an amount or a share: a price of today means nothing next week. What is kept of an instrument that has left
 * the market is not shown, waits for its return, and goes when there is no room for it.
 */
import { STOP_UNITS } from '../../../../rules/stop-modes'
import { createDeviceStore } from '../../../ui/device-store'
import type { TicketTerms } from '../scene/ticket-terms'
import type { RiskDraft, StopDraft, TicketDraft } from './ticket-draft'
import { fieldText } from './ticket-steps'
import type { TicketSummary } from './ticket-summary'

export const MOST_PRESETS = 12
export const LONGEST_NAME = 24
/** Instruments whose presets are kept, the last changed first. */
const MOST_INSTRUMENTS = 40

type PresetFields = Pick<TicketDraft, 'sizing' | 'lots' | 'risk' | 'leverage' | 'takeProfit' | 'stopLoss'>

export interface Preset extends PresetFields {
  readonly id: string
  readonly name: string
}

type AllPresets = readonly (readonly [code: string, presets: readonly Preset[]])[]

export const presetStore = createDeviceStore<AllPresets>('candor.trade.presets', [], readAll)

export const presetsOf = (all: AllPresets, code: string): readonly Preset[] => all.find(([name]) => name === code)?.[1] ?? []

export function withPresets(all: AllPresets, code: string, presets: readonly Preset[]): AllPresets {
  const others = all.filter(([name]) => name !== code)
  return (presets.length === 0 ? others : [[code, presets] as const, ...others]).slice(0, MOST_INSTRUMENTS)
}

/** What of the ticket a preset keeps. A stop typed as a price is kept as the pips that it is away now, or left out where that is not known. */
export function presetFields(draft: TicketDraft, terms: TicketTerms, shown: TicketSummary | null): PresetFields {
  const stop = (name: 'takeProfit' | 'stopLoss'): StopDraft => {
    const own = draft[name]
    if (!own.isOn || own.unit !== 'price') return own
    const pips = shown?.[name]?.pips
    return pips === undefined
      ? { isOn: false, unit: 'pips', value: '' }
      : { isOn: true, unit: 'pips', value: fieldText('pips', pips, terms) }
  }
  const { sizing, lots, risk, leverage } = draft
  return { sizing, lots, risk, leverage, takeProfit: stop('takeProfit'), stopLoss: stop('stopLoss') }
}

/** Whether the ticket still says what the preset says. */
export function isAsPreset(draft: TicketDraft, preset: PresetFields): boolean {
  const isStop = (own: StopDraft, kept: StopDraft) =>
    own.isOn === kept.isOn && (!own.isOn || (own.unit === kept.unit && own.value === kept.value))
  const isSize =
    draft.sizing === preset.sizing &&
    (draft.sizing === 'lots' ? draft.lots === preset.lots : draft.risk.unit === preset.risk.unit && draft.risk.value === preset.risk.value)
  return (
    isSize && draft.leverage === preset.leverage && isStop(draft.takeProfit, preset.takeProfit) && isStop(draft.stopLoss, preset.stopLoss)
  )
}

/** A leverage that is not offered any more would be replaced in silence: such a preset is not taken. */
export const isOffered = (preset: PresetFields, terms: TicketTerms): boolean =>
  terms.leverages.length === 0 ? preset.leverage === '' : terms.leverages.includes(preset.leverage)

function readAll(found: unknown): AllPresets {
  if (!Array.isArray(found)) return []
  return found.slice(0, MOST_INSTRUMENTS).flatMap((entry) => {
    const [code, presets]: readonly unknown[] = Array.isArray(entry) ? entry : []
    if (typeof code !== 'string' || !Array.isArray(presets)) return []
    return [[code, presets.slice(0, MOST_PRESETS).flatMap(readPreset)] as const]
  })
}

const NUMBER = /^\d{1,12}(?:\.\d{1,8})?$/
const isNumber = (text: unknown): text is string => typeof text === 'string' && NUMBER.test(text)

function readPreset(found: unknown): Preset[] {
  if (typeof found !== 'object' || found === null) return []
  const { id, name, sizing, lots, risk, leverage, takeProfit, stopLoss } = found as Record<string, unknown>
  const [readRisk, profit, loss] = [riskOf(risk), stopOf(takeProfit), stopOf(stopLoss)]
  const isNamed = typeof id === 'string' && typeof name === 'string' && name !== '' && name.length <= LONGEST_NAME
  if (!isNamed || !isNumber(lots) || !(leverage === '' || isNumber(leverage)) || !readRisk || !profit || !loss) return []
  return [{ id, name, sizing: sizing === 'risk' ? 'risk' : 'lots', lots, risk: readRisk, leverage, takeProfit: profit, stopLoss: loss }]
}

function riskOf(found: unknown): RiskDraft | null {
  if (typeof found !== 'object' || found === null) return null
  const { unit, value } = found as Record<string, unknown>
  return isNumber(value) && (unit === 'money' || unit === 'percent') ? { unit, value } : null
}

function stopOf(found: unknown): StopDraft | null {
  if (typeof found !== 'object' || found === null) return null
  const { isOn, unit, value } = found as Record<string, unknown>
  const known = STOP_UNITS.find((each) => each === unit)
  return known !== undefined && typeof isOn === 'boolean' && (value === '' || isNumber(value)) ? { isOn, unit: known, value } : null
}
