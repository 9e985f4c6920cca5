/** The login screen: email or phone, the way to a demo account in one tap, and beside it (desktop) what the markets do. */
import { Form, useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { languageFacts } from '../../platform/language'
import { paths } from '../../platform/paths'
import { useSite, useTenant } from '../../platform/site'
import {
  BrandMark,
  Button,
  decimalText,
  Field,
  Flag,
  Icon,
  IconLink,
  Link,
  media,
  PasswordInput,
  RiskLine,
  Segmented,
  TextInput,
  token,
  useToast,
} from '../../ui'
import { BarLink } from '../shell/bar-link'
import type { LoginData, LoginFailure } from './login-data'
import { LoginSide } from './login-side'

const Layout = styled.div`
  min-height: 100dvh;
  display: grid;
  grid-template-rows: auto 1fr;
  ${media.desktop} {
    grid-template-columns: minmax(520px, 5fr) 6fr;
    grid-template-rows: 64px 1fr;
    > aside { grid-column: 2; grid-row: 1 / 3; }
  }
`
const Bar = styled.header`
  display: flex;
  align-items: center;
  min-height: ${token.size.bar};
  padding-inline: ${token.space[4]} ${token.space[2]};
  > a:first-child { margin-inline-end: auto; }
  ${media.desktop} { padding-inline: ${token.space[8]}; }
`
const Column = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: ${token.space[5]};
  width: 100%;
  max-width: 440px;
  margin-inline: auto;
  padding: ${token.space[6]} ${token.space[5]} ${token.space[8]};
  ${media.desktop} { align-content: center; padding-block-end: 96px; }
  h1 { font: ${token.font.displayWeight} 28px/1.15 ${token.font.display}; letter-spacing: ${token.font.displayTrack}; }
  form { display: grid; grid-template-columns: minmax(0, 1fr); gap: ${token.space[5]}; }
`
const Centred = styled.p`
  text-align: center;
  font-size: ${token.type.sm};
  color: ${token.text.secondary};
`
const Or = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  color: ${token.text.muted};
  font-size: ${token.type.xs};
  &::before, &::after { content: ''; flex: 1; height: 1px; background: ${token.border.hairline}; }
`
const AreaSelect = styled.span`
  position: relative;
  display: inline-flex;
  align-items: center;
  gap: 4px;
  max-width: 46%;
  padding-inline-end: 10px;
  margin-inline-end: 10px;
  border-inline-end: 1px solid ${token.border.soft};
  select {
    appearance: none;
    background: none;
    border: 0;
    min-height: 36px;
    padding-inline-end: 18px;
    font-weight: 500;
    width: 100%;
    text-overflow: ellipsis;
    option { color: ${token.text.primary}; background: ${token.surface.surface}; }
  }
  svg { position: absolute; inset-inline-end: 8px; pointer-events: none; color: ${token.text.muted}; }
`

export interface LoginPageProps {
  readonly data: LoginData
  readonly failure: LoginFailure | null
}

/** Failures of the server are said in a message and the password is selected; a missing field gets the focus. */
function useFailureFocus(failure: LoginFailure | null) {
  const { t } = useTranslation('auth')
  const toast = useToast()
  const account = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (failure === null) return
    if (failure.fields.account) return account.current?.focus()
    if (failure.fields.password) return password.current?.focus()
    toast.show({ tone: 'err', key: 'login', title: failure.message || t(failure.messageKey ?? 'public:unknownError') })
    password.current?.focus()
    password.current?.select()
  }, [failure, toast, t])
  return { account, password }
}

