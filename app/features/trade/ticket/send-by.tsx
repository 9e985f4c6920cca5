/** How Buy and Sell send, beside the buttons that it is about. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { ConfirmDialog, Segmented, token } from '../../../ui'
import { useSiteOrNone } from '../../../visitor/site'
import { SEND_MODES, type SendMode, useSendMode } from '../scene/send-mode'

const SendRow = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-items: center;
  gap: ${token.space[3]};
  font-size: ${token.type.sm};
  font-weight: 500;
  color: ${token.text.secondary};
  /* Words that are longer than their third make the row taller, not the sheet wider. */
  button { padding-inline: 4px; }
`
const Hint = styled.p`
  font-size: ${token.type.xs};
  line-height: 1.45;
  color: ${token.text.muted};
`

export function SendBy() {
  const { t } = useTranslation('trade')
  const isDemo = useSiteOrNone()?.trader?.isDemo === true
  const { mode, choose } = useSendMode()
  const [isAsking, setIsAsking] = useState(false)
  const options = SEND_MODES.map((value) => ({ value, label: t(`ticket.sendMode.${value}`) }))
  const wish = (next: SendMode) => {
    if (next === mode) return
    if (next === 'one-click' && !isDemo) setIsAsking(true)
    else choose(next)
  }
  return (
    <>
      <SendRow>
        <span aria-hidden="true">{t('ticket.sendBy')}</span>
        <Segmented label={t('ticket.sendBy')} options={options} value={mode} onChange={wish} />
      </SendRow>
      <ConfirmDialog
        open={isAsking}
        title={t('ticket.oneClick.title')}
        text={t('ticket.oneClick.text')}
        confirmLabel={t('ticket.oneClick.confirm')}
        cancelLabel={t('public:cancel')}
        onConfirm={() => {
          setIsAsking(false)
          choose('one-click')
        }}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}

/** Under the buttons, for who presses them shortly and sees nothing sent. */
export function HoldHint() {
  const { t } = useTranslation('trade')
  return useSendMode().mode === 'hold' ? <Hint>{t('ticket.holdHint')}</Hint> : null
}
