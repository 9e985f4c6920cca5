import { useTranslation } from 'react-i18next'
import { paths } from '~/addresses/paths'
import {
  Button,
  DemoRibbon,
  EmptyState,
  Kbd,
  Note,
  type NoteTone,
  NoticeStrip,
  OfflineBar,
  ProgressLine,
  RiskLine,
  Skeleton,
  SkeletonGroup,
} from '../../ui'
import { Group, Specimen } from './specimen'

const NOTES: readonly NoteTone[] = ['neutral', 'info', 'ok', 'warn', 'danger']
const nothing = () => undefined

export function FeedbackGroup() {
  const { t } = useTranslation('public')
  return (
    <Group name="feedback">
      {NOTES.map((tone) => (
        <Specimen key={tone} of={`Note: ${tone}`} width="half">
          <Note tone={tone}>{t('pageFailedText')}</Note>
        </Specimen>
      ))}
      <Specimen of="NoticeStrip" width="half">
        <NoticeStrip href={paths.mine.announcement()} title={t('product:notice.title')} text={t('product:notice.text')} boxed />
      </Specimen>
      {(['reconnecting', 'offline', 'back'] as const).map((state) => (
        <Specimen key={state} of={`OfflineBar: ${state}`} width="half">
          <OfflineBar
            state={state}
            title={t(`connection.${state}`)}
            text={t('connection.pricesFrom', { time: '14:00' })}
            retryLabel={t('retry')}
            onRetry={nothing}
          />
        </Specimen>
      ))}
      <Specimen of="DemoRibbon" width="full">
        <DemoRibbon text={t('demoRibbon')} label={t('demoRibbonLabel')} />
      </Specimen>
      <Specimen of="EmptyState: empty" width="half">
        <EmptyState
          art="records"
          title={t('product:empty.category')}
          text={t('product:empty.searchHelp')}
          action={<Button>{t('order:goTrade')}</Button>}
          level={3}
        />
      </Specimen>
      <Specimen of="EmptyState: error with its code" width="half">
        <EmptyState
          art="none"
          title={t('product:error.title')}
          text={t('product:error.text')}
          action={<Button variant="primary">{t('retry')}</Button>}
          code={t('product:error.code', { code: 503 })}
          level={3}
        />
      </Specimen>
      <Specimen of="Skeleton: line, block, disc" width="half">
        <SkeletonGroup label={t('loading')}>
          <Skeleton width={36} height={36} shape="disc" />
          <Skeleton width="60%" />
          <Skeleton height={64} shape="block" />
        </SkeletonGroup>
      </Specimen>
      <Specimen of="ProgressLine" width="half">
        <ProgressLine active label={t('loading')} />
      </Specimen>
      <Specimen of="RiskLine, Kbd" width="half">
        <RiskLine>{t('riskLine')}</RiskLine>
        <span>
          <Kbd>Esc</Kbd>
        </span>
      </Specimen>
    </Group>
  )
}
