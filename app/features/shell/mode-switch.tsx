/** Light, dark, or as the system has it: one button that walks through them. */
import { useTranslation } from 'react-i18next'
import { MODES, type Mode } from '../../cookies/preferences'
import { useModePreference } from '../../frame/preferences-state'
import { IconButton, type IconName } from '../../ui'

const ICON: Readonly<Record<Mode, IconName>> = { light: 'sun', dark: 'moon', system: 'sun-moon' }

export function ModeSwitch() {
  const { t } = useTranslation('user')
  const [mode, setMode] = useModePreference()
  const next = MODES[(MODES.indexOf(mode) + 1) % MODES.length] ?? 'light'
  return (
    <IconButton
      icon={ICON[mode]}
      label={t('modeSwitch', { now: t(`mode.${mode}`), next: t(`mode.${next}`) })}
      onClick={() => setMode(next)}
    />
  )
}
