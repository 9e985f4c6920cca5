/** "My money is counted": the verdict and its checks, the way from the own money to the sum, what covers it, and the hours of a day. */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { formatAmount, parseAmount } from '../../../rules/money'
import { useHiddenAmounts } from '../../frame/hidden-amounts'
import { dateTimeFormat } from '../../language/intl'
import { writeNewest } from '../../terms/solvency'
import { Amount, Button, Card, CardHead, Columns, decimalText, Icon, KeyValueList, Note, Stack, token } from '../../ui'
import { AwaitsScripts } from '../../ui/awaits-scripts'
import { downloadJson } from '../../ui/download-json'
import { useSite } from '../../visitor/site'
import { AssetsCard } from './assets-card'
import { type CountedParts, checkInclusion, readParts } from './check-inclusion'
import { HourStrip } from './hour-strip'
import type { SolvencyData } from './load-solvency.server'
import { isRootInLog } from './root-in-log'
import { SumPath } from './sum-path'

const MOMENT: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }

const Verdict = styled(Card)`
  display: grid;
  gap: ${token.space[3]};
  padding: ${token.space[5]};
  &[data-tone='ok'] { background: ${token.status.ok.soft}; }
  &[data-tone='danger'] { background: ${token.status.danger.soft}; }
  h2 { font-size: ${token.type.xl}; overflow-wrap: anywhere; }
  p { line-height: 1.5; }
  ul { display: grid; gap: ${token.space[2]}; font-size: ${token.type.sm}; }
  li { display: flex; gap: ${token.space[2]}; align-items: baseline; }
  small { color: ${token.text.secondary}; font-size: ${token.type.xs}; }
`

interface Checked {
  readonly addsUp: boolean
  readonly isIncluded: boolean
  readonly ms: number
}

export function SolvencyPage({ data }: { data: SolvencyData }) {
  const { t } = useTranslation('proof')
  const { newest, uid, isDemo, log } = data
  const counted = newest === null ? null : readParts(newest)
  const [checked, setChecked] = useState<Checked | null>(null)
  useEffect(() => {
    if (newest?.own == null) return setChecked(null)
    const begun = performance.now()
    const outcome = checkInclusion(newest, uid)
    setChecked({ ...outcome, ms: Math.max(1, Math.round(performance.now() - begun)) })
  }, [newest, uid])
  const [isInLog, setInLog] = useState<boolean | undefined>(undefined)
  useEffect(() => {
    setInLog(undefined)
    if (newest === null) return
    let isCurrent = true
    void isRootInLog(newest, log).then((found) => {
      if (isCurrent) setInLog(found)
    })
    return () => {
      isCurrent = false
    }
  }, [newest, log])
  return (
    <Columns>
      <Stack>
        {isDemo ? (
          <Note tone="info">{t('solvency.demo')}</Note>
        ) : (
          <VerdictCard data={data} counted={counted} checked={checked} isInLog={isInLog} />
        )}
        {counted === null ? null : <SumPath counted={counted} />}
        {isDemo ? null : <HourStrip hours={data.hours} />}
        <Note>{t('solvency.limit')}</Note>
      </Stack>
      <Stack>
        {newest?.own == null ? null : <CountedCard newest={newest} own={newest.own} counted={counted} />}
        <AssetsCard assets={data.assets} owed={newest === null ? null : (JSON.parse(newest.document) as { total: string }).total} />
      </Stack>
    </Columns>
  )
}

interface VerdictProps {
  readonly data: SolvencyData
  readonly counted: CountedParts | null
  readonly checked: Checked | null
  /** Undefined: nobody has looked. */
  readonly isInLog: boolean | undefined
}

function VerdictCard({ data, counted, checked, isInLog }: VerdictProps) {
  const { t } = useTranslation('proof')
  const { language } = useSite()
  const { isHidden } = useHiddenAmounts()
  if (data.newest === null)
    return (
      <Verdict>
        <h2>{t('solvency.notYet')}</h2>
        <p>{t('solvency.notYetText')}</p>
      </Verdict>
    )
  if (counted === null)
    return (
      <Verdict data-tone="danger" role="alert">
        <h2>{t('solvency.notCounted')}</h2>
        <p>{t('solvency.notCountedText')}</p>
      </Verdict>
    )
  const isFailed = checked !== null && !(checked.addsUp && checked.isIncluded && isInLog !== false)
  const tone = checked === null ? undefined : isFailed ? 'danger' : 'ok'
  const amount = isHidden ? '••••' : decimalText(counted.counted, { decimals: 2, rounding: 'down' })
  return (
    <Verdict data-tone={tone} role={isFailed ? 'alert' : 'status'}>
      <h2>{isFailed ? t('solvency.failed') : t('solvency.counted', { amount })}</h2>
      <p>
        {t('solvency.of', { total: decimalText(counted.total, { decimals: 2, rounding: 'down' }) })}{' '}
        {t('solvency.asOf', { time: dateTimeFormat(language, MOMENT).format(counted.at) })}
      </p>
      <ul>
        <Check label={t('solvency.checkAdds')} passed={checked?.addsUp} />
        <Check label={t('solvency.checkRoot')} passed={checked?.addsUp === false ? undefined : checked?.isIncluded} />
        <Check label={t('solvency.checkLog')} passed={isInLog} />
      </ul>
      {checked === null ? null : <small>{t('solvency.checkedIn', { ms: checked.ms })}</small>}
    </Verdict>
  )
}

/** Undefined: nobody has looked, which is never drawn as passed. */
function Check({ label, passed }: { label: string; passed: boolean | undefined }) {
  const { t } = useTranslation('proof')
  const word = t(`step.outcome.${passed === undefined ? 'unchecked' : passed ? 'passed' : 'failed'}`)
  return (
    <li>
      <Icon name={passed === undefined ? 'minus' : passed ? 'check' : 'x'} />
      <span>
        {label}: <b>{word}</b>
      </span>
    </li>
  )
}

interface CountedProps {
  readonly newest: NonNullable<SolvencyData['newest']>
  readonly own: { readonly equity: string; readonly underReview: string }
  readonly counted: CountedParts | null
}

function CountedCard({ newest, own, counted }: CountedProps) {
  const { t } = useTranslation('proof')
  const broker = useSite().tenant?.id ?? 'broker'
  const { isHidden } = useHiddenAmounts()
  const amount = (value: string) => <Amount value={value} hidden={isHidden} hiddenLabel={t('public:amountHidden')} />
  return (
    <Card aria-labelledby="counted">
      <CardHead>
        <h2 id="counted">{t('solvency.what')}</h2>
      </CardHead>
      <Rows
        rows={[
          { key: 'equity', label: t('order:figure.equity'), value: amount(own.equity) },
          { key: 'review', label: t('solvency.review'), value: amount(own.underReview) },
          { key: 'total', label: t('solvency.total'), value: amount(counted?.counted ?? formatAmount(parseAmount('0'))), total: true },
        ]}
      />
      <AwaitsScripts>
        <Save>
          <Button
            block
            icon="download"
            onClick={() => downloadJson(`${broker}-solvency-${newest.hash.slice(0, 8)}.json`, writeNewest(newest))}
          >
            {t('order:proof.download')}
          </Button>
        </Save>
      </AwaitsScripts>
    </Card>
  )
}
const Save = styled.div`
  padding: 0 ${token.space[4]} ${token.space[4]};
`
const Rows = styled(KeyValueList)`
  padding: 0 ${token.space[4]} ${token.space[4]};
`
