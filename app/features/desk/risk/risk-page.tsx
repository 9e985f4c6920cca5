/** Risk: is the house covered, who is near the edge, can the prices be trusted; and the brake. */
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { RiskView as WireRiskView } from '../../../../contract/desk/risk'
import { dateTimeFormat } from '../../../language/intl'
import { type RiskView, readRisk } from '../../../terms/risk'
import { Button, decimalText, KeyValueList, media, Note, PageTitle, StatusDot, token } from '../../../ui'
import { useSite } from '../../../visitor/site'
import { useDeskTopic, useLiveCounts } from '../shell/live-counts'
import { TableCard } from '../table-card'
import { LargestCard, StopOutCard } from './account-cards'
import { BrakeBars, OverLimits, SilentSources } from './brake-bars'
import { AskSheet, type BrakeFields, HaltDialog, InstrumentSheet } from './brake-sheets'
import { ExposureTable } from './exposure-table'
import { HourCard, HouseCard } from './house-cards'
import { QuoteSheet } from './quote-sheet'
import type { RiskData } from './risk.server'
import { brakeOf, type ExposureFilter, haltOf, limitLevel, type RiskLayer } from './risk-data'
import { SourceCard } from './source-card'
import { ThresholdSheet } from './threshold-sheet'
import { useBrakeForm } from './use-brake-form'
import { useRiskKeys } from './use-risk-keys'

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${token.space[2]} ${token.space[3]};
  > h1 { margin-inline-end: auto; }
  > span {
    display: inline-flex;
    flex-wrap: wrap;
    gap: 0 ${token.space[3]};
    color: ${token.text.secondary};
    font-size: ${token.type.xs};
    font-variant-numeric: tabular-nums;
  }
  ${media.phone} { > button { display: none; } }
`
const Halt = styled(Button)`
  box-shadow: inset 0 0 0 1px ${token.border.soft};
`
const Wide = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
  ${media.phone} { display: none; }
`
const Grid = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
  align-items: start;
  > div { display: grid; grid-template-columns: minmax(0, 1fr); gap: ${token.space[4]}; }
  > :last-child { grid-template-columns: repeat(2, minmax(0, 1fr)); align-items: start; }
  /* Two columns: the line is as high as what stands beside it. */
  > :last-child > :nth-child(2) { grid-row: span 2; }
  @media (min-width: 1280px) {
    grid-template-columns: minmax(0, 1fr) 336px;
    > :last-child { grid-template-columns: minmax(0, 1fr); }
    > :last-child > :nth-child(2) { grid-row: auto; }
  }
`
const Pair = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(380px, 100%), 1fr));
  gap: ${token.space[4]};
  align-items: start;
`
const Urgent = styled.div`
  padding: ${token.space[3]} ${token.space[4]};
`
const Narrow = styled.div`
  display: none;
  ${media.phone} { display: grid; gap: ${token.space[4]}; }
`

/** As the desk's socket tells it; what the page was made with until then. */
function useRiskView({ company, view }: RiskData): RiskView {
  const told = useDeskTopic<WireRiskView>(`DESK_RISK.${company}`)
  const read = useMemo(() => (told === undefined ? view : readRisk(told)), [told, view])
  return read.at >= view.at ? read : view
}

export function RiskPage({ data }: { readonly data: RiskData }) {
  const view = useRiskView(data)
  const { isLive } = useLiveCounts()
  const [layer, setLayer] = useState<RiskLayer | null>(null)
  const close = useCallback(() => setLayer(null), [])
  // The bars show what happened before its answer is here: a layer that was opened since then stays.
  const closeSent = useCallback((sentFrom: RiskLayer | null) => setLayer((open) => (open === sentFrom ? null : open)), [])
  const form = useBrakeForm(layer, closeSent)
  const isOpen = isLive && data.canControl
  const open = (next: RiskLayer) => {
    form.forget()
    setLayer(next)
  }
  const openBrake = (code: string) => {
    const next = brakeLayer(view, code)
    if (isOpen && next !== null) open(next)
  }
  const openHalt = () => {
    if (isOpen && haltOf(view.brakes) === undefined) open({ kind: 'halt' })
  }
  useRiskKeys({ onState: openBrake, onHalt: openHalt })
  return (
    <>
      <PageHead data={data} view={view} isLive={isLive} onHalt={openHalt} onThresholds={() => open({ kind: 'thresholds' })} />
      {/* What changed shows in the bars below, where a message over them would be in the way. */}
      <p className="sr-only" role="status">
        {form.done}
      </p>
      <Problems isCut={!isLive && data.canControl} problem={layer === null ? form.problem : ''} />
      <OverLimits view={view} />
      <SilentSources view={view} />
      <BrakeBars
        view={view}
        canControl={data.canControl}
        isOpen={isOpen}
        isBusy={form.isBusy}
        onDecide={({ id }, act) => form.send({ act, id })}
        onAsk={({ id }, what) => open({ kind: 'ask', id, what })}
      />
      <Wide data-stale={isLive ? undefined : ''}>
        <Cards data={data} view={view} isOpen={isOpen} onBrake={openBrake} onQuote={(code) => open({ kind: 'quote', code })} />
      </Wide>
      <MostUrgent view={view} />
      <Layers data={data} view={view} layer={layer} isBusy={form.isBusy} problem={form.problem} onSend={form.send} onClose={close} />
    </>
  )
}

