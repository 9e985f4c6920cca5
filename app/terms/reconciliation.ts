/** A company's book against its providers', as the reconciliation page reads it. */
import type {
  DifferenceDetail as WireDetail,
  Difference as WireDifference,
  EqualFill as WireEqualFill,
  ReconciliationView as WireView,
} from '../../contract/desk/reconciliation'
import { type InOwnNames, inOwnNames } from './own-names'

export type Difference = InOwnNames<WireDifference>
export type DifferenceDetail = InOwnNames<WireDetail>
export type EqualFill = InOwnNames<WireEqualFill>
export type ReconciliationView = InOwnNames<WireView>
export type ProviderState = ReconciliationView['providers'][number]

export const readReconciliation = (wire: WireView): ReconciliationView => inOwnNames(wire)
export const readDifference = (wire: WireDetail): DifferenceDetail => inOwnNames(wire)
export const readEqualFills = (wire: readonly WireEqualFill[]): readonly EqualFill[] => wire.map((fill) => inOwnNames(fill))
export const readDifferences = (wire: readonly WireDifference[]): readonly Difference[] => wire.map((row) => inOwnNames(row))
