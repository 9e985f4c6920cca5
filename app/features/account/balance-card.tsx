import { Form, useNavigation, useSubmit } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { useHiddenAmounts } from '../../frame/hidden-amounts'
import { shownEntries } from '../../frame/navigation'
import { useAccountFigures } from '../../realtime'
import { Amount, Anchor, Button, Card, ConfirmDialog, Icon, IconButton, type IconName, token } from '../../ui'
import { useFeatures, useIsWindingDown } from '../../visitor/site'

const Body = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[3]};
`
const Figure = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${token.space[3]};
  > div { display: grid; gap: 4px; min-width: 0; }
  small { font-size: ${token.type.sm}; color: ${token.text.secondary}; }
  strong { font-size: 28px; font-weight: 600; line-height: 1.15; letter-spacing: -0.01em; overflow-wrap: anywhere; }
  strong span span:last-child { font-size: ${token.type.sm}; }
`
const Shortcuts = styled.ul`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: ${token.space[2]};
  margin-block-start: ${token.space[3]};
  a {
    display: grid;
    justify-items: center;
    gap: 8px;
    font-size: ${token.type.xs};
    font-weight: 500;
    text-align: center;
    overflow-wrap: anywhere;
  }
  a > span:first-child {
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
    border-radius: 50%;
    background: ${token.surface.active};
    color: ${token.brand.text};
  }
`

const ENTRIES: readonly { href: string; labelKey: string; icon: IconName }[] = [
  { href: paths.mine.charge(), labelKey: 'deposit', icon: 'arrow-down-to-line' },
  { href: paths.mine.withdraw(), labelKey: 'withdraw', icon: 'arrow-up-from-line' },
  { href: paths.mine.history(), labelKey: 'detail', icon: 'history' },
  { href: paths.mine.invite(), labelKey: 'invite', icon: 'user-round-plus' },
]

const SHUT_IN_WIND_DOWN: ReadonlySet<string> = new Set([paths.mine.charge(), paths.mine.invite()])

/** The button works as a plain form; with JavaScript it asks first. */
function ResetDemo() {
  const { t } = useTranslation('user')
  const submit = useSubmit()
  const navigation = useNavigation()
  const isBusy = navigation.formAction === paths.action.resetDemo()
  const [isAsking, setIsAsking] = useState(false)
  useEffect(() => {
    if (isBusy) setIsAsking(false)
  }, [isBusy])
  return (
    <Form
      method="post"
      action={paths.action.resetDemo()}
      onSubmit={(event) => {
        event.preventDefault()
        setIsAsking(true)
      }}
    >
      <Button type="submit" variant="secondary" block icon="rotate-ccw" busy={isBusy}>
        {t('resetDemo')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        tone="danger"
        title={t('resetDemoTitle')}
        text={t('resetDemoText')}
        confirmLabel={t('resetDemoConfirm')}
        cancelLabel={t('public:cancel')}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => submit(null, { method: 'post', action: paths.action.resetDemo() })}
      />
    </Form>
  )
}

export function BalanceCard({ isDemo, balance }: { isDemo: boolean; balance: string | null }) {
  const { t } = useTranslation('user')
  const { isHidden, toggle } = useHiddenAmounts()
  const figures = useAccountFigures(null)
  const isWindingDown = useIsWindingDown()
  const offered = shownEntries(ENTRIES, useFeatures())
  const entries = isWindingDown ? offered.filter(({ href }) => !SHUT_IN_WIND_DOWN.has(href)) : offered
  return (
    <Card $pad>
      <Body>
        <Figure>
          <div>
            <small>{t(isDemo ? 'simulatedBalance' : 'availableBalance')}</small>
            <strong>
              <Amount value={figures?.balance ?? balance} currency="USDT" hidden={isHidden} hiddenLabel={t('public:amountHidden')} />
            </strong>
          </div>
          <IconButton
            icon={isHidden ? 'eye-off' : 'eye'}
            label={t(isHidden ? 'public:showAmounts' : 'public:hideAmounts')}
            aria-pressed={isHidden}
            onClick={toggle}
          />
        </Figure>
        {isDemo ? (
          isWindingDown ? null : (
            <ResetDemo />
          )
        ) : (
          <Shortcuts>
            {entries.map(({ href, labelKey, icon }) => (
              <li key={href}>
                <Anchor href={href}>
                  <span>
                    <Icon name={icon} />
                  </span>
                  <span>{t(labelKey)}</span>
                </Anchor>
              </li>
            ))}
          </Shortcuts>
        )}
      </Body>
    </Card>
  )
}
