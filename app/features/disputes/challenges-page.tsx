/** A trader's challenges: the list, or one case with its steps, ticks, the answer of the rules and the decision. */
import { Form, useNavigation } from '@remix-run/react'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { formatFixedShort, parseFixed } from '../../../rules/decimal'
import { paths } from '../../addresses/paths'
import { useToldAnswer } from '../../forms/use-told-answer'
import type { ShownChallenge } from '../../terms/challenge'
import {
  Button,
  ButtonLink,
  Columns,
  decimalText,
  EmptyState,
  Field,
  HashText,
  Link,
  List,
  ListItem,
  Note,
  Row,
  Stack,
  TextArea,
  token,
  VerdictBand,
} from '../../ui'
import { CaseCard, FillFacts, StateBadge, UtcMoment } from './case-parts'
import { CaseTimeline } from './case-timeline'
import type { ChallengeAnswer, ChallengesData } from './dispute-data'
import { RuleAnswer } from './rule-answer'
import { TickStrip } from './tick-strip'

interface ChallengesPageProps {
  readonly data: ChallengesData
  readonly answer: ChallengeAnswer | null
}

export function ChallengesPage({ data, answer }: ChallengesPageProps) {
  return data.item === null ? <ChallengeList data={data} /> : <Case key={data.item.id} data={data} item={data.item} answer={answer} />
}

function ChallengeList({ data: { lines, older } }: Pick<ChallengesPageProps, 'data'>) {
  const { t } = useTranslation('proof')
  if (lines.length === 0) return <EmptyState title={t('challenge.none')} text={t('challenge.noneText')} />
  return (
    <Stack>
      <List label={t('challenge.all')}>
        {lines.map((line) => (
          <ListItem
            key={line.id}
            href={paths.mine.challenges({ id: line.id })}
            title={
              <>
                <bdi>{line.instrument}</bdi> {decimalText(line.price)}
              </>
            }
            caption={<UtcMoment at={line.openedAt} />}
            value={<StateBadge state={line.state} isLate={line.isLate} />}
          />
        ))}
      </List>
      {older === null ? null : <Link href={paths.mine.challenges({ ...older })}>{t('order:loadMore')}</Link>}
    </Stack>
  )
}

const Quote = styled.blockquote`
  margin: 0;
  padding-inline-start: ${token.space[3]};
  border-inline-start: 3px solid ${token.border.control};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`
const Quiet = styled.p`
  font-size: ${token.type.sm};
  line-height: 1.5;
  color: ${token.text.secondary};
`

interface CaseProps extends ChallengesPageProps {
  readonly item: ShownChallenge
}

function Case({ data, item, answer }: CaseProps) {
  const { t } = useTranslation('proof')
  const isWaiting = item.state === 'open' || item.state === 'asked'
  const course = (
    <CaseCard title={t('challenge.one', { id: item.id })} end={<StateBadge state={item.state} isLate={item.isLate} />}>
      <CaseTimeline challenge={item} now={data.now} />
      <Quiet>
        {t('challenge.clock')}{' '}
        <Link inline href={paths.execution()}>
          {t('challenge.lateCounted')}
        </Link>
      </Quiet>
    </CaseCard>
  )
  const ticks = (
    <CaseCard title={t('challenge.ticks')}>
      <TickStrip fill={item.fill} ticks={item.ticks} />
    </CaseCard>
  )
  const rules = <RuleAnswer answer={item.answer} />
  return (
    <Stack>
      {item.decision === null ? course : <Decision item={item} decision={item.decision} ombudsman={data.ombudsman} />}
      <Columns>
        <Stack>
          {item.decision === null ? ticks : rules}
          {item.decision === null ? rules : ticks}
          <Note>{t('limit')}</Note>
        </Stack>
        <Stack>
          <CaseCard title={t('challenge.fill')}>
            <FillFacts fill={item.fill} />
            <Link href={paths.verify()}>{t('receipt:title')}</Link>
          </CaseCard>
          {item.decision === null ? null : course}
          <CaseCard title={t('challenge.yours')}>
            <p>{t(`challenge.reason.${item.reason}`)}</p>
            {item.words === '' ? null : <Quote dir="auto">{item.words}</Quote>}
            {isWaiting ? <MoreForm data={data} item={item} answer={answer} /> : null}
          </CaseCard>
        </Stack>
      </Columns>
    </Stack>
  )
}

interface DecisionProps {
  readonly item: ShownChallenge
  readonly decision: NonNullable<ShownChallenge['decision']>
  readonly ombudsman: ChallengesData['ombudsman']
}

function Decision({ item, decision, ombudsman }: DecisionProps) {
  const { t } = useTranslation('proof')
  const { outcome, reason, credited, entry, document, hash, receipt } = decision
  const file = JSON.stringify({ document, hash, entry, receipt, answer: item.answer, ticks: item.ticks })
  const isCorrected = outcome === 'corrected'
  const facts = [
    <Fragment key="at">
      {t(isCorrected ? 'challenge.agreed' : 'challenge.decided')}: <UtcMoment at={decision.at} />
    </Fragment>,
    ...(credited === '' ? [] : [t('challenge.credited', { amount: decimalText(formatFixedShort(parseFixed(credited))) })]),
    entry === null ? t('order:proof.notInLog') : t('order:proof.inLog', { index: entry.index }),
    ...(receipt === ''
      ? []
      : [
          <Fragment key="receipt">
            {t('detail.receipt')}:{' '}
            <HashText value={receipt} copyLabel={t('copy', { name: t('detail.receipt') })} copiedLabel={t('public:copied')} />
          </Fragment>,
        ]),
  ]
  return (
    <VerdictBand
      tone={isCorrected ? 'ok' : 'info'}
      title={t(`challenge.state.${outcome}`)}
      text={<p dir="auto">{reason}</p>}
      facts={facts}
      actions={
        <>
          <ButtonLink
            icon="download"
            href={`data:application/json;charset=utf-8,${encodeURIComponent(file)}`}
            download={`challenge-${item.id}.json`}
          >
            {t('challenge.download')}
          </ButtonLink>
          {ombudsman === null ? null : (
            <ButtonLink href={ombudsman.url} variant="ghost" rel="noopener noreferrer">
              {t('challenge.ombudsman', { name: ombudsman.name })}
            </ButtonLink>
          )}
        </>
      }
    />
  )
}

function MoreForm({ data, item, answer }: CaseProps) {
  const { t } = useTranslation('proof')
  const { state } = useNavigation()
  const [firstKey] = useState(data.formKey)
  useToldAnswer(answer, 'challenge')
  const isBusy = state === 'submitting'
  const message = answer === null ? '' : answer.message || (answer.messageKey === undefined ? '' : t(answer.messageKey))
  return (
    <Form method="post" noValidate onSubmit={(event) => isBusy && event.preventDefault()}>
      <Stack $gap={3}>
        <input type="hidden" name="id" value={item.id} />
        <input type="hidden" name="form_key" value={answer?.formKey ?? firstKey} />
        {message === '' ? null : (
          <Note tone="danger" role="alert">
            {message}
          </Note>
        )}
        <Field label={t('challenge.words')} error={answer?.problems.words}>
          {(aria) => <TextArea {...aria} name="words" rows={3} defaultValue={answer?.words ?? ''} />}
        </Field>
        <Row $wrap>
          <Button type="submit" name="intent" value="add" busy={isBusy}>
            {t('challenge.add')}
          </Button>
          <Button type="submit" name="intent" value="withdraw" variant="danger-text">
            {t('challenge.withdraw')}
          </Button>
        </Row>
      </Stack>
    </Form>
  )
}
