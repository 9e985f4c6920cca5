/** Where the trader is signed in. Ending one asks first; without scripts the same buttons post at once. */
import { Form, useNavigation, useSubmit } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { LocalTime, type Moment } from '../../time/local-time'
import { Badge, Button, Card, ConfirmDialog, Icon, type IconName, Link, Note, token } from '../../ui'
import { Narrow } from '../../ui/narrow'
import { useTrader } from '../../visitor/site'

export interface SessionRow {
  readonly id: string
  /** "Chrome, Windows"; empty where it is not known. */
  readonly device: string
  readonly kind: 'phone' | 'tablet' | 'desktop' | 'other'
  /** Its last part hidden; empty where it is not known. */
  readonly address: string
  /** In the visitor's language; empty where it is not known. */
  readonly country: string
  readonly signedIn: Moment
  readonly lastSeen: Moment
  readonly isCurrent: boolean
}
export interface SessionsData {
  readonly title: string
  readonly rows: readonly SessionRow[]
}

const ICON: Readonly<Record<SessionRow['kind'], IconName>> = {
  phone: 'smartphone',
  tablet: 'tablet',
  desktop: 'monitor',
  other: 'globe',
}

const Lead = styled.p`
  color: ${token.text.secondary};
`
const Rows = styled.ul`
  li { display: flex; align-items: flex-start; gap: ${token.space[3]}; padding: ${token.space[3]} ${token.space[4]}; }
  li + li { border-block-start: 1px solid ${token.border.hairline}; }
  li > svg { margin-block-start: 2px; color: ${token.text.secondary}; }
`
const Words = styled.div`
  flex: 1;
  min-width: 0;
  display: grid;
  gap: 4px;
  font-size: ${token.type.sm};
  color: ${token.text.secondary};
  overflow-wrap: anywhere;
  h2 { display: flex; flex-wrap: wrap; align-items: center; gap: 4px ${token.space[2]}; font-size: ${token.type.md}; font-weight: 600; color: ${token.text.primary}; }
  p { display: flex; flex-wrap: wrap; gap: 0 ${token.space[3]}; }
`

type Question = { readonly intent: 'end-others' } | { readonly intent: 'end'; readonly row: SessionRow }

/** What a button sends; also the fields of the form without scripts. */
function fieldsOf(question: Question): Record<string, string> {
  return question.intent === 'end' ? { intent: 'end', id: question.row.id } : { intent: 'end-others' }
}

function AskForm({ question, onAsk, children }: { question: Question; onAsk: (q: Question) => void; children: React.ReactNode }) {
  return (
    <Form
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        onAsk(question)
      }}
    >
      {Object.entries(fieldsOf(question)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </Form>
  )
}

function SessionItem({ row, onAsk }: { row: SessionRow; onAsk: (question: Question) => void }) {
  const { t } = useTranslation('account')
  const device = row.device || t('sessions.unknownDevice')
  return (
    <li>
      <Icon name={ICON[row.kind]} />
      <Words>
        <h2>
          <bdi>{device}</bdi>
          {row.isCurrent ? <Badge tone="ok">{t('sessions.thisDevice')}</Badge> : null}
        </h2>
        {row.country === '' && row.address === '' ? null : (
          <p>
            {row.country === '' ? null : <span>{row.country}</span>}
            {row.address === '' ? null : (
              <bdi dir="ltr" data-num="">
                {row.address}
              </bdi>
            )}
          </p>
        )}
        <p>
          <span>
            {t('sessions.signedIn')} <LocalTime moment={row.signedIn} />
          </span>
          <span>
            {t('sessions.lastSeen')} <LocalTime moment={row.lastSeen} />
          </span>
        </p>
      </Words>
      <AskForm question={{ intent: 'end', row }} onAsk={onAsk}>
        <Button type="submit" variant="secondary" aria-label={t('sessions.endNamed', { device })}>
          {t('sessions.end')}
        </Button>
      </AskForm>
    </li>
  )
}

function questionTexts(question: Question): { title: string; text: string; confirm: string } {
  if (question.intent === 'end-others')
    return { title: 'sessions.endOthersTitle', text: 'sessions.endOthersText', confirm: 'sessions.endOthers' }
  return question.row.isCurrent
    ? { title: 'sessions.endHereTitle', text: 'sessions.endHereText', confirm: 'sessions.end' }
    : { title: 'sessions.endTitle', text: 'sessions.endText', confirm: 'sessions.end' }
}

export function SessionsPage({ data }: { data: SessionsData }) {
  const { t } = useTranslation('account')
  const trader = useTrader()
  const submit = useSubmit()
  const navigation = useNavigation()
  const isBusy = navigation.state !== 'idle' && navigation.formAction === paths.mine.sessions()
  // The last question stays in the dialog while it fades.
  const [question, setQuestion] = useState<Question>({ intent: 'end-others' })
  const [isAsking, setIsAsking] = useState(false)
  const ask = (next: Question) => {
    setQuestion(next)
    setIsAsking(true)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is read anew after an end, and with it the question is answered.
  useEffect(() => setIsAsking(false), [data])
  const texts = questionTexts(question)
  const device = (question.intent === 'end' ? question.row.device : '') || t('sessions.unknownDevice')
  return (
    <Narrow>
      <Lead>{t('sessions.lead')}</Lead>
      <Card>
        <Rows>
          {data.rows.map((row) => (
            <SessionItem key={row.id} row={row} onAsk={ask} />
          ))}
        </Rows>
      </Card>
      {data.rows.some((row) => !row.isCurrent) ? (
        <AskForm question={{ intent: 'end-others' }} onAsk={ask}>
          <Button type="submit" variant="secondary" size="lg" block icon="log-out" iconFlip>
            {t('sessions.endOthers')}
          </Button>
        </AskForm>
      ) : null}
      {/* A demo account has no password. */}
      {trader?.isDemo ? null : (
        <Note icon="shield-check">
          {t('sessions.unknown')}{' '}
          <Link href={paths.mine.password()} inline>
            {t('user:changePassword')}
          </Link>
        </Note>
      )}
      <ConfirmDialog
        open={isAsking}
        tone="danger"
        title={t(texts.title, { device })}
        text={t(texts.text)}
        confirmLabel={t(texts.confirm)}
        cancelLabel={t('public:cancel')}
        busy={isBusy}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => submit(fieldsOf(question), { method: 'post' })}
      />
    </Narrow>
  )
}
