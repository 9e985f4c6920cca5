/** What is known of an item besides itself: checks, the account, its last movements, and what happened to the item. */
import { useTranslation } from 'react-i18next'
import { paths } from '../../../addresses/paths'
import { dateTimeFormat } from '../../../language/intl'
import type { OpenDeposit, OpenWithdrawal } from '../../../terms/review'
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

export function CheckList({ checks }: { readonly checks: OpenDeposit['checks'] }) {
  const { t } = useTranslation('desk')
  return (
    <section>
      <h3>{t('review.checks')}</h3>
      <Checks>
        {checks.map(({ name, isGood }) => (
          <li key={name} data-bad={isGood ? undefined : ''}>
            <Icon name={isGood ? 'check' : 'triangle-alert'} size={16} />
            <span>{t(`review.check.${name}.${isGood ? 'good' : 'bad'}`)}</span>
          </li>
        ))}
      </Checks>
    </section>
  )
}

interface AccountFactsProps {
  readonly account: OpenDeposit['account']
  readonly company: string
  readonly canOpen: boolean
}

export function AccountSection({ account, company, canOpen }: AccountFactsProps) {
  const { t } = useTranslation('desk')
  return (
    <section>
      <h3>
        {t('review.account')}
        {canOpen ? <Link href={paths.desk.trader(account.traderId, { company })}>{t('review.open')}</Link> : null}
      </h3>
      <KeyValueList
        dense
        rows={[
          { key: 'uid', label: t('review.fact.uid'), value: account.uid },
          { key: 'identity', label: t('shell.identity'), value: t(`review.identityStatus.${account.identity}`) },
          { key: 'opened', label: t('review.fact.opened'), value: <DeskTime at={account.openedAt} /> },
          { key: 'balance', label: t('review.fact.balance'), value: <Amount value={account.balance} currency="USDT" /> },
          { key: 'locked', label: t('review.fact.locked'), value: <Amount value={account.locked} currency="USDT" /> },
          { key: 'counts', label: t('review.fact.counts'), value: `${account.deposits}, ${account.withdrawals}` },
          ...(account.isFrozen ? [{ key: 'frozen', label: t('review.fact.frozen'), value: t('review.yes'), tone: 'danger' as const }] : []),
        ]}
      />
    </section>
  )
}

export function Movements({ movements }: { readonly movements: OpenWithdrawal['movements'] }) {
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

export function History({ history, created }: { readonly history: OpenDeposit['history']; readonly created: number }) {
  const { t, i18n } = useTranslation('desk')
  const said = (action: string) => {
    const name = action.replace('.', '_')
    const key = [`review.action.${name}`, `audit.action.${name}`].find((each) => i18n.exists(`desk:${each}`))
    return key === undefined ? action : t(key)
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
