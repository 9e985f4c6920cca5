/** One account at the desk: first who it is, then what it has and did, and last what the desk may do to it. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../../addresses/paths'
import { Amount, Badge, Card, Link, Note, PageTitle, Percent, Stack, type TabItem, Tabs, token } from '../../../ui'
import { ItemHead } from '../item-layout'
import type { TraderData } from './people.server'
import type { PersonAnswer } from './person-actions'
import { PersonActions } from './person-forms'
import { TraderPanel } from './trader-panels'
import { TRADER_TABS, type TraderTab } from './trader-tabs'

const Who = styled.dl`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space[1]} ${token.space[5]};
  font-size: ${token.type.sm};
  > div { display: flex; gap: 6px; min-width: 0; }
  dt { color: ${token.text.muted}; }
  dd { overflow-wrap: anywhere; }
`
const Facts = styled(Card)`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(150px, 1fr));
  gap: ${token.space[3]} ${token.space[4]};
  margin: 0;
  padding: ${token.space[4]};
  dt { font-size: ${token.type.xs}; color: ${token.text.muted}; }
  dd { font-weight: 600; font-variant-numeric: tabular-nums lining-nums; }
`
const Part = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[2]};
  > h2 { font-size: ${token.type.md}; font-weight: 600; }
  > p { color: ${token.text.muted}; }
`

export function TraderPage({ data, answer }: { readonly data: TraderData; readonly answer: PersonAnswer | undefined }) {
  const { t } = useTranslation('desk')
  const { company, item, isMasked, actions, tab } = data
  return (
    <>
      <Link href={paths.desk.traders({ company })}>{t('people.back')}</Link>
      <ItemHead>
        <PageTitle>{data.title}</PageTitle>
        <Badge tone={item.isFrozen ? 'danger' : 'ok'}>{t(item.isFrozen ? 'people.frozen' : 'people.active')}</Badge>
        <Badge tone={item.hasIdentity ? 'ok' : 'neutral'}>
          {t('people.identity')}
          {': '}
          {t(`people.identityState.${item.identity}`)}
        </Badge>
      </ItemHead>
      <Profile item={item} />
      {item.isFrozen ? (
        <Note tone="warn">{item.frozenBy === '' ? t('people.frozenByOwner') : t('people.frozenBy', { name: item.frozenBy })}</Note>
      ) : null}
      {data.twoStepAsked === null ? null : (
        <Note tone="warn">
          {t('people.twoStepAsked', { name: data.twoStepAsked.name })} <bdi>{data.twoStepAsked.reason}</bdi>
        </Note>
      )}
      {isMasked ? <Note>{t('people.masked')}</Note> : null}
      <Figures figures={data.records.figures} />
      <Tabs label={t('people.records')} items={tabItems(data, (name) => t(name))} value={tab} panelId="records" dense />
      <Stack id="records" role="tabpanel" aria-labelledby={`records-tab-${tab}`}>
        <TraderPanel data={data} />
      </Stack>
      {actions.length === 0 ? null : (
        <Part>
          <h2>{t('people.actions')}</h2>
          <p>{t('people.atOnce')}</p>
          <PersonActions
            key={`${item.id}/${item.isFrozen}/${item.frozenBy}/${item.twoStepOff?.by}`}
            uid={item.uid}
            actions={actions}
            answer={answer}
          />
        </Part>
      )}
    </>
  )
}

const OWN_NAME: Partial<Record<TraderTab, string>> = { sessions: 'people.sessions', history: 'people.history' }

function tabItems(
  { company, item, records, deposits, withdrawals, sessions }: TraderData,
  t: (key: string) => string,
): TabItem<TraderTab>[] {
  const counts: Partial<Record<TraderTab, number>> = {
    positions: records.positions.length,
    orders: records.pending.length + records.closedTotal,
    documents: records.documents.length,
    money: deposits.length + withdrawals.length,
    sessions: sessions.length,
  }
  return TRADER_TABS.map((tab) => {
    const count = counts[tab]
    const href = paths.desk.trader(item.id, { company, tab })
    return { value: tab, label: t(OWN_NAME[tab] ?? `people.tab.${tab}`), href, ...(count === undefined ? {} : { count }) }
  })
}

function Profile({ item }: Pick<TraderData, 'item'>) {
  const { t } = useTranslation('desk')
  const facts = [
    { key: 'email', label: t('people.email'), value: <bdi dir="ltr">{item.email || '–'}</bdi> },
    { key: 'mobile', label: t('people.mobile'), value: <bdi dir="ltr">{item.mobile || '–'}</bdi> },
    { key: 'country', label: t('people.country'), value: item.country || '–' },
    { key: 'opened', label: t('people.opened'), value: item.opened },
    { key: 'two-step', label: t('people.twoStep'), value: t(item.hasTwoStep ? 'people.on' : 'people.off') },
  ]
  return (
    <Who>
      {facts.map(({ key, label, value }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Who>
  )
}

function Figures({ figures }: Pick<TraderData['records'], 'figures'>) {
  const { t } = useTranslation(['desk', 'order'])
  const amount = (value: string, signed = false) => <Amount value={value} currency="USDT" signed={signed} />
  const rows = [
    { key: 'equity', label: t('order:figure.equity'), value: amount(figures.equity) },
    { key: 'balance', label: t('order:figure.balance'), value: amount(figures.balance) },
    { key: 'margin', label: t('order:figure.margin'), value: amount(figures.usedMargin) },
    { key: 'profit', label: t('order:figure.openProfit'), value: amount(figures.floatingProfit, true) },
    { key: 'free', label: t('order:figure.freeMargin'), value: amount(figures.freeMargin) },
    {
      key: 'level',
      label: t('order:figure.marginLevel'),
      value: figures.marginLevel === '' ? '–' : <Percent value={figures.marginLevel} decimals={2} />,
    },
    { key: 'reserved', label: t('desk:people.locked'), value: amount(figures.reserved) },
  ]
  return (
    <Facts as="dl">
      {rows.map(({ key, label, value }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Facts>
  )
}
