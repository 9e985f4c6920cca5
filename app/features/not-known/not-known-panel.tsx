/**
 * In the place of a form whose end is not known: what was sent, its reference, how far asking has come. No error, and no way to send
 * it again. Heard once as an alert; what follows is told politely.
 */
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { line, type OpenSending } from '../../line/line-state'
import { useBrokerTime } from '../../realtime'
import { Button, ButtonLink, Icon, type IconName, type KeyValue, KeyValueList, Link, media, token } from '../../ui'
import { type Deed, deedOf, referenceOf } from './deed'
import { LATE_MS, useIsLate, useSecondsUntil } from './use-open-sendings'

const Panel = styled.section`
  display: grid;
  gap: 14px;
  padding: 18px ${token.space[4]};
  border-radius: ${token.radius.md};
  background: ${token.status.warn.soft};
  color: ${token.text.primary};
  h2 { font-size: ${token.type.lg}; line-height: 1.35; }
  p { font-size: ${token.type.sm}; line-height: 1.45; }
`
const Facts = styled(KeyValueList)`
  padding: 12px;
  border-radius: ${token.radius.sm};
  background: ${token.surface.surface};
`
const Steps = styled.ol`
  display: grid;
  gap: 14px;
  margin: 0;
  padding: 0;
  list-style: none;
  font-size: ${token.type.sm};
  li { position: relative; display: grid; grid-template-columns: 20px minmax(0, 1fr) auto; gap: 10px; align-items: start; }
  li + li::before {
    content: '';
    position: absolute;
    inset-inline-start: 9.5px;
    inset-block-start: -14px;
    height: 14px;
    width: 1px;
    background: ${token.border.control};
  }
  svg { color: ${token.text.secondary}; }
  small { display: block; font-size: ${token.type.xs}; line-height: 20px; color: ${token.text.secondary}; font-variant-numeric: tabular-nums; }
`
const Choices = styled.div`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: ${token.space[2]};
  > :only-child { grid-column: 1 / -1; }
  ${media.phone} { > * { min-height: 44px; } }
`

/** The words for each; the others have the words of all. */
export const notKnownTitle = (deed: Deed): string => (deed === 'other' ? 'connection.notKnown' : `notKnown.${deed}`)

interface NotKnownPanelProps {
  readonly sending: OpenSending
  /** What was sent, in the words of its screen. */
  readonly facts: readonly KeyValue[]
  /** Where its end can be seen as well. */
  readonly see?: ReactNode
}

export function NotKnownPanel({ sending, facts, see }: NotKnownPanelProps) {
  const { t } = useTranslation('public')
  const id = useId()
  const rows = [
    ...facts,
    { key: 'sent', label: t('notKnown.sent'), value: <SentAt timeMs={sending.since} /> },
    { key: 'reference', label: t('notKnown.reference'), value: <bdi dir="ltr">{referenceOf(sending)}</bdi> },
  ]
  return (
    <Panel aria-labelledby={id} data-testid="not-known">
      <h2 id={id} role="alert">
        {t(notKnownTitle(deedOf(sending)))}
      </h2>
      <Facts rows={rows} />
      <AskingSteps sending={sending} />
      <p>{t('notKnown.kept')}</p>
      <Choices>
        <Button onClick={line.tryNow}>{t('connection.checkNow')}</Button>
        {see}
      </Choices>
      <LateWords sending={sending} />
    </Panel>
  )
}

/** For the panel of an order. */
export function SeeOrders({ type }: { type: '0' | '1' }) {
  const { t } = useTranslation('public')
  return (
    <ButtonLink variant="secondary" href={paths.orders({ type })}>
      {t('notKnown.seeOrders')}
    </ButtonLink>
  )
}

function SentAt({ timeMs }: { timeMs: number }) {
  const { t } = useTranslation('public')
  return t('notKnown.at', { time: useBrokerTime(timeMs) })
}

function AskingSteps({ sending }: { sending: OpenSending }) {
  const { t } = useTranslation('public')
  return (
    <Steps>
      <Step icon="check" label={t('notKnown.sent')} timeMs={sending.since} />
      <Step icon="wifi-off" label={t('notKnown.lost')} timeMs={sending.lostAt} />
      <li>
        <Icon name="loader" spin />
        <span>
          <span role="status">{t('notKnown.asking')}</span>
          <Attempt sending={sending} />
        </span>
      </li>
    </Steps>
  )
}

function Attempt({ sending: { asked, nextAt } }: { sending: OpenSending }) {
  const { t } = useTranslation('public')
  const seconds = useSecondsUntil(nextAt)
  const attempt = asked + (nextAt === null ? 0 : 1)
  return (
    <small aria-hidden="true">{seconds === null ? t('notKnown.attempt', { attempt }) : t('notKnown.next', { attempt, seconds })}</small>
  )
}

function Step({ icon, label, timeMs }: { icon: IconName; label: string; timeMs: number }) {
  return (
    <li>
      <Icon name={icon} />
      <span>{label}</span>
      <small dir="ltr">{useBrokerTime(timeMs)}</small>
    </li>
  )
}

/** After a minute somebody can be asked, who is told what it is about. */
function LateWords({ sending }: { sending: OpenSending }) {
  const { t } = useTranslation('public')
  const isLate = useIsLate(sending)
  return (
    <p role="status">
      {isLate ? (
        <>
          {t('notKnown.late')} <ServiceLink sending={sending} />
        </>
      ) : (
        t('notKnown.help', { seconds: LATE_MS / 1_000 })
      )}
    </p>
  )
}

function ServiceLink({ sending }: { sending: OpenSending }) {
  const { t } = useTranslation('public')
  return (
    <Link inline href={paths.mine.chat({ reference: referenceOf(sending) })}>
      {t('notKnown.contact')}
    </Link>
  )
}

const MessageLines = styled.span`
  display: grid;
  gap: 2px;
`

/** Below the title of the message, where no screen shows it: its reference, and after a minute whom to ask. */
export function NotKnownLines({ sending }: { sending: OpenSending }) {
  const { t } = useTranslation('public')
  const isLate = useIsLate(sending)
  return (
    <MessageLines>
      {sending.page === '' ? null : (
        <span>
          {t('notKnown.reference')} <bdi dir="ltr">{referenceOf(sending)}</bdi>
        </span>
      )}
      <span>{t('errorCode', { code: sending.code })}</span>
      {isLate && sending.page !== '' ? (
        <span>
          {t('notKnown.late')} <ServiceLink sending={sending} />
        </span>
      ) : null}
    </MessageLines>
  )
}
