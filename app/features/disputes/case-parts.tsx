/** What trader and desk see alike of a case: its cards, its state, its times, the fill. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { dateTimeFormat } from '../../language/intl'
import type { ShownChallenge, ShownFill } from '../../terms/challenge'
import { Badge, type BadgeTone, Card, CardHead, decimalText, KeyValueList, token } from '../../ui'
import { useSite } from '../../visitor/site'

const MOMENT: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }

const CaseBody = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[3]};
  padding: 0 ${token.space[4]} ${token.space[4]};
`

interface CaseCardProps {
  readonly title: string
  /** A badge at the end of the head. */
  readonly end?: ReactNode
  readonly children: ReactNode
}

/** A card of a case: its head, and what stands under it. */
export function CaseCard({ title, end, children }: CaseCardProps) {
  return (
    <Card>
      <CardHead>
        <h2>{title}</h2>
        {end}
      </CardHead>
      <CaseBody>{children}</CaseBody>
    </Card>
  )
}

/** A moment of UTC, with the word beside it. */
export function UtcMoment({ at }: { readonly at: number }) {
  const { language } = useSite()
  return (
    <time dateTime={new Date(at).toISOString()}>
      {/* A browser may put another kind of space between day and hour than the server. */}
      <bdi suppressHydrationWarning>{`${dateTimeFormat(language, MOMENT).format(at)} UTC`}</bdi>
    </time>
  )
}

const TONES: Readonly<Record<ShownChallenge['state'], BadgeTone>> = {
  open: 'warn',
  asked: 'info',
  stands: 'info',
  corrected: 'ok',
  withdrawn: 'neutral',
}

export function StateBadge({ state, isLate }: Pick<ShownChallenge, 'state' | 'isLate'>) {
  const { t } = useTranslation('proof')
  return isLate ? <Badge tone="danger">{t('challenge.late')}</Badge> : <Badge tone={TONES[state]}>{t(`challenge.state.${state}`)}</Badge>
}

/** The fill as its receipt states it. */
export function FillFacts({ fill }: { readonly fill: ShownFill }) {
  const { t } = useTranslation('order')
  return (
    <KeyValueList
      dense
      rows={[
        { key: 'instrument', label: t('receipt:fact.instrument'), value: <bdi>{fill.instrument}</bdi> },
        { key: 'side', label: t('receipt:fact.side'), value: t(fill.side === 'buy' ? 'long' : 'short') },
        { key: 'lots', label: t('receipt:fact.lots'), value: decimalText(fill.lots) },
        { key: 'price', label: t(`event.${fill.event}`), value: decimalText(fill.price) },
        ...(fill.stop === '' ? [] : [{ key: 'sl', label: t('receipt:fact.stopLoss'), value: decimalText(fill.stop) }]),
        ...(fill.target === '' ? [] : [{ key: 'tp', label: t('receipt:fact.takeProfit'), value: decimalText(fill.target) }]),
        { key: 'at', label: t('receipt:fact.time'), value: <UtcMoment at={fill.at} /> },
        { key: 'order', label: t('receipt:fact.order'), value: <bdi dir="ltr">{fill.order}</bdi> },
      ]}
    />
  )
}
