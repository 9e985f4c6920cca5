/** The languages of an article: which it has, which are missing or older than the original, and what readers of the others see. */
import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../../addresses/paths'
import { type Language, languageFacts } from '../../../language/language'
import { Anchor, Badge, Button, Control, Icon, Note, token } from '../../../ui'
import { FieldSelect } from '../../../ui/control-select'
import type { ContentData } from './content.server'
import type { ArticleForm } from './content-data'

const Languages = styled.nav`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space[1]};
  a {
    display: inline-flex;
    align-items: center;
    gap: ${token.space[1]};
    min-height: 36px;
    padding-inline: ${token.space[3]};
    border-radius: ${token.radius.sm};
    font-size: ${token.type.sm};
    color: ${token.text.secondary};
    border: 1px solid ${token.border.hairline};
  }
  a[aria-current='true'] { background: ${token.surface.active}; color: ${token.text.primary}; font-weight: 600; }
  svg { color: ${token.status.ok.text}; }
`
const Add = styled(Form)`
  && { display: flex; flex-wrap: wrap; gap: ${token.space[2]}; align-items: center; }
`
interface LanguagesProps {
  readonly data: ContentData
  readonly article: ArticleForm
}

/** Its languages, a way to another one, and what readers of the rest see. */
export function ArticleLanguages({ data: { company, offered, isPreview, canWrite }, article }: LanguagesProps) {
  const { t } = useTranslation('desk')
  const [own, ...others] = offered
  if (own === undefined || others.length === 0) return null
  const chosen = article.translation?.language
  const shown = others.filter((language) => article.written.includes(language) || language === chosen)
  const rest = others.filter((language) => !shown.includes(language))
  const edit = article.id || 'new'
  return (
    <>
      <Reached article={article} offered={offered} />
      <Languages aria-label={t('content.translation')}>
        {shown.map((language) => (
          <Anchor
            key={language}
            href={paths.desk.content({ company, edit, lng: language, view: isPreview ? 'preview' : undefined })}
            aria-current={language === chosen ? 'true' : undefined}
          >
            <span lang={languageFacts(language).tag}>{languageFacts(language).ownName}</span>
            {article.written.includes(language) ? (
              <>
                <Icon name="check" size={14} />
                <span className="sr-only">{t('content.written')}</span>
                {article.older.includes(language) ? <Badge tone="warn">{t('content.older')}</Badge> : null}
              </>
            ) : null}
          </Anchor>
        ))}
        {canWrite && !isPreview && rest.length > 0 ? <AddLanguage key={rest.join()} rest={rest} keeps={{ company, edit }} /> : null}
      </Languages>
    </>
  )
}

/** A plain form: it works without scripts. */
function AddLanguage({
  rest,
  keeps,
}: {
  readonly rest: readonly Language[]
  readonly keeps: { readonly company: string; readonly edit: string }
}) {
  const { t } = useTranslation('desk')
  return (
    <Add method="get">
      <input type="hidden" name="company" value={keeps.company} />
      <input type="hidden" name="edit" value={keeps.edit} />
      <Control>
        <FieldSelect name="lng" aria-label={t('content.addLanguage')}>
          {rest.map((language) => (
            <option key={language} value={language} lang={languageFacts(language).tag}>
              {languageFacts(language).ownName}
            </option>
          ))}
        </FieldSelect>
      </Control>
      <Button type="submit" size="sm" icon="plus">
        {t('content.addLanguage')}
      </Button>
    </Add>
  )
}

/** In which languages it is, and which one everybody else reads: the original, as the broker chooses. */
function Reached({ article: { written }, offered }: { readonly article: ArticleForm; readonly offered: readonly Language[] }) {
  const { t } = useTranslation('desk')
  const fallback = [offered[0], ...written].find((language) => language !== undefined && written.includes(language))
  if (fallback === undefined || offered.every((language) => written.includes(language))) return null
  const name = (language: Language) => languageFacts(language).ownName
  const missing = offered.filter((language) => !written.includes(language))
  return (
    <Note>
      <span>{t('content.readersSee', { languages: written.map(name).join(', '), fallback: name(fallback) })}</span>{' '}
      <span>{t('content.missing', { languages: missing.map(name).join(', ') })}</span>
    </Note>
  )
}
