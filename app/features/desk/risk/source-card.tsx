/** Whether the prices can be trusted: how old they are, what is missing, what was refused, and from where on that counts. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { RiskSource, RiskView } from '../../../terms/risk'
import { compareDecimals, DataTable, decimalText, StatusDot, type StatusTone, TableHead, token } from '../../../ui'
import { Num, TableCard, TableScroll } from '../table-card'

const Sources = styled(TableScroll)`
  td, th { padding-inline: 6px; }
  && tfoot > tr > * { color: ${token.text.muted}; font-weight: 500; }
`

export function SourceCard({ sources, thresholds }: Pick<RiskView, 'sources' | 'thresholds'>) {
  const { t } = useTranslation('desk')
  const seconds = (ms: number) => t('risk.seconds', { value: (ms / 1000).toFixed(1) })
  const milliseconds = (ms: number) => t('risk.milliseconds', { value: ms })
  return (
    <TableCard title={t('risk.sources')} end={<span>{t('risk.lastHour')}</span>}>
      <Sources>
        <DataTable label={t('risk.sources')} rowHeight={40}>
          <TableHead
            columns={[
              t('risk.column.source'),
              ...(['age', 'gaps', 'rejects', 'latency'] as const).map((key) => ({ label: t(`risk.column.${key}`), isNumber: true })),
            ]}
          />
          <tbody>
            {sources.map((source) => {
              const past = pastThresholds(source, thresholds)
              const level = (is: boolean) => (is ? 'near' : 'under')
              return (
                <tr key={`${source.kind}/${source.id}`}>
                  <td>
                    <StatusDot tone={toneOf(source, past)} label={<bdi>{source.id}</bdi>} />
                  </td>
                  <td data-n="">
                    <Num data-level={past.age ? 'over' : 'under'}>
                      {source.ageMs !== null ? seconds(source.ageMs) : isQuiet(source) ? '–' : t(`risk.sourceState.${source.state}`)}
                    </Num>
                  </td>
                  <td data-n="">
                    <Num data-level={level(past.gaps)}>{source.gaps}</Num>
                  </td>
                  <td data-n="">
                    <Num data-level={level(past.rejects)}>
                      {source.rejects === null ? '–' : `${decimalText(source.rejects, { decimals: 1 })}%`}
                    </Num>
                  </td>
                  <td data-n="">
                    <Num data-level={level(past.latency)}>{source.latencyMs === null ? '–' : milliseconds(source.latencyMs)}</Num>
                  </td>
                </tr>
              )
            })}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('risk.threshold')}</th>
              <td data-n="">{seconds(thresholds.feedAgeMs)}</td>
              <td data-n="">{thresholds.gaps}</td>
              <td data-n="">{`${thresholds.rejectPercent}%`}</td>
              <td data-n="">{milliseconds(thresholds.latencyMs)}</td>
            </tr>
          </tfoot>
        </DataTable>
      </Sources>
    </TableCard>
  )
}

function pastThresholds({ ageMs, gaps, rejects, latencyMs }: RiskSource, thresholds: RiskView['thresholds']) {
  return {
    age: (ageMs ?? 0) > thresholds.feedAgeMs,
    gaps: gaps > thresholds.gaps,
    rejects: rejects !== null && compareDecimals(rejects, String(thresholds.rejectPercent)) > 0,
    latency: (latencyMs ?? 0) > thresholds.latencyMs,
  }
}

/** A provider says something when it is sent an order, and nothing otherwise. */
function isQuiet({ kind, state }: RiskSource): boolean {
  return kind === 'provider' && state === 'live'
}

/** The shape changes, too: colour alone says nothing to some. */
function toneOf({ state }: RiskSource, past: ReturnType<typeof pastThresholds>): StatusTone {
  if (state === 'down' || past.age) return 'bad'
  if (state === 'resting') return 'off'
  return past.gaps || past.rejects || past.latency ? 'wait' : 'open'
}
