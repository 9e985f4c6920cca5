/** One article: the company's own language and one translation side by side, then saving, publishing, withdrawing. */
import { Form, useNavigation } from '@remix-run/react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../../addresses/paths'
import { directionOf, languageFacts } from '../../../language/language'
import { Badge, Button, ButtonLink, Card, Checkbox, Control, Field, media, Note, Prose, TextArea, TextInput, token } from '../../../ui'
import { FieldSelect } from '../../../ui/control-select'
import { useHydrated } from '../../../ui/use-hydrated'
import { ArticleLanguages } from './article-languages'
import type { ContentData } from './content.server'
import { type ArticleForm, type ArticleSide, type ContentAnswer, fieldOf, KINDS } from './content-data'

const RichEditor = lazy(() => import('./rich-editor'))

const Editor = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
  form { display: grid; grid-template-columns: minmax(0, 1fr); gap: ${token.space[4]}; }
`
const EditorHead = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${token.space[2]} ${token.space[3]};
  h2 { font-size: ${token.type.lg}; font-weight: 600; overflow-wrap: anywhere; }
  > :last-child { margin-inline-start: auto; }
`
const Sides = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
  ${media.desktop} { grid-template-columns: repeat(auto-fit, minmax(400px, 1fr)); }
`
const Side = styled(Card)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[3]};
  align-content: start;
  padding: ${token.space[4]};
  h3 { font-size: ${token.type.md}; font-weight: 600; }
`
const Bar = styled(Card)`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: ${token.space[3]};
  padding: ${token.space[4]};
  > span:empty { flex: 1; }
`

export const STATUS_TONE = { draft: 'neutral', scheduled: 'info', published: 'ok', withdrawn: 'warn' } as const

interface EditorProps {
  readonly data: ContentData
  readonly article: ArticleForm
  readonly answer: ContentAnswer | undefined
}

export function ArticleEditor({ data, article, answer }: EditorProps) {
  const { t } = useTranslation('desk')
  const { company, isPreview } = data
  const here = (more: Record<string, string | undefined>) => paths.desk.content({ company, edit: article.id || 'new', ...more })
  const lng = article.translation?.language
  return (
    <Editor>
      <EditorHead>
        <h2>{article.id === '' ? t('content.new') : article.source.text.title || t('content.untitled')}</h2>
        <Badge tone={STATUS_TONE[article.status]}>{t(`content.status.${article.status}`)}</Badge>
        {article.publishAt === '' ? null : <small>{t('content.shownFrom', { time: article.publishAt })}</small>}
        <span>
          {article.id === '' ? null : (
            <ButtonLink size="sm" icon={isPreview ? 'pencil' : 'eye'} href={here({ lng, view: isPreview ? undefined : 'preview' })}>
              {t(isPreview ? 'content.edit' : 'content.preview')}
            </ButtonLink>
          )}{' '}
          <ButtonLink size="sm" variant="ghost" href={paths.desk.content({ company })}>
            {t('content.back')}
          </ButtonLink>
        </span>
      </EditorHead>
      <ArticleLanguages data={data} article={article} />
      {isPreview || !data.canWrite ? (
        <Preview article={article} />
      ) : (
        <ArticleFields
          key={`${article.id}/${article.version}/${lng ?? ''}`}
          article={article}
          answer={answer?.form === 'article' ? answer : undefined}
        />
      )}
      {data.canWrite && (article.status === 'published' || article.status === 'scheduled') ? (
        <Withdraw article={article} answer={answer?.form === 'withdraw' ? answer : undefined} />
      ) : null}
    </Editor>
  )
}

const sidesOf = ({ source, translation }: ArticleForm) => [source, ...(translation === null ? [] : [translation])]

function Preview({ article }: { readonly article: ArticleForm }) {
  const { t } = useTranslation('desk')
  return (
    <>
      <Note>{t('content.previewNote')}</Note>
      <Sides>
        {sidesOf(article).map(({ language, text }) => (
          <Side key={language} lang={languageFacts(language).tag} dir={directionOf(language)}>
            <h3>{text.title || t('content.untitled')}</h3>
            <p>{text.desc}</p>
            <Prose html={text.content} />
          </Side>
        ))}
      </Sides>
    </>
  )
}

