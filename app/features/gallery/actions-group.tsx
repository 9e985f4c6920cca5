import { useTranslation } from 'react-i18next'
import { Button, ButtonLink, type ButtonVariant, CopyButton, CountdownButton, IconButton, Link, TradeButtons } from '../../ui'
import { Group, Line, Specimen } from './specimen'

const VARIANTS: readonly ButtonVariant[] = ['primary', 'secondary', 'soft', 'ghost', 'buy', 'sell', 'danger', 'danger-text']
const nothing = () => undefined

export function ActionsGroup() {
  const { t } = useTranslation('trade')
  return (
    <Group name="actions">
      {VARIANTS.map((variant) => (
        <Specimen key={variant} of={`Button ${variant}: default, busy, disabled`}>
          <Line>
            <Button variant={variant} icon="check">
              {t('public:logIn')}
            </Button>
            <Button variant={variant} icon="check" busy>
              {t('public:logIn')}
            </Button>
            <Button variant={variant} icon="check" disabled>
              {t('public:logIn')}
            </Button>
          </Line>
        </Specimen>
      ))}
      <Specimen of="Button: sm, md, lg, link, block" width="half">
        <Line>
          <Button size="sm">{t('public:retry')}</Button>
          <Button size="md">{t('public:retry')}</Button>
          <Button size="lg">{t('public:retry')}</Button>
          <ButtonLink href="/" variant="primary" iconEnd="chevron-right" iconFlip>
            {t('public:openAccount')}
          </ButtonLink>
        </Line>
        <Button variant="primary" block>
          {t('public:deposit')}
        </Button>
      </Specimen>
      <Specimen of="IconButton: default, dot, pressed, table, disabled">
        <Line>
          <IconButton icon="search" label={t('public:searchMarkets')} />
          <IconButton icon="bell" label={t('public:messages')} dot />
          <IconButton icon="star" label={t('markets')} aria-pressed />
          <IconButton icon="x" label={t('close')} size="table" />
          <IconButton icon="search" label={t('public:searchMarkets')} disabled />
        </Line>
      </Specimen>
      <TradeSpecimens />
      <Specimen of="CopyButton">
        <CopyButton text="A1B2C3" label={t('account:email.copy')} copiedLabel={t('public:copied')} />
      </Specimen>
      <Specimen of="CountdownButton: idle, counting">
        <Line>
          <CountdownButton
            pause={null}
            label={t('auth:sendCode')}
            againLabel={t('auth:sendAgain')}
            waitingLabel={(seconds) => t('auth:sendAgainIn', { seconds })}
            onClick={nothing}
          />
          <CountdownButton
            pause={{ id: 1, secondsLeft: 60 }}
            label={t('auth:sendCode')}
            againLabel={t('auth:sendAgain')}
            waitingLabel={() => t('auth:sendAgainIn', { seconds: 60 })}
            onClick={nothing}
          />
        </Line>
      </Specimen>
      <Specimen of="Link: alone, in a sentence">
        <Link href="/">{t('auth:forgotPassword')}</Link>
        <p>
          {t('auth:newHere')}{' '}
          <Link inline href="/">
            {t('auth:openAnAccount')}
          </Link>
        </p>
      </Specimen>
    </Group>
  )
}

function TradeSpecimens() {
  const { t } = useTranslation('trade')
  const side = (name: 'buy' | 'sell', disabled = false) => ({
    title: t(name === 'buy' ? 'ticket.buyUp' : 'ticket.sellLow'),
    detail: t(name === 'buy' ? 'ticket.longLots' : 'ticket.shortLots', { lots: '0.20' }),
    label: t(name === 'buy' ? 'ticket.buyName' : 'ticket.sellName', { lots: '0.20' }),
    disabled,
  })
  const held = (name: 'buy' | 'sell') => ({
    ...side(name),
    title: t(name === 'buy' ? 'ticket.holdBuy' : 'ticket.holdSell'),
    heldTitle: t('ticket.keepHolding'),
    againTitle: t('ticket.pressAgain'),
    label: t(name === 'buy' ? 'ticket.holdBuyName' : 'ticket.holdSellName', { lots: '0.20' }),
  })
  return (
    <>
      <Specimen of="TradeButtons: default" width="half">
        <TradeButtons buy={side('buy')} sell={side('sell')} onTrade={nothing} />
      </Specimen>
      <Specimen of="TradeButtons: one click" width="half">
        <TradeButtons buy={side('buy')} sell={side('sell')} press="once" onTrade={nothing} />
      </Specimen>
      <Specimen of="TradeButtons: hold" width="half">
        <TradeButtons buy={held('buy')} sell={held('sell')} press="hold" onTrade={nothing} />
      </Specimen>
      <Specimen of="TradeButtons: busy" width="half">
        <TradeButtons buy={side('buy')} sell={side('sell')} busy="buy" onTrade={nothing} />
      </Specimen>
      <Specimen of="TradeButtons: closed, with its reason" width="half">
        <TradeButtons buy={side('buy', true)} sell={side('sell', true)} reason={t('public:error.MARKET_CLOSED')} onTrade={nothing} />
      </Specimen>
      <Specimen of="TradeButtons: no leverage" width="half">
        <TradeButtons
          buy={side('buy', true)}
          sell={side('sell', true)}
          reason={t('public:error.LEVERAGE_NOT_CONFIGURED')}
          onTrade={nothing}
        />
      </Specimen>
    </>
  )
}
