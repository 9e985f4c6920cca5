/** Whether the places that a company takes money at can be any: addresses by their checksums, accounts by their banks' own rules. */
import type { TenantFile } from '../../contract/tenant'
import type { TenantProblem } from '../../contract/tenant/problem'
import { isBankAccount, isBankCode } from '../money-places/bank-place'
import { isChainAddress } from '../money-places/chain-address'

type Wallet = Pick<TenantFile['wallet'], 'networks' | 'collectionAccounts'>
type PlaceProblem = Omit<TenantProblem, 'file'>
const MAX_JUDGED = 100
/** By the places as text: a platform's brands often send to the same ones. */
const judgedPlaces = new Map<string, readonly PlaceProblem[]>()

/** Money sent to an address with a slip in it is gone. */
export function placeProblems({ networks, collectionAccounts }: Wallet): readonly PlaceProblem[] {
  const key = JSON.stringify([networks, collectionAccounts])
  const known = judgedPlaces.get(key)
  if (known !== undefined) return known
  const found = judgePlaces({ networks, collectionAccounts })
  if (judgedPlaces.size >= MAX_JUDGED) judgedPlaces.clear()
  judgedPlaces.set(key, found)
  return found
}

function judgePlaces(wallet: Pick<Wallet, 'networks' | 'collectionAccounts'>): PlaceProblem[] {
  const networks = wallet.networks.map(({ protocol, address }, index) => ({
    path: `wallet.networks.${index}.address`,
    reason: isChainAddress(protocol, address) ? null : `${address} is not an address of ${protocol}`,
    mend: 'copy the address again: its checksum is wrong or it is of another chain',
  }))
  const accounts = wallet.collectionAccounts.map(({ bankSwift, payeeAccount }, index) => ({
    path: `wallet.collectionAccounts.${index}`,
    reason: !isBankCode(bankSwift)
      ? `${bankSwift} is not a bank code`
      : isBankAccount(bankSwift, payeeAccount)
        ? null
        : `${payeeAccount} is not an account of ${bankSwift}`,
    mend: 'copy SWIFT/BIC and account number (IBAN where the country has them) again',
  }))
  return [...networks, ...accounts].flatMap(({ reason, ...rest }) => (reason === null ? [] : [{ ...rest, reason }]))
}
