/**
 * Margin calls: a message when the broker tells one, on any screen, and on trade and orders a strip for as long as the live
 * figures stand at or below a level. The strip needs no push, so nothing is missed after a reload or a lost connection.
 */
import { useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { isFixedText, parseFixed } from '../../../rules/decimal'
import { type MarginCallLevel, marginCallAt, recoveryLevel } from '../../../rules/margin-call'
import { paths } from '../../addresses/paths'
import { useAccountFigures, useMarginCall } from '../../realtime'
import type { MarginCall } from '../../terms/pushes'
import { decimalText, Icon, IconButton, Link, media, token, useToast } from '../../ui'
import { useSite } from '../../visitor/site'
import { useTabState } from '../../visitor/tab-state'

const Strip = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 56px;
  padding-inline: ${token.space[4]} ${token.space[1]};
  font-size: ${token.type.sm};
  line-height: 1.35;
  color: ${token.text.primary};
  background: ${token.status.warn.soft};
  ${media.tablet} { padding-inline: ${token.space[6]} ${token.space[4]}; }
  > svg { color: ${token.status.warn.text}; }
  &[data-margin-call='75'] { background: ${token.status.danger.soft}; }
  &[data-margin-call='75'] > svg { color: ${token.status.danger.text}; }
  > span { flex: 1; min-width: 0; overflow-wrap: anywhere; }
  b { font-weight: 600; }
`

/** The call that a margin level stands at, by the broker's own rule; 0 above all of them, or when no margin is used. */
export function standingCall(marginLevel: string, stopOutLevel: string | undefined): MarginCallLevel | 0 {
  if (!isFixedText(marginLevel)) return 0
  return marginCallAt(parseFixed(marginLevel), parseFixed(stopOutLevel ?? '0'))
}

/** What was put away stays away until it gets worse, or until the account has recovered from it. */
function isRecovered(marginLevel: string, dismissed: MarginCallLevel): boolean {
  return !isFixedText(marginLevel) || parseFixed(marginLevel) >= recoveryLevel(dismissed)
}

/** One message for each margin call that is told while the page is open. */
export function MarginCallMessages() {
  const { t } = useTranslation('order')
  const toast = useToast()
  const notice = useMarginCall()
  const told = useRef<MarginCall | null>(null)
  useEffect(() => {
    if (notice === null || told.current?.at === notice.at) return
    told.current = notice
    toast.show({
      tone: 'info',
      key: 'margin-call',
      durationMs: 8_000,
      title: t('marginCall.title', { level: decimalText(notice.marginLevel) }),
      text: (
        <>
          {t(`marginCall.meaning.${notice.level}`, { level: notice.level })}{' '}
          <Link href={paths.orders({ type: '1', map: '1' })}>{t('map.title')}</Link>
        </>
      ),
    })
  }, [notice, toast, t])
  return null
}

const SCREENS: readonly string[] = [paths.trade(), paths.orders()]

/** Not a live region: the message has said it, and after a reload it is read where it stands. */
export function MarginCallStrip() {
  const { t } = useTranslation('order')
  const { pathname } = useLocation()
  const { companyTerms, trader } = useSite()
  const marginLevel = useAccountFigures()?.marginLevel ?? ''
  const [dismissed, setDismissed] = useTabState<MarginCallLevel | 0>('order', 'margin-call', 0)
  const call = trader === null ? 0 : standingCall(marginLevel, companyTerms?.stopOutLevel)
  useEffect(() => {
    if (dismissed !== 0 && isRecovered(marginLevel, dismissed)) setDismissed(0)
  }, [dismissed, marginLevel, setDismissed])
  const isPutAway = dismissed !== 0 && call >= dismissed
  if (call === 0 || isPutAway || !SCREENS.includes(pathname)) return null
  return (
    <Strip role="note" aria-label={t('marginCall.label')} data-margin-call={call}>
      <Icon name="triangle-alert" />
      <span>
        <b>{t('marginCall.title', { level: decimalText(marginLevel) })}</b>{' '}
        {t('marginCall.stopOut', { level: decimalText(companyTerms?.stopOutLevel ?? null) })}{' '}
        <Link href={paths.orders({ type: '1', map: '1' })}>{t('map.title')}</Link>
      </span>
      <IconButton icon="x" label={t('marginCall.dismiss')} onClick={() => setDismissed(call)} />
    </Strip>
  )
}
