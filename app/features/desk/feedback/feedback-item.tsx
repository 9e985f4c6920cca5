/** One message: what was written, by whom, its picture, where a reply goes, and the note with which it was done. */
import { Form, useNavigation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../../addresses/paths'
import { dateTimeFormat } from '../../../language/intl'
import { directionOf, languageFacts } from '../../../language/language'
import { SCREEN_TITLES } from '../../../page/screens'
import { Badge, Button, Card, CopyButton, Field, KeyValueList, Link, PageTitle, TextArea, token } from '../../../ui'
import { useSite } from '../../../visitor/site'
import { ItemColumns, ItemHead } from '../item-layout'
import { Evidence } from '../review/evidence'
import { DeskTime } from '../review/item-facts'
import type { DeskFeedbackData } from './feedback.server'
import { type FinishAnswer, KIND_TONE } from './feedback-data'

const Box = styled(Card)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[3]};
  padding: ${token.space[4]};
  h2 { font-size: ${token.type.md}; font-weight: 600; }
  form { display: grid; gap: ${token.space[3]}; justify-items: start; > div { width: 100%; } }
`
const Words = styled.p`
  max-width: 68ch;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  line-height: 1.6;
`
const PictureFrame = styled.div`
  height: 460px;
  border-radius: ${token.radius.sm};
  overflow: hidden;
  > div { height: 100%; }
`
const Column = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
`
const Address = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: 4px;
  overflow-wrap: anywhere;
