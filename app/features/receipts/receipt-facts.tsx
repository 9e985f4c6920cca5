/** What a receipt says, in plain words, by groups. A fact that it does not state is left out. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { Receipt } from '../../../contract/orders'
import { termsAddress } from '../../terms/order'
import { Amount, Icon, isDecimal, type KeyValue, KeyValueList, media, Price, Stack, token } from '../../ui'
import { ledgerOf, partOf, reasonKey, textOf, utcText } from './receipt-body'

const Groups = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(280px, 100%), 1fr));
  gap: ${token.space[5]} ${token.space[8]};
  h4 {
    font-size: ${token.type.xs};
    font-weight: 600;
    color: ${token.text.muted};
    margin-block-end: ${token.space[2]};
  }
`
/** Hashes, ids and codes: left-to-right in every language, broken where the line ends. */
export const Code = styled.bdi`
  font-family: ${token.font.mono};
  font-size: ${token.type.xs};
  font-weight: 400;
  overflow-wrap: anywhere;
`
const Side = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  &[data-side='buy'] { color: ${token.direction.upText}; }
  &[data-side='sell'] { color: ${token.direction.downText}; }
`
const Wide = styled.div`
  grid-column: 1 / -1;
  dl > div { flex-wrap: wrap; gap: 2px ${token.space[4]}; }
  ${media.phone} { dd { text-align: start; } }
