import { forwardRef, useState } from 'react'
import styled from 'styled-components'
import { IconButton } from './icon-button'
import { TextInput, type TextInputProps } from './text-input'
import { token } from './token'

interface PasswordInputProps extends Omit<TextInputProps, 'type' | 'end' | 'suffix'> {
  showLabel: string
  hideLabel: string
  /** 0–4 filled steps under the field; with it goes the word for it. */
  strength?: 0 | 1 | 2 | 3 | 4
  strengthLabel?: string
}

const Meter = styled.span`
  display: grid;
  grid-template-columns: repeat(4, 1fr);
  gap: 4px;
  i { height: 3px; border-radius: 2px; background: ${token.border.soft}; }
  i[data-on] { background: ${token.status.ok.text}; }
  &[data-strength='1'] i[data-on] { background: ${token.status.danger.text}; }
  &[data-strength='2'] i[data-on] { background: ${token.status.warn.fill}; }
`
const Word = styled.span`
  font-size: ${token.type.xs};
  color: ${token.text.muted};
  line-height: 1.45;
`
const Toggle = styled(IconButton)`
  margin-inline-end: -8px;
`

export const PasswordInput = forwardRef<HTMLInputElement, PasswordInputProps>(function PasswordInput(
  { showLabel, hideLabel, strength, strengthLabel, ...rest },
  ref,
) {
  const [shown, setShown] = useState(false)
  return (
    <>
      <TextInput
        ref={ref}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...rest}
        end={<Toggle icon={shown ? 'eye-off' : 'eye'} label={shown ? hideLabel : showLabel} onClick={() => setShown(!shown)} />}
      />
      {strength === undefined ? null : (
        <>
          <Meter aria-hidden="true" data-strength={strength}>
            {[1, 2, 3, 4].map((step) => (
              <i key={step} data-on={step <= strength ? '' : undefined} />
            ))}
          </Meter>
          {strengthLabel ? <Word role="status">{strengthLabel}</Word> : null}
        </>
      )}
    </>
  )
})