function ArticleFields({ article, answer }: Pick<EditorProps, 'article' | 'answer'>) {
  const { t } = useTranslation('desk')
  const { formData } = useNavigation()
  const busy = formData?.get('intent')
  const isShown = article.status === 'published'
  return (
    <Form method="post" noValidate>
      <input type="hidden" name="id" value={article.id} />
      <input type="hidden" name="version" value={article.version} />
      {article.translation === null ? null : <input type="hidden" name="lng" value={article.translation.language} />}
      {answer === undefined ? null : (
        <Note tone="danger" role="alert">
          {answer.message}
        </Note>
      )}
      <Sides>
        {sidesOf(article).map((side, index) => (
          <SideFields
            key={side.language}
            side={side}
            isSource={index === 0}
            isOlder={article.older.includes(side.language)}
            answer={answer}
          />
        ))}
      </Sides>
      <Bar as="div">
        <Kind article={article} answer={answer} />
        <Button type="submit" name="intent" value="save" variant={isShown ? 'primary' : 'secondary'} busy={busy === 'save'}>
          {t(isShown ? 'content.saveShown' : 'content.save')}
        </Button>
        {isShown ? null : (
          <>
            <span />
            <Field label={t('content.time')}>
              {(aria) => (
                <TextInput
                  {...aria}
                  type="datetime-local"
                  name="publish_at"
                  defaultValue={answer?.values.publish_at ?? article.publishField}
                />
              )}
            </Field>
            <Button type="submit" name="intent" value="schedule" busy={busy === 'schedule'}>
              {t('content.schedule')}
            </Button>
            <Button type="submit" name="intent" value="publish" variant="primary" busy={busy === 'publish'}>
              {t('content.publish')}
            </Button>
          </>
        )}
      </Bar>
    </Form>
  )
}

/** What is published stays news or an announcement. */
function Kind({ article, answer }: Pick<EditorProps, 'article' | 'answer'>) {
  const { t } = useTranslation('desk')
  if (article.status === 'published' || article.status === 'scheduled') return <input type="hidden" name="kind" value={article.kind} />
  return (
    <Field label={t('content.kindLabel')}>
      {(aria) => (
        <Control>
          <FieldSelect {...aria} name="kind" defaultValue={answer?.values.kind ?? article.kind}>
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {t(`content.kind.${kind}`)}
              </option>
            ))}
          </FieldSelect>
        </Control>
      )}
    </Field>
  )
}

interface SideProps {
  readonly side: ArticleSide
  readonly isSource: boolean
  /** The original was changed after this translation. */
  readonly isOlder: boolean
  readonly answer: ContentAnswer | undefined
}

function SideFields({ side: { language, text }, isSource, isOlder, answer }: SideProps) {
  const { t } = useTranslation('desk')
  const { tag, ownName } = languageFacts(language)
  const typed = (part: 'title' | 'desc' | 'content') => answer?.values[fieldOf(part, language)] ?? text[part]
  const words = { lang: tag, dir: directionOf(language) }
  return (
    <Side aria-label={ownName}>
      <h3>
        {ownName} · {t(isSource ? 'content.source' : 'content.translation')}
      </h3>
      {isOlder ? (
        <>
          <Note tone="warn">{t('content.olderNote')}</Note>
          <Checkbox name="matching" value={language} defaultChecked={answer?.values.matching === language} label={t('content.fits')} />
        </>
      ) : null}
      <Field label={t('content.title')}>
        {(aria) => <TextInput {...aria} {...words} name={fieldOf('title', language)} defaultValue={typed('title')} maxLength={200} />}
      </Field>
      <Field label={t('content.desc')}>
        {(aria) => <TextArea {...aria} {...words} name={fieldOf('desc', language)} defaultValue={typed('desc')} rows={2} maxLength={400} />}
      </Field>
      <WordsField name={fieldOf('content', language)} label={t('content.text')} words={words} initial={typed('content')} />
    </Side>
  )
}

interface WordsProps {
  readonly name: string
  readonly label: string
  readonly words: { readonly lang: string; readonly dir: 'ltr' | 'rtl' }
  readonly initial: string
}

/** Markup as it is without scripts; the editor over it with them. */
function WordsField({ name, label, words, initial }: WordsProps) {
  const { t } = useTranslation('desk')
  const hasScripts = useHydrated()
  const [html, setHtml] = useState(initial)
  const plain = (
    <Field label={label} help={t('content.markupHelp')}>
      {(aria) => (
        <TextArea
          {...aria}
          {...words}
          name={name}
          value={html}
          onChange={(event) => setHtml(event.target.value)}
          rows={12}
          maxLength={20_000}
        />
      )}
    </Field>
  )
  if (!hasScripts) return plain
  return (
    <Suspense fallback={plain}>
      <RichEditor label={label} language={words.lang} dir={words.dir} html={initial} isInvalid={false} onChange={setHtml} />
      <input type="hidden" name={name} value={html} />
    </Suspense>
  )
}

function Withdraw({ article, answer }: Pick<EditorProps, 'article' | 'answer'>) {
  const { t } = useTranslation('desk')
  const { formData } = useNavigation()
  return (
    <Side aria-labelledby="withdraw-title">
      <h3 id="withdraw-title">{t('content.withdrawTitle')}</h3>
      <Form method="post" noValidate>
        <input type="hidden" name="id" value={article.id} />
        <input type="hidden" name="version" value={article.version} />
        <Field label={t('content.reason')} help={t('content.withdrawHelp')} error={answer?.message}>
          {(aria) => <TextArea {...aria} name="reason" rows={2} maxLength={500} defaultValue={answer?.values.reason ?? ''} />}
        </Field>
        <div>
          <Button type="submit" name="intent" value="withdraw" variant="danger-text" busy={formData?.get('intent') === 'withdraw'}>
            {t('content.withdraw')}
          </Button>
        </div>
      </Form>
    </Side>
  )
}
