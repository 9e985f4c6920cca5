/** The lists of the user centre. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { shownEntries } from '../../frame/navigation'
import { useModePreference, usePriceColours } from '../../frame/preferences-state'
import { languageFacts } from '../../language/language'
import { Card, type IconName, List, ListItem, SectionTitle, Stack, token, useToast } from '../../ui'
import { useFeatures, useSite } from '../../visitor/site'
import { ModeSheet, PriceColoursSheet } from './preference-sheets'

interface Entry {
  readonly href: string
  readonly labelKey: string
  readonly icon: IconName
}

function Group({ titleKey, children }: { titleKey?: string; children: React.ReactNode }) {
  const { t } = useTranslation('user')
  return (
    <Stack $gap={2}>
      {titleKey === undefined ? null : <SectionTitle>{t(titleKey)}</SectionTitle>}
      <Card>
        <List {...(titleKey === undefined ? { label: t('account') } : {})}>{children}</List>
      </Card>
    </Stack>
  )
}

/** Touch layouts; on desktop the side navigation leads to the same places. */
export function AccountList({ reviewStatus, isTwoStepOn }: { reviewStatus: number | null; isTwoStepOn: boolean }) {
  const { t } = useTranslation('user')
  return (
    <div data-only="touch">
      <Group titleKey="account">
        <ListItem
          icon="id-card"
          title={t('verification')}
          href={paths.mine.auth()}
          value={reviewStatus === null ? undefined : t(`review.${reviewStatus}`)}
        />
        <ListItem icon="wallet" title={t('wallet')} href={paths.mine.wallet()} />
        <ListItem icon="qr-code" title={t('coinAddresses')} href={paths.mine.coinAddresses()} />
        <ListItem icon="landmark" title={t('bankCards')} href={paths.mine.bankCards()} />
        <ListItem icon="lock-keyhole" title={t('changePassword')} href={paths.mine.password()} />
        <ListItem icon="monitor" title={t('sessions')} href={paths.mine.sessions()} />
        <ListItem
          icon="shield-check"
          title={t('twoStep')}
          href={paths.mine.twoStep()}
          value={t(isTwoStepOn ? 'twoStepOn' : 'twoStepOff')}
        />
      </Group>
    </div>
  )
}

const LOCKED: readonly Omit<Entry, 'href'>[] = [
  { labelKey: 'verification', icon: 'id-card' },
  { labelKey: 'wallet', icon: 'wallet' },
  { labelKey: 'deposit', icon: 'arrow-down-to-line' },
  { labelKey: 'withdraw', icon: 'arrow-up-from-line' },
  { labelKey: 'invite', icon: 'user-round-plus' },
  { labelKey: 'changePassword', icon: 'lock-keyhole' },
  { labelKey: 'twoStep', icon: 'shield-check' },
]

/** What a demo account cannot open: shown, with a lock; a tap says why. */
export function LockedList() {
  const { t } = useTranslation('user')
  const toast = useToast()
  const features = useFeatures()
  const explain = () => toast.show({ tone: 'info', key: 'demo-restricted', title: t('needsRealAccount'), text: t('demoRestricted') })
  return (
    <Group>
      {LOCKED.filter(({ labelKey }) => labelKey !== 'invite' || features?.invite !== false).map(({ labelKey, icon }) => (
        <ListItem key={labelKey} icon={icon} title={t(labelKey)} locked lockedLabel={t('needsRealAccount')} onClick={explain} />
      ))}
      <ListItem icon="monitor" title={t('sessions')} href={paths.mine.sessions()} />
    </Group>
  )
}

const UpDownSample = styled.span`
  display: inline-flex;
  gap: 6px;
  [data-direction='up'] { color: ${token.direction.upText}; }
  [data-direction='down'] { color: ${token.direction.downText}; }
`

export function PreferenceList() {
  const { t } = useTranslation('user')
  const { language } = useSite()
  const [mode] = useModePreference()
  const [colours] = usePriceColours()
  const [open, setOpen] = useState<'mode' | 'colours' | null>(null)
  return (
    <Group titleKey="preferences">
      <ListItem icon="languages" title={t('language')} href={paths.language()} value={<bdi>{languageFacts(language).ownName}</bdi>} />
      <ListItem icon="sun-moon" title={t('theme')} onClick={() => setOpen('mode')} value={t(`mode.${mode}`)} />
      <ListItem
        icon="contrast"
        title={t('priceColours')}
        onClick={() => setOpen('colours')}
        value={
          <UpDownSample data-updown={colours}>
            <span data-direction="up">{t('up')}</span>
            <span data-direction="down">{t('down')}</span>
          </UpDownSample>
        }
      />
      <ModeSheet open={open === 'mode'} onClose={() => setOpen(null)} />
      <PriceColoursSheet open={open === 'colours'} onClose={() => setOpen(null)} />
    </Group>
  )
}

const HELP: readonly Entry[] = [
  { href: paths.news(), labelKey: 'news', icon: 'newspaper' },
  { href: paths.mine.announcement(), labelKey: 'announcement', icon: 'megaphone' },
  { href: paths.mine.chat(), labelKey: 'customerService', icon: 'headset' },
  { href: paths.mine.email(), labelKey: 'companyEmail', icon: 'mail' },
  { href: paths.feedback(), labelKey: 'feedback', icon: 'message-square' },
  { href: paths.proof(), labelKey: 'proof:section', icon: 'badge-check' },
  { href: paths.mine.system(), labelKey: 'system', icon: 'settings-2' },
]

export function HelpList() {
  const { t } = useTranslation('user')
  const features = useFeatures()
  return (
    <Group titleKey="help">
      {shownEntries(HELP, features).map(({ href, labelKey, icon }) => (
        <ListItem key={href} icon={icon} title={t(labelKey)} href={href} />
      ))}
    </Group>
  )
}
