import { useFetcher } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { LONGEST } from '../../../contract/form-bounds'
import { paths } from '../../addresses/paths'
import { Field, IconButton, TextInput, token } from '../../ui'
import type { Captcha, FormAnswer } from './sign-in-data'

const Picture = styled.img`
  height: 40px;
  width: auto;
  max-width: 132px;
  flex: none;
  border-radius: ${token.radius.xs};
  background: ${token.surface.active};
`
const Refresh = styled(IconButton)`
  margin-inline-end: -8px;
`
const Instead = styled.button`
  justify-self: start;
  min-height: 44px;
  margin-block: -8px;
  font-size: ${token.type.sm};
  font-weight: 500;
  color: ${token.brand.text};
  text-decoration: underline;
  text-underline-offset: 3px;
`
const FieldFrame = styled.div`
  display: grid;
  gap: ${token.space[2]};
`

/** Refusals after which the broker does not know the image any more. */
const USED_UP: ReadonlySet<string> = new Set(['CAPTCHA_WRONG', 'REGISTRATION_REFUSED'])

function useCaptcha(first: Captcha | null) {
  const fetcher = useFetcher<{ captcha: Captcha | null }>()
  const [captcha, setCaptcha] = useState(first)
  const { data, load } = fetcher
  useEffect(() => {
    if (data !== undefined) setCaptcha(data.captcha)
  }, [data])
  return { captcha, isLoading: fetcher.state !== 'idle', refresh: () => load(paths.action.captcha()) }
}

interface CaptchaFieldProps {
  readonly first: Captcha | null
  readonly answer: Pick<FormAnswer, 'problems' | 'refusal'> | undefined
  /** Whether a code can be sent in place of the image. */
  readonly hasInstead?: boolean
}

/** Characters in an image, a fresh image, and a way for those who cannot read it. */
export function CaptchaField({ first, answer, hasInstead = true }: CaptchaFieldProps) {
  const { t } = useTranslation('auth')
  const { captcha, isLoading, refresh } = useCaptcha(first)
  const input = useRef<HTMLInputElement>(null)
  const renew = () => {
    if (input.current !== null) input.current.value = ''
    refresh()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer uses the image up once.
  useEffect(() => {
    if (USED_UP.has(answer?.refusal ?? '')) renew()
  }, [answer])
  return (
    <FieldFrame>
      <Field label={t('captcha.label')} error={answer?.problems.code ?? (captcha === null && !isLoading ? t('captcha.failed') : undefined)}>
        {(aria) => (
          <TextInput
            {...aria}
            ref={input}
            name="code"
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={LONGEST.sentCode}
            dir="ltr"
            end={
              <>
                {captcha === null ? null : <Picture src={captcha.image} alt={t('captcha.alt')} />}
                <Refresh
                  type="submit"
                  name="intent"
                  value="new-captcha"
                  formNoValidate
                  icon="refresh-cw"
                  label={t('captcha.renew')}
                  aria-busy={isLoading || undefined}
                  onClick={(event) => {
                    event.preventDefault()
                    renew()
                    input.current?.focus()
                  }}
                />
              </>
            }
          />
        )}
      </Field>
      <input type="hidden" name="key" value={captcha?.id ?? ''} />
      {hasInstead ? (
        <Instead type="submit" name="intent" value="use-code" formNoValidate>
          {t('captcha.instead')}
        </Instead>
      ) : null}
    </FieldFrame>
  )
}
