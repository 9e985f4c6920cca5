/** Challenges of fills at the desk: the queue, or one case with its clock, ticks, the answer of the rules and the decision. */
import { Form, useNavigate, useNavigation } from '@remix-run/react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { CHALLENGE_STATES } from '../../../../contract/form-bounds'
import { paths } from '../../../addresses/paths'
import type { DeskCase } from '../../../terms/challenge'
import {
  Amount,
  Badge,
  Button,
  Card,
  DataTable,
  decimalText,
  EmptyState,
  Field,
  fixDecimal,
  KeyValueList,
  Link,
  Note,
  PageTitle,
  Row,
  Stack,
  TableHead,
  Tabs,
  TextArea,
  TextInput,
  token,
} from '../../../ui'
import { CaseCard, FillFacts, StateBadge, UtcMoment } from '../../disputes/case-parts'
import { CaseTimeline } from '../../disputes/case-timeline'
import { RuleAnswer } from '../../disputes/rule-answer'
import { TickStrip } from '../../disputes/tick-strip'
import { ItemColumns, ItemHead } from '../item-layout'
import { PageLinks, Scroll } from '../list-parts'
import { ListSearch } from '../list-search'
import { AccountSection, History, Movements } from '../review/item-facts'
import { useReviewKeys } from '../review/use-review-keys'
import type { DecideAnswer, DisputesData } from './disputes.server'

interface DisputesPageProps {
  readonly data: DisputesData
  readonly answer: DecideAnswer | undefined
}

export function DisputesPage({ data, answer }: DisputesPageProps) {
  const { t } = useTranslation('desk')
  return data.item === null ? (
    <>
      <PageTitle>{t('shell.disputes')}</PageTitle>
      <Queue data={data} />
    </>
  ) : (
    <Case key={data.item.id} data={data} item={data.item} answer={answer} />
  )
}