/** A switch opens the form that sets it, or, of what stands already, the one that asks to lift it. */
function brakeLayer(view: RiskView, code: string): RiskLayer | null {
  const standing = brakeOf(view.brakes, code)
  if (standing === undefined) return { kind: 'brake', code }
  if (standing.ask !== null) return null
  const canTighten = standing.target === code && standing.mode === 'close-only' && standing.approvedBy === ''
  return canTighten ? { kind: 'brake', code } : { kind: 'ask', id: standing.id, what: 'lift' }
}

interface PageHeadProps {
  readonly data: RiskData
  readonly view: RiskView
  readonly isLive: boolean
  onHalt(): void
  onThresholds(): void
}

function PageHead({ data, view, isLive, onHalt, onThresholds }: PageHeadProps) {
  const { t } = useTranslation('desk')
  return (
    <Head>
      <PageTitle>{data.title}</PageTitle>
      {data.thresholds === null ? null : (
        <Button size="sm" variant="ghost" icon="sliders-horizontal" onClick={onThresholds}>
          {t('risk.thresholds')}
        </Button>
      )}
      {data.canControl ? (
        <Halt size="sm" variant="danger-text" icon="circle-pause" disabled={!isLive || haltOf(view.brakes) !== undefined} onClick={onHalt}>
          {t('risk.halt.open')}
        </Halt>
      ) : null}
      <LiveState isLive={isLive} at={view.at} />
    </Head>
  )
}

function Problems({ isCut, problem }: { readonly isCut: boolean; readonly problem: string }) {
  const { t } = useTranslation('desk')
  return (
    <>
      {isCut ? <Note tone="warn">{t('risk.notConnected')}</Note> : null}
      {problem === '' ? null : (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      )}
    </>
  )
}

type CardsProps = Pick<LayersProps, 'data' | 'view'> & {
  readonly isOpen: boolean
  onBrake(code: string): void
  onQuote(code: string): void
}

function Cards({ data, view, isOpen, onBrake, onQuote }: CardsProps) {
  const [filter, setFilter] = useState<ExposureFilter>('held')
  const accounts = { view, company: data.company, isLinked: data.canOpenTraders }
  return (
    <Grid>
      <div>
        <ExposureTable view={view} filter={filter} onFilter={setFilter} isOpen={isOpen} onBrake={onBrake} onQuote={onQuote} />
        <Pair>
          <StopOutCard {...accounts} />
          <LargestCard {...accounts} />
        </Pair>
      </div>
      <div>
        <HouseCard house={view.house} />
        <HourCard series={view.series} total={view.total} thresholds={view.thresholds} />
        <SourceCard sources={view.sources} thresholds={view.thresholds} />
      </div>
    </Grid>
  )
}

/** Sends a form of the brake; `close` when it was taken, its words otherwise. */
function LiveState({ isLive, at }: { readonly isLive: boolean; readonly at: number }) {
  const { t } = useTranslation('desk')
  const { language } = useSite()
  const moment = dateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Europe/London' }).format(at)
  return (
    <span>
      <span role="status">
        <StatusDot tone={isLive ? 'open' : 'off'} label={t(isLive ? 'risk.live' : 'risk.notLive')} />
      </span>
      <span>{t('risk.london', { moment })}</span>
    </span>
  )
}

/** Where there is no room for the tables: the three facts that cannot wait, to be read. */
function MostUrgent({ view }: { readonly view: RiskView }) {
  const { t } = useTranslation('desk')
  const [fullest] = view.rows
  const [nearest] = view.stopOuts
  const share = (of: string | null) => (of === null ? '–' : `${decimalText(of, { decimals: 0 })}%`)
  const level = limitLevel(view.total.share, view.thresholds.warnPercent)
  return (
    <Narrow>
      <Note tone={level === 'over' ? 'danger' : level === 'near' ? 'warn' : 'info'}>{t('risk.tooNarrow')}</Note>
      <TableCard title={t('risk.urgent')}>
        <Urgent>
          <KeyValueList
            rows={[
              {
                key: 'total',
                label: t('risk.uncovered'),
                value: `${decimalText(view.total.usdt, { decimals: 2 })} USDT · ${share(view.total.share)}`,
              },
              {
                key: 'fullest',
                label: t('risk.fullest'),
                value: fullest === undefined ? '–' : `${fullest.showCode} · ${share(fullest.share)}`,
              },
              {
                key: 'nearest',
                label: t('risk.nearest'),
                value: nearest === undefined ? '–' : `${nearest.name || nearest.uid} · ${decimalText(nearest.riskRate, { decimals: 1 })}%`,
              },
            ]}
          />
        </Urgent>
      </TableCard>
    </Narrow>
  )
}

interface LayersProps {
  readonly data: RiskData
  readonly view: RiskView
  readonly layer: RiskLayer | null
  readonly isBusy: boolean
  readonly problem: string
  onSend(fields: BrakeFields): void
  onClose(): void
}

function Layers({ data, view, layer, isBusy, problem, onSend, onClose }: LayersProps) {
  const form = { isBusy, problem, approvers: data.approvers, onSend, onClose }
  const row = layer !== null && 'code' in layer ? view.rows.find(({ code }) => code === layer.code) : undefined
  switch (layer?.kind) {
    case 'brake':
      return row === undefined ? null : <InstrumentSheet row={row} {...form} />
    case 'quote':
      return row === undefined ? null : <QuoteSheet row={row} company={data.company} onClose={onClose} />
    case 'ask':
      return <AskSheet id={layer.id} what={layer.what} {...form} />
    case 'halt':
      return <HaltDialog view={view} companyName={data.companyName} {...form} />
    case 'thresholds':
      return data.thresholds === null ? null : (
        <ThresholdSheet thresholds={data.thresholds} company={data.company} canSet={data.canSet} onClose={onClose} />
      )
    default:
      return null
  }
}
