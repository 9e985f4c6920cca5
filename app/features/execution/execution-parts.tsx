/** The parts of the page of execution figures that show one class of orders: its figures, its slippage, its refusals. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Badge, Card, CardHead, decimalText, media, token } from '../../ui'
import { type DayFigures, type OrderClass, shareText } from './execution-data'

export const numberText = (value: number) => decimalText(String(value))

const FigureList = styled.dl`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  > div { padding: ${token.space[3]} ${token.space[4]}; min-width: 0; }
  > div:nth-child(even) { border-inline-start: 1px solid ${token.border.hairline}; }
  > div:nth-child(n + 3) { border-block-start: 1px solid ${token.border.hairline}; }
  dt { font-size: ${token.type.xs}; color: ${token.text.secondary}; }
  dd { font-size: ${token.type.xl}; font-weight: 600; line-height: 1.3; font-variant-numeric: tabular-nums lining-nums; }
  small { display: block; font-size: ${token.type.xs}; font-weight: 400; color: ${token.text.muted}; line-height: 1.4; }
  ${media.tablet} {
    grid-template-columns: repeat(4, minmax(0, 1fr));
    > div { border-block-start: 0; }
    > div:nth-child(n + 2) { border-inline-start: 1px solid ${token.border.hairline}; border-block-start: 0; }
  }
`
export const Body = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
  padding: ${token.space[2]} ${token.space[4]} ${token.space[4]};
  p { font-size: ${token.type.sm}; line-height: 1.5; color: ${token.text.secondary}; }
`

/** No order is held back on purpose: there is no step in which one could be. */
const HELD_MS = 0

/** Figures of a class at a glance. */
export function Figures({ view }: { view: OrderClass }) {
  const { t } = useTranslation('execution')
  const { orders, filled, fillRate: rate, tookMs: took, quoteAgeMs: age } = view
  const figure = (found: OrderClass['tookMs']) =>
    found === null ? (
      <dd>
        –<small>{t('notMeasured')}</small>
      </dd>
    ) : (
      <dd>
        <bdi dir="ltr">{`${numberText(found.p50)} ms`}</bdi>
        <small>{t('percentiles', { p99: numberText(found.p99) })}</small>
      </dd>
    )
  return (
    <Card>
      <FigureList>
        <div>
          <dt>{t('fillRate')}</dt>
          <dd>
            {decimalText(rate)}%<small>{t('ofOrders', { filled: numberText(filled), orders: numberText(orders) })}</small>
          </dd>
        </div>
        <div>
          <dt>{t('took')}</dt>
          {figure(took)}
        </div>
        <div>
          <dt>{t('hold')}</dt>
          <dd>
            <bdi dir="ltr">{`${HELD_MS} ms`}</bdi>
            <small>{t('noLastLook')}</small>
          </dd>
        </div>
        <div>
          <dt>{t('quoteAge')}</dt>
          {figure(age)}
        </div>
      </FigureList>
    </Card>
  )
}

const Histogram = styled.table`
  width: 100%;
  table-layout: fixed;
  border-collapse: collapse;
  font-size: ${token.type.sm};
  font-variant-numeric: tabular-nums lining-nums;
  th { font-weight: 400; color: ${token.text.secondary}; text-align: center; padding: 6px 4px; overflow-wrap: anywhere; }
  th b { color: ${token.text.primary}; }
  td { padding: 6px 0; }
  td[data-count] { font-weight: 600; }
  td[data-count='worse'] { text-align: end; }
  tr[data-same] td { padding: 10px; text-align: center; background: ${token.surface.sunken}; color: ${token.text.secondary}; }
  i { display: block; height: 16px; min-width: 1px; width: var(--share); }
  td[data-bar='better'] { border-inline-end: 1px solid ${token.border.soft}; }
  td[data-bar='better'] i { margin-inline-start: auto; background: ${token.text.secondary}; }
  td[data-bar='worse'] { border-inline-start: 1px solid ${token.border.soft}; }
  td[data-bar='worse'] i {
    border: 1px solid ${token.text.secondary};
    background: repeating-linear-gradient(135deg, ${token.text.secondary} 0 2px, transparent 2px 5px);
  }
  ${media.forced} { i { border: 1px solid CanvasText; } }
`

