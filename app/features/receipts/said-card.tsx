/** What a receipt says: the trade in one line, its facts, and the text that was signed. */
import canonicalize from 'canonicalize'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { Badge, Card, CardHead, Icon, InstrumentMark, Link, Note, type NoteTone, Row, Stack, Text, token } from '../../ui'
import { useSite } from '../../visitor/site'
import type { CheckedReceipt } from './check-receipts'
import { eventKey, textOf } from './receipt-body'
import { ChainLine } from './receipt-card'
import { MainFacts, ReceiptFacts } from './receipt-facts'
import { SidePart } from './side-part'
import { summaryLine } from './summary-line'

const Trade = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 10px;
  --mark-ring: ${token.surface.surface};
  > div { flex: 1; min-width: 12ch; }
  b { display: block; font-weight: 600; }
  p { font-size: ${token.type.sm}; font-variant-numeric: tabular-nums; color: ${token.text.secondary}; }
`
const Folded = styled.details`
  border-block-start: 1px solid ${token.border.hairline};
  ${summaryLine}
  summary { color: ${token.text.secondary}; }
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
  return <p>{t('summary', { side: t(`side.${side}`), lots: `\u2068${lots}\u2069`, price: `\u2068${price}\u2069` })}</p>
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
      {body.price_source_from_minute_candles === true ? <Badge tone="warn">{t('badge.minutes')}</Badge> : null}
    </Row>
  )
}

/** Events whose receipt states a price that something was filled at. */
const FILLS: ReadonlySet<unknown> = new Set(['order_opened', 'order_closed'])

/** The way to say that a fill is wrong, and to the case where there is one already. */
function ChallengeLink({ receipt: { body, hash } }: Pick<CheckedReceipt, 'receipt'>) {
  const { t } = useTranslation('proof')
  const order = textOf(body, 'order')
  if (order === null || !FILLS.has(body.event)) return null
  return (
    <Text $size="sm">
      <Link href={paths.mine.challenge(order, hash)}>{t('challenge.open')}</Link>
    </Text>
  )
}

export function SaidCard({ checked }: { checked: CheckedReceipt }) {
  const { t } = useTranslation('receipt')
  const { tenant, trader } = useSite()
  const { receipt, fault, key, link } = checked
  const tone: NoteTone = fault === 'key_unknown' ? 'warn' : 'danger'
  const instrument = textOf(receipt.body, 'instrument')
  return (
    <Card as="article">
      <CardHead>
        <h2>{t('proof:said')}</h2>
        {fault === null ? null : <Badge tone={tone}>{t('proof:notConfirmed')}</Badge>}
      </CardHead>
      <SidePart>
        <Stack $gap={4}>
          <Trade>
            {instrument === null ? null : <InstrumentMark code={instrument} size={28} />}
            <div>
              <b>
                {instrument === null ? null : <bdi dir="ltr">{instrument}</bdi>} {t(eventKey(receipt.body))}
              </b>
              <Summary body={receipt.body} />
            </div>
          </Trade>
          <BodyBadges body={receipt.body} />
          {fault === null ? null : (
            <Note tone={tone}>
              <p>{t(`fault.${fault}`, { key: receipt.key_id, owner: key?.owner ?? '' })}</p>
              <p>{t('unconfirmed')}</p>
            </Note>
          )}
          <ChainLine link={link} />
          <MainFacts body={receipt.body} />
          {fault === null && trader !== null && receipt.body.broker === tenant?.id ? <ChallengeLink receipt={receipt} /> : null}
          <Folded>
            <summary>
              <Icon name="chevron-down" size={16} />
              {t('proof:step.details')}
            </summary>
            <ReceiptFacts receipt={receipt} site={tenant?.id ?? null} />
          </Folded>
          <Folded>
            <summary>
              <Icon name="chevron-down" size={16} />
              {t('signedText')}
            </summary>
            <pre>{canonicalize(receipt.body)}</pre>
          </Folded>
        </Stack>
      </SidePart>
    </Card>
  )
}
