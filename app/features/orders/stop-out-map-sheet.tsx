import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { Positions } from '../../terms/order'
import { Button, ChipGroup, decimalText, EmptyState, media, Note, Sheet, Skeleton, SkeletonGroup, Stack, Text, token } from '../../ui'
import { StopOutTable } from './stop-out-table'
import { STRESS_REACH } from './stress-account'
import { StressFigures } from './stress-figures'
import { usePositions } from './use-positions'
import { useStopOutMap } from './use-stop-out-map'

const Wide = styled(Sheet)`
  ${media.tablet} { && { max-width: 760px; } }
`
const Slider = styled.div`
  display: grid;
  gap: ${token.space[1]};
  label { font-size: ${token.type.sm}; font-weight: 500; display: flex; justify-content: space-between; gap: ${token.space[2]}; }
  input { width: 100%; min-height: 44px; accent-color: ${token.brand.mark}; }
  > span { display: flex; justify-content: space-between; font-size: ${token.type.xs}; color: ${token.text.muted}; }
`

interface StopOutMapSheetProps {
  isOpen: boolean
  onClose: () => void
}

/** Which position would be closed first, at which price and at what cost, while prices move against the account. */
export function StopOutMapSheet({ isOpen, onClose }: StopOutMapSheetProps) {
  const { t } = useTranslation('order')
  const { positions, failedWith, again } = usePositions(isOpen)
  return (
    <Wide open={isOpen} onClose={onClose} title={t('map.title')} closeLabel={t('closeLayer')}>
      {positions !== null ? (
        <StopOutMapView positions={positions} />
      ) : failedWith === null ? (
        <SkeletonGroup label={t('loading')}>
          <Skeleton height={480} shape="block" />
        </SkeletonGroup>
      ) : (
        <EmptyState
          art="broken"
          title={t('map.failed')}
          action={<Button onClick={again}>{t('error.retry')}</Button>}
          code={t('error.code', { code: failedWith })}
        />
      )}
    </Wide>
  )
}

const ALL = ''

function StopOutMapView({ positions }: { positions: Positions }) {
  const { t } = useTranslation('order')
  const [code, setCode] = useState(ALL)
  const [percent, setPercent] = useState('0')
  const reading = useStopOutMap(positions, code === ALL ? undefined : code, percent)
  if (reading === null) return null
  const names = new Map(positions.orders.map(({ instrument }) => [instrument.code, instrument.symbol]))
  const isShut = positions.orders.length > 0 && reading.account.quotes.some(({ isOpen }) => !isOpen)
  return (
    <Stack>
      <Text $size="sm" $tone="secondary">
        {t('map.intro', { level: decimalText(positions.stopOutLevel) })}
      </Text>
      {positions.orders.length === 0 ? (
        <Note>{t('map.empty')}</Note>
      ) : (
        <>
          {names.size < 2 ? null : (
            <ChipGroup
              label={t('map.scope')}
              options={[
                { value: ALL, label: t('map.all') },
                ...[...names].map(([value, label]) => ({ value, label: <bdi dir="ltr">{label}</bdi> })),
              ]}
              value={code}
              onChange={setCode}
            />
          )}
          <StressSlider percent={percent} onChange={setPercent} />
        </>
      )}
      <StressFigures reading={reading} />
      {positions.orders.length === 0 ? null : <StopOutTable positions={positions} reading={reading} />}
      {isShut ? <Note tone="warn">{t('map.shut')}</Note> : null}
      <Text $size="xs" $tone="muted">
        {t('map.limits')}
      </Text>
    </Stack>
  )
}

function StressSlider({ percent, onChange }: { percent: string; onChange: (percent: string) => void }) {
  const { t } = useTranslation('order')
  const id = useId()
  const size = percent.replace('-', '')
  const words = t(percent === '0' ? 'map.now' : percent.startsWith('-') ? 'map.inFavour' : 'map.against', { percent: size })
  return (
    <Slider>
      <label htmlFor={id}>
        {t('map.stress')} <b>{words}</b>
      </label>
      <input
        id={id}
        type="range"
        min={-STRESS_REACH}
        max={STRESS_REACH}
        step={0.5}
        value={percent}
        aria-valuetext={words}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <span aria-hidden="true">
        <span>{t('map.favourEnd', { percent: STRESS_REACH })}</span>
        <span>{t('map.againstEnd', { percent: STRESS_REACH })}</span>
      </span>
    </Slider>
  )
}