`

type Item = NonNullable<DeskFeedbackData['item']>

interface FeedbackItemProps {
  readonly data: DeskFeedbackData
  readonly item: Item
  readonly answer: FinishAnswer | undefined
}

export function FeedbackItem({ data, item, answer }: FeedbackItemProps) {
  const { t } = useTranslation('desk')
  const { language } = useSite()
  const back = {
    company: data.company,
    status: data.status === 'open' ? undefined : data.status,
    kind: data.kind || undefined,
    language: data.language || undefined,
    screen: data.screen || undefined,
  }
  const seen = dateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' }).format(data.now)
  return (
    <>
      <Link href={paths.desk.feedback(back)}>{t('feedback.back')}</Link>
      <ItemHead>
        <PageTitle>
          <bdi dir="ltr">{item.reference}</bdi>
        </PageTitle>
        <Badge tone={KIND_TONE[item.kind]}>{t(`feedback.kind.${item.kind}`)}</Badge>
        <Badge tone={item.status === 'done' ? 'ok' : 'neutral'}>{t(`feedback.status.${item.status}`)}</Badge>
      </ItemHead>
      <ItemColumns $desktop="minmax(0, 1fr) 340px">
        <Column>
          <Box as="section" aria-label={t('feedback.column.message')}>
            {item.wording === null ? null : <h2>{t('feedback.wording.better')}</h2>}
            <Words dir="auto">{item.text}</Words>
          </Box>
          {item.wording === null ? null : <WrongWords wording={item.wording} />}
          {item.hasPicture ? (
            <PictureFrame>
              <Evidence
                company={data.company}
                id={item.id}
                of="feedback"
                pictures={[{ reference: item.picture, alt: t('feedback.picture') }]}
                mark={`${data.operator} ${seen}`}
              />
            </PictureFrame>
          ) : null}
        </Column>
        <Column>
          <Facts data={data} item={item} />
          {item.status === 'done' ? <Done item={item} /> : data.canFinish ? <Finish answer={answer} /> : null}
        </Column>
      </ItemColumns>
    </>
  )
}

/** What is wrong, and where to find it in the files of texts. */
function WrongWords({ wording: { words, language, screen, key } }: { readonly wording: NonNullable<Item['wording']> }) {
  const { t } = useTranslation('desk')
  const { ownName, tag } = languageFacts(language)
  const title = SCREEN_TITLES[screen]
  return (
    <Box as="section" aria-labelledby="feedback-wording">
      <h2 id="feedback-wording">{t('feedback.wording.words')}</h2>
      <Words lang={tag} dir={directionOf(language)}>
        {words}
      </Words>
      <KeyValueList
        dense
        rows={[
          { key: 'language', label: t('feedback.wording.language'), value: <bdi lang={tag}>{ownName}</bdi> },
          {
            key: 'screen',
            label: t('feedback.wording.screen'),
            value: screen === '' ? t('feedback.wording.unknown') : <bdi>{title === undefined ? screen : `${t(title)} (${screen})`}</bdi>,
          },
          {
            key: 'key',
            label: t('feedback.wording.key'),
            value:
              key === '' ? (
                t('feedback.wording.unknown')
              ) : (
                <Address>
                  <bdi dir="ltr">{key}</bdi>
                  <CopyButton text={key} label={t('review.copy')} copiedLabel={t('review.copied')} />
                </Address>
              ),
          },
        ]}
      />
    </Box>
  )
}

function Facts({ data, item }: Omit<FeedbackItemProps, 'answer'>) {
  const { t } = useTranslation('desk')
  const account = item.isDemo ? t('feedback.demo', { uid: item.traderUid }) : item.traderUid
  return (
    <Box>
      <KeyValueList
        dense
        rows={[
          { key: 'time', label: t('feedback.column.time'), value: <DeskTime at={item.createdAt} /> },
          {
            key: 'from',
            label: t('feedback.column.from'),
            value:
              item.traderId === '' ? (
                t('feedback.visitor')
              ) : data.canReadTraders && !item.isDemo ? (
                <Link href={paths.desk.trader(item.traderId, { company: data.company })}>
                  <bdi>{account}</bdi>
                </Link>
              ) : (
                <bdi>{account}</bdi>
              ),
          },
          {
            key: 'email',
            label: t('feedback.email'),
            value:
              item.email === '' ? (
                t('feedback.noEmail')
              ) : (
                <Address>
                  <bdi dir="ltr">{item.email}</bdi>
                  {data.canFinish ? <CopyButton text={item.email} label={t('review.copy')} copiedLabel={t('review.copied')} /> : null}
                </Address>
              ),
          },
          { key: 'language', label: t('shell.language'), value: <bdi>{item.language}</bdi> },
        ]}
      />
    </Box>
  )
}

function Done({ item }: { readonly item: Item }) {
  const { t } = useTranslation('desk')
  return (
    <Box as="section" aria-labelledby="feedback-done">
      <h2 id="feedback-done">{t('feedback.doneTitle')}</h2>
      <Words dir="auto">{item.note}</Words>
      <KeyValueList
        dense
        rows={[
          { key: 'by', label: t('feedback.doneBy'), value: <bdi>{item.doneBy}</bdi> },
          { key: 'at', label: t('feedback.column.time'), value: item.doneAt === null ? '–' : <DeskTime at={item.doneAt} /> },
        ]}
      />
    </Box>
  )
}

function Finish({ answer }: { readonly answer: FinishAnswer | undefined }) {
  const { t } = useTranslation('desk')
  const { state } = useNavigation()
  const field = useRef<HTMLTextAreaElement>(null)
  const [note, setNote] = useState(answer?.note ?? '')
  useEffect(() => {
    if (answer !== undefined) field.current?.focus()
  }, [answer])
  const isBusy = state === 'submitting'
  return (
    <Box as="section" aria-labelledby="feedback-finish">
      <h2 id="feedback-finish">{t('feedback.finishTitle')}</h2>
      <Form method="post" noValidate onSubmit={(event) => isBusy && event.preventDefault()}>
        <Field
          label={t('feedback.note')}
          help={t('feedback.noteHelp')}
          error={note.trim() === '' || note === answer?.note ? answer?.problem : undefined}
        >
          {(aria) => (
            <TextArea
              {...aria}
              ref={field}
              name="note"
              rows={3}
              maxLength={500}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" size="sm" busy={isBusy}>
          {t('feedback.finish')}
        </Button>
      </Form>
    </Box>
  )
}
