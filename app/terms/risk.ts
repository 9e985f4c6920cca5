/** What a company is exposed to, as its risk page reads it. */
import type { Brake as WireBrake, RiskRow as WireRow, RiskSource as WireSource, RiskView as WireView } from '../../contract/desk/risk'
import { type InOwnNames, inOwnNames } from './own-names'

export type Brake = InOwnNames<WireBrake>
export type RiskRow = InOwnNames<WireRow>
export type RiskSource = InOwnNames<WireSource>
export type RiskView = InOwnNames<WireView>

export const readRisk = (wire: WireView): RiskView => inOwnNames(wire)
