/** The company's settings: where money comes in, where it goes out, and the rules; each part under its own address. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../../addresses/paths'
import { Anchor, media, Note, PageTitle, token } from '../../../ui'
import { WhoDecides } from '../who-decides'
import { SETTING_SECTIONS, type SettingAnswer } from './setting-data'
import { SettingForm } from './setting-form'
import { SettingTable } from './setting-table'
import type { InstrumentsData, SettingsData } from './settings.server'

const Sections = styled.nav`
  display: flex;
  gap: ${token.space[5]};
  overflow-x: auto;
  position: relative;
  border-block-end: 1px solid ${token.border.hairline};
  a {
    flex: none;
    display: inline-flex;
    align-items: center;
    justify-content: center;
    min-width: 44px;
    min-height: 44px;
    color: ${token.text.secondary};
    font-weight: 500;
    border-block-end: 2px solid transparent;
    ${media.desktop} { min-height: 40px; }
  }
  a:hover { color: ${token.text.primary}; }
  a:focus-visible { outline-offset: -2px; }
  a[aria-current='page'] { color: ${token.text.primary}; font-weight: 600; border-block-end-color: ${token.brand.mark}; }
`
const Rows = styled.div`
  display: grid;
  gap: ${token.space[4]};
  max-width: 960px;
`

function SectionLinks({ company, current }: { readonly company: string; readonly current: string }) {
  const { t } = useTranslation('desk')
  const links = [
    ...SETTING_SECTIONS.map((section) => ({ section, href: paths.desk.settings({ company, section }) })),
    { section: 'instruments', href: paths.desk.instruments({ company }) },
  ]
  return (
    <Sections aria-label={t('shell.settings')}>
      {links.map(({ section, href }) => (
        <Anchor key={section} href={href} aria-current={section === current ? 'page' : undefined}>
          {t(`settings.section.${section}`)}
        </Anchor>
      ))}
    </Sections>
  )
}

function Intro({ section, canChange, approvers }: { readonly section: string } & Pick<SettingsData, 'canChange' | 'approvers'>) {
  const { t } = useTranslation('desk')
  return (
    <>
      <Note>{canChange ? t(`settings.about.${section}`) : t('settings.readOnly')}</Note>
      {approvers === null ? null : <WhoDecides approvers={approvers} except={approvers.find(({ isSelf }) => isSelf)?.name} />}
    </>
  )
}

export function SettingsPage({ data, answer }: { readonly data: SettingsData; readonly answer: SettingAnswer | undefined }) {
  const { t } = useTranslation('desk')
  const { company, section, sheet, canChange } = data
  const here = (more: Record<string, string | undefined> = {}) =>
    paths.desk.settings({ company, section, q: sheet?.search || undefined, ...more })
  return (
    <>
      <PageTitle>{t('shell.settings')}</PageTitle>
      <SectionLinks company={company} current={section} />
      <Intro section={section} canChange={canChange} approvers={data.approvers} />
      {sheet === null ? null : (
        <>
          {sheet.form === null ? null : (
            <SettingForm
              form={sheet.form}
              answer={answer}
              canChange={canChange}
              isWaiting={sheet.form.target !== '' && data.waiting.includes(`${sheet.form.area}/${sheet.form.target}`)}
              cancelHref={here()}
            />
          )}
          <SettingTable
            key={`${section}/${sheet.search}`}
            label={t(`settings.section.${section}`)}
            columns={sheet.columns}
            rows={sheet.rows}
            total={sheet.total}
            search={sheet.search}
            keeps={{ company, section }}
            csvHref={paths.desk.settingsFile({ company, sheet: sheet.name, q: sheet.search || undefined })}
            editHref={canChange ? (edit) => here({ edit }) : null}
            addHref={canChange ? here({ edit: 'new' }) : undefined}
          />
        </>
      )}
      {data.forms.length === 0 ? null : (
        <Rows>
          {data.forms.map((form) => (
            <SettingForm
              key={form.target}
              form={form}
              answer={answer}
              canChange={canChange}
              isWaiting={data.waiting.includes(`base/${form.target}`)}
            />
          ))}
        </Rows>
      )}
    </>
  )
}

export function InstrumentsPage({ data, answer }: { readonly data: InstrumentsData; readonly answer: SettingAnswer | undefined }) {
  const { t } = useTranslation('desk')
  const { company, canChange, sheet } = data
  const here = (more: Record<string, string | undefined> = {}) => paths.desk.instruments({ company, q: sheet.search || undefined, ...more })
  return (
    <>
      <PageTitle>{t('shell.instruments')}</PageTitle>
      <SectionLinks company={company} current="instruments" />
      <Intro section="instruments" canChange={canChange} approvers={data.approvers} />
      {sheet.form === null ? null : (
        <SettingForm
          form={sheet.form}
          answer={answer}
          canChange={canChange}
          isWaiting={sheet.rows.some(({ id, isWaiting }) => isWaiting && id === sheet.form?.target)}
          cancelHref={here()}
        />
      )}
      <SettingTable
        key={sheet.search}
        label={t('shell.instruments')}
        columns={sheet.columns}
        rows={sheet.rows}
        total={sheet.total}
        search={sheet.search}
        keeps={{ company }}
        csvHref={paths.desk.settingsFile({ company, sheet: sheet.name, q: sheet.search || undefined })}
        editHref={canChange ? (edit) => here({ edit }) : null}
      />
    </>
  )
}