function Queue({ data }: { readonly data: DisputesData }) {
  const { t } = useTranslation('desk')
  const { company, state, q, lines, page, older } = data
  const here = { company, state: state === 'open' ? undefined : state, q: q || undefined }
  return (
    <>
      <Tabs
        label={t('shell.disputes')}
        items={CHALLENGE_STATES.map((value) => ({
          value,
          label: t(`proof:challenge.state.${value}`),
          href: paths.desk.disputes({ ...here, state: value === 'open' ? undefined : value }),
        }))}
        value={state}
        panelId="disputes"
        dense
      />
      <ListSearch
        label={t('review.search')}
        search={q}
        keeps={{ company, state: here.state }}
        action={paths.desk.disputes()}
        filter={null}
      />
      <div id="disputes">
        {lines.length === 0 ? (
          <Card>
            <EmptyState art="none" title={t('dispute.none')} />
          </Card>
        ) : (
          <Scroll tabIndex={0} role="region" aria-label={t('shell.disputes')}>
            <DataTable label={t('shell.disputes')} rowHeight={44}>
              <TableHead
                columns={[
                  t('review.column.id'),
                  t('review.column.uid'),
                  t('receipt:fact.instrument'),
                  { label: t('receipt:fact.price'), isNumber: true },
                  t('proof:challenge.rules'),
                  t('dispute.due'),
                  t('review.column.status'),
                ]}
              />
              <tbody>
                {lines.map((line) => (
                  <tr key={line.id}>
                    <th scope="row">
                      <Link href={paths.desk.disputes({ ...here, id: line.id })}>
                        <bdi dir="ltr">{line.id}</bdi>
                      </Link>
                    </th>
                    <td>
                      <bdi>{line.uid}</bdi>
                    </td>
                    <td>
                      <bdi>{line.instrument}</bdi>
                    </td>
                    <td data-n="">{decimalText(line.price)}</td>
                    <td>
                      <Badge tone={line.verdict === 'different' ? 'danger' : line.verdict === 'same' ? 'ok' : 'neutral'}>
                        {t(`proof:challenge.verdict.${line.verdict}`)}
                      </Badge>
                    </td>
                    <td>
                      <UtcMoment at={line.dueAt} />
                    </td>
                    <td>
                      <StateBadge state={line.state} isLate={line.isLate} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </DataTable>
          </Scroll>
        )}
      </div>
      <PageLinks page={page} older={older} to={(place) => paths.desk.disputes({ ...here, ...place })} />
    </>
  )
}

const Quote = styled.blockquote`
  margin: 0;
  padding-inline-start: ${token.space[3]};
  border-inline-start: 3px solid ${token.border.control};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`

interface CaseProps extends DisputesPageProps {
  readonly item: DeskCase
}

function Case({ data, item, answer }: CaseProps) {
  const { t } = useTranslation('desk')
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const here = { company: data.company, state: data.state === 'open' ? undefined : data.state }
  const go = (step: number) => () => {
    const at = data.lines.findIndex(({ id }) => id === item.id)
    const next = data.lines[at + step]
    if (next !== undefined) navigate(paths.desk.disputes({ ...here, id: next.id }))
  }
  const reach = (decision: string) => () => form.current?.querySelector<HTMLButtonElement>(`button[value="${decision}"]`)?.focus()
  useReviewKeys({ j: go(1), k: go(-1), a: reach('correct'), r: reach('stand') })
  const canDecide = data.canDecide && item.state === 'open'
  return (
    <>
      <Link href={paths.desk.disputes(here)}>{t('review.back')}</Link>
      <ItemHead>
        <PageTitle>{t('proof:challenge.one', { id: item.id })}</PageTitle>
        <StateBadge state={item.state} isLate={item.isLate} />
        <bdi>{t('review.uid', { uid: item.uid })}</bdi>
      </ItemHead>
      <ItemColumns $desktop="minmax(0, 1fr) 380px">
        <Stack>
          <CaseCard title={t(`proof:challenge.reason.${item.reason}`)}>
            {item.words === '' ? null : <Quote dir="auto">{item.words}</Quote>}
            <CaseTimeline challenge={item} now={data.now} />
          </CaseCard>
          <CaseCard title={t('proof:challenge.ticks')}>
            <TickStrip fill={item.fill} ticks={item.ticks} />
          </CaseCard>
          <Card $pad>
            <Movements movements={item.movements} />
          </Card>
        </Stack>
        <Stack>
          <RuleAnswer answer={item.answer} />
          {canDecide ? <Decide form={form} item={item} answer={answer} /> : null}
          <CaseCard title={t('proof:challenge.fill')}>
            <FillFacts fill={item.fill} />
          </CaseCard>
          {item.settings === null ? null : <Terms settings={item.settings} />}
          <Card $pad>
            <AccountSection account={item.account} company={data.company} canOpen={!item.isDemo} />
            <History history={item.history} created={item.createdAt} />
          </Card>
        </Stack>
      </ItemColumns>
    </>
  )
}

function Terms({ settings }: { readonly settings: NonNullable<DeskCase['settings']> }) {
  const { t } = useTranslation('desk')
  const { since, spread, stopOutLevel, hash } = settings
  return (
    <CaseCard title={t('dispute.terms')}>
      <KeyValueList
        dense
        rows={[
          { key: 'since', label: t('receipt:fact.time'), value: <UtcMoment at={since} /> },
          { key: 'spread', label: t('settings.field.spread'), value: spread },
          { key: 'stopOut', label: t('order:risk.stopOut'), value: stopOutLevel },
          { key: 'hash', label: 'SHA-256', value: <bdi dir="ltr">{hash.slice(0, 16)}…</bdi> },
        ]}
      />
    </CaseCard>
  )
}

interface DecideProps {
  readonly form: React.RefObject<HTMLFormElement>
  readonly item: DeskCase
  readonly answer: DecideAnswer | undefined
}

function Decide({ form, item, answer }: DecideProps) {
  const { t } = useTranslation('desk')
  const { state } = useNavigation()
  const isBusy = state === 'submitting'
  const owed = item.firstApprovedAmount || item.answer.credit
  const first = answer?.amount ?? (Number(owed) > 0 ? fixDecimal(owed, 8) : '')
  const button = (decision: string) => ({ type: 'submit' as const, name: 'decision', value: decision, busy: isBusy })
  return (
    <CaseCard title={t('review.decision')}>
      <Form ref={form} method="post" noValidate aria-label={t('review.decision')} onSubmit={(event) => isBusy && event.preventDefault()}>
        <Stack $gap={3}>
          <input type="hidden" name="id" value={item.id} />
          {answer === undefined ? null : (
            <Note tone="danger" role="alert">
              {answer.problem}
            </Note>
          )}
          {item.firstApprovedBy === null ? null : (
            <Note tone="warn">
              {t('proof:challenge.step.approved_once')}: <Amount value={item.firstApprovedAmount} currency="USDT" />
              {' · '}
              <bdi>{item.firstApprovedBy.replace(/^operator:/, '')}</bdi>
            </Note>
          )}
          <Field label={t('dispute.reason')}>
            {(aria) => <TextArea {...aria} name="reason" rows={3} maxLength={500} defaultValue={answer?.reason ?? ''} />}
          </Field>
          <Field label={t('dispute.amount')} help={t('dispute.twoPeople')}>
            {(aria) => <TextInput {...aria} name="amount" inputMode="decimal" autoComplete="off" defaultValue={first} />}
          </Field>
          <Row $wrap>
            <Button {...button('ask')}>{t('dispute.ask')}</Button>
            <Button {...button('stand')}>{t('proof:challenge.state.stands')}</Button>
            <Button variant="primary" {...button('correct')}>
              {t('dispute.correct')}
            </Button>
          </Row>
        </Stack>
      </Form>
    </CaseCard>
  )
}
