/** Statements of months and tax years: the list, or one of them. */
import { useTranslation } from 'react-i18next'
import { paths } from '../../../addresses/paths'
import { Badge, List, ListItem, Note, Stack } from '../../../ui'
import type { StatementLink, StatementsData } from './statement-data'
import { StatementView } from './statement-view'

function StatementItem({ period, name, state, closes }: StatementLink) {
  const { t } = useTranslation('wallet')
  return (
    <ListItem
      icon="scroll-text"
      title={name}
      caption={state === 'running' ? t('statement.closes', { at: closes }) : undefined}
      value={state === 'signed' ? <Badge tone="ok">{t('statement.signed')}</Badge> : undefined}
      href={paths.mine.statements({ period })}
    />
  )
}

export function StatementsPage({ data }: { data: StatementsData }) {
  const { t } = useTranslation('wallet')
  const { shown, list } = data
  if (shown !== null) return <StatementView data={data} shown={shown} />
  return (
    <Stack>
      <List label={t('statement.all')}>
        {list.map((item) => (
          <StatementItem key={item.period} {...item} />
        ))}
      </List>
      <Note>{t('statement.note')}</Note>
    </Stack>
  )
}