`

type Shown = React.ReactNode

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0
const isZero = (text: string): boolean => /^-?0+(\.0+)?$/.test(text)
const code = (text: string): Shown => <Code dir="ltr">{text}</Code>
const price = (text: string): Shown => (isDecimal(text) ? <Price value={text} precision={decimalsOf(text)} pipStyle="plain" /> : code(text))

function useShow() {
  const { t } = useTranslation('receipt')
  return {
    protection: (text: string): Shown => (isZero(text) ? t('none') : price(text)),
    money: (text: string): Shown => (isDecimal(text) ? <Amount value={text} decimals={decimalsOf(text)} currency="USDT" /> : code(text)),
    result: (text: string): Shown =>
      isDecimal(text) ? <Amount value={text} decimals={decimalsOf(text)} signed tone="direction" currency="USDT" /> : code(text),
    plain: (text: string): Shown => <bdi>{text}</bdi>,
    reason(text: string): Shown {
      const key = reasonKey(text)
      return key === null ? <bdi>{text}</bdi> : t(key)
    },
    side(text: string): Shown {
      if (text !== 'buy' && text !== 'sell') return <bdi>{text}</bdi>
      return (
        <Side data-side={text}>
          <Icon name={text === 'buy' ? 'arrow-up' : 'arrow-down'} size={14} />
          {t(`side.${text}`)}
        </Side>
      )
    },
  }
}

/** Rows of the facts that are there: `[key of the label, the fact, how it is shown]`. */
function useRows() {
  const { t } = useTranslation('receipt')
  return (...facts: readonly (readonly [string, string | null, (text: string) => Shown])[]): KeyValue[] =>
    facts.flatMap(([name, text, show]) => (text === null ? [] : [{ key: name, label: t(`fact.${name}`), value: show(text) }]))
}

function Group({ name, rows, wide = false }: { name: string; rows: readonly KeyValue[]; wide?: boolean }) {
  const { t } = useTranslation('receipt')
  if (rows.length === 0) return null
  const content = (
    <>
      <h4>{t(`group.${name}`)}</h4>
      <KeyValueList rows={rows} />
    </>
  )
  return wide ? <Wide>{content}</Wide> : <div>{content}</div>
}

function useQuoteRows(body: Receipt['body']): KeyValue[] {
  const { t } = useTranslation('receipt')
  const rows = useRows()
  const quote = partOf(body, 'quote')
  if (quote === null) return rows(['source', textOf(body, 'price_source'), code])
  const age = typeof quote.age_ms === 'number' ? String(quote.age_ms) : null
  return rows(
    ['bid', textOf(quote, 'bid'), price],
    ['ask', textOf(quote, 'ask'), price],
    ['source', textOf(quote, 'source'), code],
    ['symbol', textOf(quote, 'symbol'), code],
    ['seq', textOf(quote, 'seq'), code],
    ['quoteTime', utcText(quote.time), code],
    ['sourceTime', utcText(quote.source_time), code],
    ['arrived', utcText(quote.arrived_at), code],
    ['age', age, (text) => t('milliseconds', { count: Number(text) })],
    ['provider', providerText(partOf(body, 'provider')), code],
  )
}

/** Who filled it, under which number, at which price and with which mark-up. */
function providerText(provider: Receipt['body'] | null): string | null {
  if (provider === null) return null
  const parts = ['name', 'order', 'price'].map((name) => textOf(provider, name) ?? '')
  return `${parts.join(' · ')} + ${textOf(provider, 'mark_up') ?? '0'}`
}

/** The terms as they are published; another company's log is on another host. */
function termsLink(text: string, body: Receipt['body'], site: string | null): Shown {
  const address = body.broker === site ? termsAddress(body) : null
  return address === null ? code(text) : <a href={address}>{code(text)}</a>
}

/** What its owner asks about first; the rest stands in `ReceiptFacts`. */
export function MainFacts({ body }: Pick<Receipt, 'body'>) {
  const show = useShow()
  const rows = useRows()
  return (
    <KeyValueList
      rows={rows(
        ['price', textOf(body, 'price'), price],
        ['requestedPrice', textOf(body, 'requested_price'), price],
        ['margin', textOf(body, 'margin'), show.money],
        ['fee', textOf(body, 'fee'), show.money],
        ['profit', textOf(body, 'profit'), show.result],
        ['time', utcText(body.at), code],
        ['order', textOf(body, 'order'), code],
      )}
    />
  )
}

/** All the rest, behind `MainFacts`. @param site the company whose page it stands on */
export function ReceiptFacts({ receipt, site = null }: { receipt: Receipt; site?: string | null }) {
  const { t } = useTranslation('receipt')
  const show = useShow()
  const rows = useRows()
  const { body, hash, key_id: keyId } = receipt
  const quoteRows = useQuoteRows(body)
  const ledger = ledgerOf(body).map(({ transaction, entries }) => t('ledgerEntry', { transaction, entries: entries.join(', ') }))
  const previous = body.previous === '' ? t('firstOfAccount') : textOf(body, 'previous')
  return (
    <Groups>
      <Stack $gap={5}>
        <Group
          name="order"
          rows={rows(
            ['instrument', textOf(body, 'instrument'), code],
            ['side', textOf(body, 'side'), show.side],
            ['lots', textOf(body, 'lots'), price],
            ['leverage', textOf(body, 'leverage'), (text) => <span data-num="">{text}×</span>],
            ['reason', textOf(body, 'reason'), show.reason],
            ['parent', textOf(body, 'parent'), code],
          )}
        />
        <Group
          name="money"
          rows={rows(['rate', textOf(body, 'conversion_rate'), price], ['balance', textOf(body, 'balance_after'), show.money])}
        />
        <Group
          name="record"
          rows={rows(
            ['broker', textOf(body, 'legal_entity') ?? textOf(body, 'broker'), show.plain],
            ['account', textOf(body, 'account'), code],
            ['ledger', ledger.join(' · ') || null, show.plain],
            ['key', keyId, code],
            ['terms', textOf(body, 'terms'), (text) => termsLink(text, body, site)],
          )}
        />
      </Stack>
      <Group
        name="price"
        rows={[
          ...rows(
            ['stopLoss', textOf(body, 'stop_loss'), show.protection],
            ['takeProfit', textOf(body, 'take_profit'), show.protection],
            ['trailing', textOf(body, 'trailing_distance'), show.protection],
          ),
          ...quoteRows,
        ]}
      />
      <Group
        name="chain"
        wide
        rows={rows(
          ['hash', hash, code],
          ['previous', previous, body.previous === '' ? show.plain : code],
          ['ticksHash', textOf(body, 'ticks_hash'), code],
        )}
      />
    </Groups>
  )
}