function PhonePrefix({ data, failure }: LoginPageProps) {
  const { t } = useTranslation('auth')
  // The second entry is the client's default, as the contract says.
  const usual = failure?.areaId || (data.areas[1] ?? data.areas[0])?.id
  if (data.areas.length === 0) return null
  return (
    <AreaSelect>
      <select name="area_id" aria-label={t('areaCode')} defaultValue={usual}>
        {data.areas.map((area) => (
          <option key={area.id} value={area.id}>
            {area.label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size={14} />
    </AreaSelect>
  )
}

function LoginForm({ data, failure }: LoginPageProps) {
  const { t } = useTranslation('auth')
  const { account, password } = useFailureFocus(failure)
  const navigation = useNavigation()
  const isBusy = navigation.state !== 'idle' && navigation.formAction?.startsWith(paths.login()) === true
  const { kind, from } = data
  const isPhone = kind === 'mobile'
  const address = (type: 'mobile' | undefined) => {
    const query = new URLSearchParams({ ...(type === undefined ? {} : { type }), ...(from === null ? {} : { from }) }).toString()
    return query === '' ? '?' : `?${query}`
  }
  const problemOf = (field: 'account' | 'password') => (failure?.fields[field] ? t(failure.fields[field]) : undefined)
  return (
    <>
      <Segmented
        kind="tab"
        label={t('accountType')}
        value={kind}
        options={[
          { value: 'email', label: t('email'), href: address(undefined) },
          { value: 'mobile', label: t('phone'), href: address('mobile') },
        ]}
      />
      <Form method="post" noValidate>
        <input type="hidden" name="login_type" value={kind} />
        {from === null ? null : <input type="hidden" name="from" value={from} />}
        <Field key={kind} label={isPhone ? t('phone') : t('email')} error={problemOf('account')}>
          {(aria) => (
            <TextInput
              {...aria}
              ref={account}
              name="account"
              type={isPhone ? 'tel' : 'email'}
              inputMode={isPhone ? 'tel' : 'email'}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              dir="ltr"
              defaultValue={failure?.account ?? ''}
              prefix={isPhone ? <PhonePrefix data={data} failure={failure} /> : undefined}
            />
          )}
        </Field>
        <Field label={t('password')} labelEnd={<Link href={paths.forgot()}>{t('forgotPassword')}</Link>} error={problemOf('password')}>
          {(aria) => (
            <PasswordInput
              {...aria}
              ref={password}
              name="password"
              autoComplete="current-password"
              showLabel={t('showPassword')}
              hideLabel={t('hidePassword')}
            />
          )}
        </Field>
        {/* Without JavaScript nothing else says what went wrong. */}
        <noscript>{failure === null || failure.message === '' ? null : <p role="alert">{failure.message}</p>}</noscript>
        <Button type="submit" variant="primary" size="lg" block busy={isBusy}>
          {t('logIn')}
        </Button>
      </Form>
    </>
  )
}

function DemoForm({ data }: { data: LoginData }) {
  const { t } = useTranslation('auth')
  const navigation = useNavigation()
  const isBusy = navigation.state !== 'idle' && navigation.formAction === paths.action.demoAccount()
  return (
    <>
      <Form method="post" action={paths.action.demoAccount()}>
        {data.from === null ? null : <input type="hidden" name="from" value={data.from} />}
        <Button type="submit" variant="secondary" size="lg" block icon="flask-conical" busy={isBusy}>
          {t('createDemo')}
        </Button>
      </Form>
      <Centred>
        {data.demoBalance === null ? t('noEmailNeeded') : t('demoHint', { amount: decimalText(data.demoBalance, { decimals: 0 }) })}
      </Centred>
    </>
  )
}

export function LoginPage({ data, failure }: LoginPageProps) {
  const { t } = useTranslation('auth')
  const tenant = useTenant()
  const { language } = useSite()
  const { flag, ownName, tag } = languageFacts(language)
  return (
    <Layout>
      <Bar>
        <BrandMark name={tenant.name} logo={tenant.logoPath} label={t('public:brandHome', { name: tenant.name })} />
        <BarLink href={paths.language()} aria-label={t('public:languageIs', { name: ownName })}>
          <Flag country={flag} />
          <span aria-hidden="true">{tag.startsWith('zh') ? ownName.slice(0, 1) : tag.toUpperCase()}</span>
        </BarLink>
        <span data-only="touch">
          <IconLink icon="x" label={t('public:close')} href={paths.home()} />
        </span>
      </Bar>
      <Column>
        <h1>{t('logIn')}</h1>
        <LoginForm data={data} failure={failure} />
        <Centred>
          {t('newHere')} <Link href={paths.register()}>{t('openAnAccount')}</Link>
        </Centred>
        <Or>{t('orLookAround')}</Or>
        <DemoForm data={data} />
        <span data-only="touch">
          <RiskLine>{t('public:riskLine')}</RiskLine>
        </span>
      </Column>
      <LoginSide board={data.board} />
    </Layout>
  )
}
