/** Price alerts: the form, those that wait, those that were told, and whether they come by mail. What is deleted can be brought back. */
import { Form, useSubmit } from '@remix-run/react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { useRecovery } from '../../realtime'
import { useReadAnew } from '../../realtime/use-read-anew'
import type { ShownAlert } from '../../terms/alert'
import { LocalTime } from '../../time/local-time'
import { Badge, Button, ButtonLink, Card, decimalText, EmptyState, Link, Note, SectionTitle, Stack, Text, token, useToast } from '../../ui'
import { Narrow } from '../../ui/narrow'
import { AlertForm } from './alert-form'
import type { AlertAnswer, AlertsData, DeletedAlert } from './alerts-data'

const Rows = styled.ul`
  li { display: grid; grid-template-columns: minmax(0, 1fr); gap: ${token.space[2]}; padding: ${token.space[3]} ${token.space[4]}; }
  li + li { border-block-start: 1px solid ${token.border.hairline}; }
  h3 { display: flex; flex-wrap: wrap; align-items: center; gap: 4px ${token.space[2]}; font-size: ${token.type.md}; font-weight: 600; }
  p { font-size: ${token.type.sm}; color: ${token.text.secondary}; overflow-wrap: anywhere; }
`
const Acts = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space[2]};
`
const UNDO_MS = 8_000

interface AlertsPageProps {
  readonly data: AlertsData
  readonly answer: AlertAnswer | null
}

/** One button that changes one alert at once. */
function Act({
  intent,
  id,
  state,
  name,
  children,
}: {
  readonly intent: string
  readonly id: string
  /** As the alert stands on the page, or stood. */
  readonly state: ShownAlert['state']
  readonly name: string
  readonly children: string
}) {
  return (
    <Form method="post" action={paths.mine.alerts()}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="state" value={state} />
      <Button type="submit" variant="secondary" size="sm" aria-label={`${children}, ${name}`}>
        {children}
      </Button>
    </Form>
  )
}

function AlertRow({
  alert,
  symbol,
  children,
}: {
  readonly alert: ShownAlert
  readonly symbol: string
  readonly children: React.ReactNode
}) {
  const { t } = useTranslation('notice')
  const says = t(alert.side === 'above' ? 'alerts.risesTo' : 'alerts.fallsTo', { price: decimalText(alert.price) })
  return (
    <li>
      <h3>
        <bdi>{symbol}</bdi>
        {alert.state === 'paused' ? <Badge tone="neutral">{t('alerts.paused')}</Badge> : null}
      </h3>
      <p>{says}</p>
      {alert.percent === '' ? null : (
        <p>
          {t('alerts.from', {
            // Kept together, its sign in front, also where the sentence runs from right to left.
            percent: `\u2066${alert.side === 'above' ? '+' : '\u2212'}${decimalText(alert.percent)}%\u2069`,
            price: decimalText(alert.fromPrice),
          })}
        </p>
      )}
      {alert.isOffered || alert.state === 'told' ? null : <p>{t('alerts.notOffered')}</p>}
      {children}
    </li>
  )
}

/** Says what was done, with the way back where something was deleted. */
function useTold(answer: AlertAnswer | null): void {
  const { t } = useTranslation('notice')
  const toast = useToast()
  const submit = useSubmit()
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is told once.
  useEffect(() => {
    if (answer === null) return
    const { deleted, doneKey, message, messageKey, draft } = answer
    if (doneKey !== null) {
      const undo = (alert: DeletedAlert) => submit({ intent: 'restore', ...alert }, { method: 'post', action: paths.mine.alerts() })
      const action = deleted === null ? undefined : { label: t('alerts.undo'), onAct: () => undo(deleted) }
      toast.show({ tone: 'ok', key: 'alerts', title: t(doneKey), ...(action && { action, durationMs: UNDO_MS }) })
    } else if (draft === null) {
      toast.show({ tone: 'err', key: 'alerts', title: message || t(messageKey ?? 'public:connection.askAgain') })
    }
  }, [answer])
}

export function AlertsPage({ data, answer }: AlertsPageProps) {
  const { t } = useTranslation(['notice', 'bank'])
  useTold(answer)
  // What was told while the line was gone; what is told while it is there is read anew with its message, on every page.
  useRecovery(useReadAnew().readAnew)
  // A form that was refused is about what it was sent for, whatever the address says.
  const { id: changingId } = answer?.draft ?? data.draft
  const changing = data.waiting.find(({ id }) => id === changingId)
  const symbolOf = (alert: ShownAlert) => data.instruments.find(({ id }) => id === alert.forexId)?.symbol ?? alert.instrument
  return (
    <Narrow>
      <noscript>
        {answer?.deleted ? (
          <Note>
            {t('alerts.deleted')}{' '}
            <Act intent="restore" {...answer.deleted} name={t('alerts.deleted')}>
              {t('alerts.undo')}
            </Act>
          </Note>
        ) : null}
      </noscript>
      <Card $pad $flat>
        <Stack>
          <SectionTitle>{changing === undefined ? t('alerts.new') : symbolOf(changing)}</SectionTitle>
          <AlertForm
            key={`${changing?.id ?? ''} ${answer?.doneKey == null ? '' : answer.formKey}`}
            data={data}
            answer={answer}
            changing={changing}
          />
          <Text $size="sm" $tone="secondary">
            {t('alerts.about')}
          </Text>
        </Stack>
      </Card>
      <Card $flat aria-label={t('alerts.title')}>
        {data.waiting.length === 0 ? (
          <EmptyState art="news" title={t('alerts.empty')} text={t('alerts.emptyText')} />
        ) : (
          <Rows>
            {data.waiting.map((alert) => {
              const name = symbolOf(alert)
              const act = { id: alert.id, state: alert.state, name }
              return (
                <AlertRow key={alert.id} alert={alert} symbol={name}>
                  <Acts>
                    {alert.state === 'paused' ? (
                      <Act intent="resume" {...act}>
                        {t('alerts.resume')}
                      </Act>
                    ) : (
                      <Act intent="pause" {...act}>
                        {t('alerts.pause')}
                      </Act>
                    )}
                    <ButtonLink
                      variant="secondary"
                      size="sm"
                      href={paths.mine.alerts({ id: alert.id })}
                      aria-label={`${t('alerts.change')}, ${name}`}
                    >
                      {t('alerts.change')}
                    </ButtonLink>
                    <Act intent="delete" {...act}>
                      {t('bank:delete')}
                    </Act>
                  </Acts>
                </AlertRow>
              )
            })}
          </Rows>
        )}
      </Card>
      {data.told.length === 0 && data.page === 1 ? null : <ToldAlerts data={data} symbolOf={symbolOf} />}
      <Card $pad $flat>
        <Form method="post" action={paths.mine.alerts()}>
          <Stack>
            <input type="hidden" name="intent" value="mail" />
            <input type="hidden" name="sends_mail" value={data.sendsMail ? '0' : '1'} />
            <Text>{t('alerts.mail')}</Text>
            <Button type="submit" role="switch" aria-checked={data.sendsMail} variant="secondary">
              {t(data.sendsMail ? 'alerts.mailOn' : 'alerts.mailOff')}
            </Button>
          </Stack>
        </Form>
      </Card>
    </Narrow>
  )
}

function ToldAlerts({ data, symbolOf }: { readonly data: AlertsData; readonly symbolOf: (alert: ShownAlert) => string }) {
  const { t } = useTranslation('notice')
  return (
    <>
      <SectionTitle>{t('alerts.told')}</SectionTitle>
      <Card $flat>
        <Rows>
          {data.told.map((alert) => (
            <AlertRow key={alert.id} alert={alert} symbol={symbolOf(alert)}>
              <p>
                {t('alerts.toldAt', { price: decimalText(alert.toldPrice) })} · <LocalTime moment={alert.at} />
              </p>
            </AlertRow>
          ))}
        </Rows>
      </Card>
      {data.older === null ? null : <Link href={paths.mine.alerts(data.older)}>{t('page.showMore')}</Link>}
    </>
  )
}
