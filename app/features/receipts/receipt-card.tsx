/** One checked receipt: whether it is genuine, where it stands in its account's chain, what it says, and the text that was signed. */
import canonicalize from 'canonicalize'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Badge, Button, Card, Icon, Note, type NoteTone, Row, Stack, token } from '../../ui'
import type { CheckedReceipt } from './check-receipts'
import { eventKey, textOf } from './receipt-body'
import { BROKEN_LINKS } from './receipt-chain'
import { ReceiptFacts } from './receipt-facts'

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${token.space[2]} ${token.space[3]};
  h3 { font-size: ${token.type.lg}; line-height: 1.3; }
  h3 bdi { color: ${token.text.secondary}; font-weight: 500; }
  > :last-child { margin-inline-start: auto; }
`
const Line = styled.p`
  font-size: ${token.type.md};
  font-variant-numeric: tabular-nums;
  margin-block-start: calc(${token.space[2]} * -1);
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
const Signed = styled.details`
  border-block-start: 1px solid ${token.border.hairline};
  summary {
    display: flex;
    align-items: center;
    gap: ${token.space[2]};
    min-height: 44px;
    font-size: ${token.type.sm};
    font-weight: 500;
    color: ${token.text.secondary};
    cursor: pointer;
    list-style: none;
  }
  summary::-webkit-details-marker { display: none; }
  &[open] summary svg { transform: rotate(180deg); }
  pre {
    direction: ltr;
    text-align: left;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    font-family: ${token.font.mono};
    font-size: ${token.type.xs};
    line-height: 1.5;
    padding: ${token.space[3]};
    border-radius: ${token.radius.sm};
    background: ${token.surface.sunken};
  }
`

type Body = CheckedReceipt['receipt']['body']

/** What was traded in one line; nothing for what is no trade. */
function Summary({ body }: { body: Body }) {
  const { t } = useTranslation('receipt')
  const [side, lots, price] = ['side', 'lots', 'price'].map((name) => textOf(body, name))
  if (!lots || !price || (side !== 'buy' && side !== 'sell')) return null
  return <Line>{t('summary', { side: t(`side.${side}`), lots: `\u2068${lots}\u2069`, price: `\u2068${price}\u2069` })}</Line>
}

function BodyBadges({ body }: { body: Body }) {
  const { t } = useTranslation('receipt')
  return (
    <Row $gap={2} $wrap>
      {body.demo_account === true ? <Badge tone="demo">{t('badge.demoAccount')}</Badge> : null}
      {body.demo_account === false ? <Badge>{t('badge.realAccount')}</Badge> : null}
      {body.demo_site === true ? <Badge tone="warn">{t('badge.demoSite')}</Badge> : null}
      {body.price_source_is_simulated === true ? <Badge tone="warn">{t('badge.simulated')}</Badge> : null}
      {body.price_source_is_simulated === false ? <Badge>{t('badge.market')}</Badge> : null}
    </Row>
  )
}

export function ReceiptCard({ checked, isOpenAtFirst }: { checked: CheckedReceipt; isOpenAtFirst: boolean }) {
  const { t } = useTranslation('receipt')
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const { receipt, fault, key, link } = checked
  const tone: NoteTone = fault === null ? 'ok' : fault === 'key_unknown' ? 'warn' : 'danger'
  const verdict = fault === null ? 'genuine' : fault === 'key_unknown' ? 'unknown' : 'false'
  const instrument = textOf(receipt.body, 'instrument')
  const isBroken = BROKEN_LINKS.has(link)
  return (
    <Card $pad as="article">
      <Stack $gap={4}>
        <Head>
          <h3>
            {t(eventKey(receipt.body))} {instrument === null ? null : <bdi dir="ltr">{instrument}</bdi>}
          </h3>
          <Badge tone={tone} icon={fault === null ? 'shield-check' : 'circle-alert'}>
            {t(`verdict.${verdict}`)}
          </Badge>
        </Head>
        <Summary body={receipt.body} />
        <BodyBadges body={receipt.body} />
        {fault === null ? null : (
          <Note tone={tone}>
            <p>{t(`fault.${fault}`, { key: receipt.key_id, owner: key?.owner ?? '' })}</p>
            <p>{t('unconfirmed')}</p>
          </Note>
        )}
        <Chain data-broken={isBroken ? '' : undefined}>
          <Icon name={isBroken ? 'circle-alert' : 'scroll-text'} size={18} />
          {t(`chain.${link}`)}
        </Chain>
        {isOpen ? (
          <>
            <ReceiptFacts receipt={receipt} />
            <Signed>
              <summary>
                <Icon name="chevron-down" size={16} />
                {t('signedText')}
              </summary>
              <pre>{canonicalize(receipt.body)}</pre>
            </Signed>
          </>
        ) : (
          <Row>
            <Button size="sm" onClick={() => setOpen(true)}>
              {t('showFacts')}
            </Button>
          </Row>
        )}
      </Stack>
    </Card>
  )
}
