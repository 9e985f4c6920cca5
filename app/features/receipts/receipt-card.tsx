/** One of several receipts: whether it is genuine, where it stands in its account's chain, and the way to its checks. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Badge, Button, Card, Icon, Stack, token } from '../../ui'
import type { CheckedReceipt } from './check-receipts'
import { eventKey, textOf } from './receipt-body'
import { BROKEN_LINKS } from './receipt-chain'

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${token.space[2]} ${token.space[3]};
  h2 { font-size: ${token.type.md}; line-height: 1.3; font-weight: 600; }
  h2 bdi { color: ${token.text.secondary}; font-weight: 500; }
  > :last-child { margin-inline-start: auto; }
`
const Chain = styled.p`
  display: flex;
  align-items: flex-start;
  gap: ${token.space[2]};
  font-size: ${token.type.sm};
  line-height: 1.45;
  color: ${token.text.secondary};
  &[data-broken] { color: ${token.status.danger.text}; font-weight: 500; }
`
const Frame = styled(Card)`
  &[data-shown] { box-shadow: inset 0 0 0 1.5px ${token.brand.mark}; }
`

/** How it follows the one before it in the text. */
export function ChainLine({ link }: Pick<CheckedReceipt, 'link'>) {
  const { t } = useTranslation('receipt')
  const isBroken = BROKEN_LINKS.has(link)
  return (
    <Chain data-broken={isBroken ? '' : undefined}>
      <Icon name={isBroken ? 'circle-alert' : 'scroll-text'} size={18} />
      {t(`chain.${link}`)}
    </Chain>
  )
}

interface ReceiptCardProps {
  readonly checked: CheckedReceipt
  readonly isShown: boolean
  readonly onShow: () => void
}

export function ReceiptCard({ checked, isShown, onShow }: ReceiptCardProps) {
  const { t } = useTranslation('receipt')
  const { receipt, fault, link } = checked
  const verdict = fault === null ? 'genuine' : fault === 'key_unknown' ? 'unknown' : 'false'
  const tone = { genuine: 'ok', unknown: 'warn', false: 'danger' } as const
  const instrument = textOf(receipt.body, 'instrument')
  return (
    <Frame $pad as="article" data-shown={isShown ? '' : undefined}>
      <Stack $gap={2}>
        <Head>
          <h2>
            {t(eventKey(receipt.body))} {instrument === null ? null : <bdi dir="ltr">{instrument}</bdi>}
          </h2>
          <Badge tone={tone[verdict]} icon={fault === null ? 'shield-check' : 'circle-alert'}>
            {t(`verdict.${verdict}`)}
          </Badge>
          <Button size="sm" aria-pressed={isShown} onClick={onShow}>
            {t('showFacts')}
          </Button>
        </Head>
        <ChainLine link={link} />
      </Stack>
    </Frame>
  )
}