/** One histogram, both sides on one scale: solid against hatched, so that no colour says what is good. */
export function SlippageCard({ view, symmetry }: { view: OrderClass; symmetry: DayFigures['symmetry'] }) {
  const { t } = useTranslation(['execution', 'order'])
  const { slippage } = view
  if (slippage === null) return null
  const { better, same, worse, measured, betterBy: left, worseBy: right, netPips: net } = slippage
  const widest = Math.max(1, ...left, ...right)
  const share = (count: number) => ({ '--share': `${(count * 100) / widest}%` }) as React.CSSProperties
  const bounds = ['≤ 0.2', '≤ 0.5', '≤ 1.0', '> 1.0']
  const head = (count: number) => `${numberText(count)} · ${shareText(count, measured)}%`
  return (
    <Card>
      <CardHead>
        <h2>{t('slippage.title')}</h2>
        {symmetry.isSymmetric === null ? null : symmetry.isSymmetric ? (
          <Badge tone="ok" icon="check">
            {t('slippage.symmetric')}
          </Badge>
        ) : (
          <Badge tone="danger" icon="circle-alert">
            {t('slippage.asymmetric')}
          </Badge>
        )}
      </CardHead>
      <Body>
        <Histogram>
          <caption className="sr-only">{t('slippage.caption')}</caption>
          <colgroup>
            <col style={{ width: 52 }} />
            <col />
            <col style={{ width: 64 }} />
            <col />
            <col style={{ width: 52 }} />
          </colgroup>
          <thead>
            <tr>
              <th colSpan={2} scope="col">
                <b>{t('slippage.better')}</b> <bdi>{head(better)}</bdi>
              </th>
              <th scope="col">{t('order:unit.pips')}</th>
              <th colSpan={2} scope="col">
                <b>{t('slippage.worse')}</b> <bdi>{head(worse)}</bdi>
              </th>
            </tr>
          </thead>
          <tbody>
            <tr data-same="">
              <td colSpan={5}>
                <b>{t('slippage.same')}</b> <bdi>{head(same)}</bdi>
              </td>
            </tr>
            {bounds.map((bound, index) => (
              <tr key={bound}>
                <td data-count="better">{numberText(left[index] ?? 0)}</td>
                <td data-bar="better" aria-hidden="true">
                  <i style={share(left[index] ?? 0)} />
                </td>
                <th scope="row">
                  <bdi dir="ltr">{bound}</bdi>
                </th>
                <td data-bar="worse" aria-hidden="true">
                  <i style={share(right[index] ?? 0)} />
                </td>
                <td data-count="worse">{numberText(right[index] ?? 0)}</td>
              </tr>
            ))}
          </tbody>
        </Histogram>
        <p>
          {symmetry.difference === null
            ? t('slippage.tooFew')
            : t('slippage.rule', { difference: decimalText(symmetry.difference), bound: symmetry.bound })}{' '}
          {t('slippage.net', { pips: decimalText(net) })}
        </p>
      </Body>
    </Card>
  )
}

const Bars = styled.ul`
  display: grid;
  gap: ${token.space[3]};
  li { display: grid; gap: 5px; font-size: ${token.type.sm}; }
  li > span { display: flex; justify-content: space-between; gap: ${token.space[3]}; }
  b { font-weight: 600; font-variant-numeric: tabular-nums lining-nums; white-space: nowrap; }
  small { font-size: inherit; font-weight: 400; color: ${token.text.muted}; margin-inline-start: 6px; }
  div { height: 6px; border-radius: 3px; background: ${token.surface.active}; }
  i { display: block; height: 6px; border-radius: 3px; width: var(--share); background: ${token.text.muted}; }
`

/** Why orders were not filled, the most frequent first. */
export function RejectionCard({ view }: { view: OrderClass }) {
  const { t } = useTranslation('execution')
  const { rejections, rejected, orders } = view
  if (rejections === null) return null
  const sorted = [...rejections].sort((one, other) => other.count - one.count)
  const most = sorted[0]?.count ?? 1
  return (
    <Card>
      <CardHead>
        <h2>{t('rejections.title')}</h2>
        <bdi>
          {numberText(rejected)} · {shareText(rejected, orders)}%
        </bdi>
      </CardHead>
      <Body>
        {sorted.length === 0 ? <p>{t('rejections.none')}</p> : null}
        <Bars>
          {sorted.map(({ reason, count }) => (
            <li key={reason}>
              <span>
                {t(`rejections.${reason}`)}
                <b>
                  <bdi>{numberText(count)}</bdi>
                  <small>
                    <bdi>{`${shareText(count, rejected)}%`}</bdi>
                  </small>
                </b>
              </span>
              <div aria-hidden="true">
                <i style={{ '--share': `${(count * 100) / most}%` } as React.CSSProperties} />
              </div>
            </li>
          ))}
        </Bars>
        <p>{t('rejections.note')}</p>
      </Body>
    </Card>
  )
}
