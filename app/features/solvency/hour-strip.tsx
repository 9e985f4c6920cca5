/** The last 24 hours: in which of them the account was counted. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { dateTimeFormat } from '../../language/intl'
import { Card, CardHead, Icon, token, VisuallyHidden } from '../../ui'
import { useSite } from '../../visitor/site'
import type { SolvencyData } from './load-solvency.server'

const HOUR: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }
const STATES = {
  counted: { icon: 'check', key: 'solvency.hourCounted' },
  missing: { icon: 'x', key: 'solvency.hourMissing' },
  none: { icon: 'minus', key: 'solvency.hourNone' },
} as const

const Hours = styled.ol`
  display: grid;
  grid-template-columns: repeat(12, minmax(0, 1fr));
  gap: 3px;
  padding: 0 ${token.space[4]} ${token.space[4]};
  li { display: grid; place-items: center; height: 28px; border-radius: ${token.radius.sm}; background: ${token.surface.sunken}; }
  li svg { width: 14px; height: 14px; }
  [data-state='counted'] { background: ${token.status.ok.soft}; color: ${token.status.ok.text}; }
  [data-state='missing'] { background: ${token.status.danger.soft}; color: ${token.status.danger.text}; }
`

export function HourStrip({ hours }: Pick<SolvencyData, 'hours'>) {
  const { t } = useTranslation('proof')
  const { language } = useSite()
  return (
    <Card aria-labelledby="hours">
      <CardHead>
        <h2 id="hours">{t('solvency.hours')}</h2>
      </CardHead>
      <Hours>
        {hours.map(({ at, state }) => {
          const name = t(STATES[state].key, { time: `${dateTimeFormat(language, HOUR).format(at)} UTC` })
          return (
            <li key={at} data-state={state} title={name}>
              <Icon name={STATES[state].icon} />
              <VisuallyHidden>{name}</VisuallyHidden>
            </li>
          )
        })}
      </Hours>
    </Card>
  )
}
