/** What is known of an item besides itself: checks, the account, its last movements, and what happened to the item. */
import { useTranslation } from 'react-i18next'
import type { DeskDepositItem, DeskWithdrawalItem } from '../../../../contract/desk/reviews'
import { paths } from '../../../addresses/paths'
import { dateTimeFormat } from '../../../language/intl'
import { LocalTime } from '../../../time/local-time'
import { Amount, Icon, KeyValueList, Link } from '../../../ui'
import { useSite } from '../../../visitor/site'
import { nameOf } from './review-data'
import { Checks, Lines } from './review-layout'

const IN_UTC: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
}

/** A moment by the operator's own clock. */
export function DeskTime({ at }: { readonly at: number }) {
  const { language } = useSite()
  return <LocalTime moment={{ at, text: dateTimeFormat(language, IN_UTC).format(at) }} />
}

export function CheckList({ checks }: { readonly checks: DeskDepositItem['checks'] }) {
  const { t } = useTranslation('desk')
  return (
    <section>
      <h3>{t('review.checks')}</h3>
      <Checks>
        {checks.map(({ name, is_good }) => (
          <li key={name} data-bad={is_good ? undefined : ''}>
            <Icon name={is_good ? 'check' : 'triangle-alert'} size={16} />
            <span>{t(`review.check.${name}.${is_good ? 'good' : 'bad'}`)}</span>
          </li>
        ))}
      </Checks>
    </section>
  )
}

interface AccountFactsProps {
  readonly account: DeskDepositItem['account']
  readonly company: string
  readonly canOpen: boolean
}

export function AccountSection({ account, company, canOpen }: AccountFactsProps) {
  const { t } = useTranslation('desk')
  return (
    <section>
      <h3>
        {t('review.account')}
        {canOpen ? <Link href={paths.desk.trader(account.trader_id, { company })}>{t('review.open')}</Link> : null}
      </h3>
      <KeyValueList
        dense
        rows={[
          { key: 'uid', label: t('review.fact.uid'), value: account.uid },
          { key: 'identity', label: t('shell.identity'), value: t(`review.identityStatus.${account.identity}`) },
          { key: 'opened', label: t('review.fact.opened'), value: <DeskTime at={account.opened_at} /> },
          { key: 'balance', label: t('review.fact.balance'), value: <Amount value={account.balance} currency="USDT" /> },
          { key: 'locked', label: t('review.fact.locked'), value: <Amount value={account.locked} currency="USDT" /> },
          { key: 'counts', label: t('review.fact.counts'), value: `${account.deposits}, ${account.withdrawals}` },
          ...(account.is_frozen
            ? [{ key: 'frozen', label: t('review.fact.frozen'), value: t('review.yes'), tone: 'danger' as const }]
            : []),
        ]}
      />
    </section>
  )
}

export function Movements({ movements }: { readonly movements: DeskWithdrawalItem['movements'] }) {
  const { t } = useTranslation('desk')
  return (
    <section>
      <h3>{t('review.movements')}</h3>
      {movements.length === 0 ? (
        <p>{t('review.none')}</p>
      ) : (
        <KeyValueList
          dense
          rows={movements.map(({ kind, amount, at }, index) => ({
            key: String(index),
            label: (
              <>
                {t(`review.movement.${kind}`)} {'·'} <DeskTime at={at} />
              </>
            ),
            value: <Amount value={amount} signed />,
          }))}
        />
      )}
    </section>
  )
}

export function History({ history, created }: { readonly history: DeskDepositItem['history']; readonly created: number }) {
  const { t, i18n } = useTranslation('desk')
  const said = (action: string) => {
    const key = `review.action.${action.replace('.', '_')}`
    return i18n.exists(`desk:${key}`) ? t(key) : action
  }
  return (
    <section>
      <h3>{t('review.history')}</h3>
      <Lines>
        {history.map(({ at, actor, action, reason }) => (
          <li key={`${at}/${action}/${actor}`}>
            <DeskTime at={at} />
            <span>
              {actor.startsWith('trader:') ? t('review.trader') : nameOf(actor)}
              {': '}
              {said(action)}
              {reason === '' ? null : ` – ${reason}`}
            </span>
          </li>
        ))}
        {history.some(({ action }) => action.endsWith('.submitted')) ? null : (
          <li>
            <DeskTime at={created} />
            <span>{t('review.action.submitted')}</span>
          </li>
        )}
      </Lines>
    </section>
  )
}
