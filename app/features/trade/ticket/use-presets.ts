/** The presets of the instrument in the ticket: which one it was filled in from, and what can be done with them. */
import { useTranslation } from 'react-i18next'
import { useToast } from '../../../ui'
import { useDeviceStore } from '../../../ui/device-store'
import { useTabState } from '../../../visitor/tab-state'
import { isAsPreset, isOffered, MOST_PRESETS, type Preset, presetFields, presetStore, presetsOf, withPresets } from './presets'
import { useTicket } from './ticket-context'

/** By instrument code: the id of the preset that was chosen last. */
const NOTHING_CHOSEN: Readonly<Record<string, string>> = {}
const UNDO_FOR_MS = 8_000

export function usePresets() {
  const { t } = useTranslation('trade')
  const toast = useToast()
  const { terms, draft, dispatch, shown } = useTicket()
  const { code } = terms
  const presets = presetsOf(useDeviceStore(presetStore), code)
  const [chosenIds, setChosenIds] = useTabState('trade', 'presets', NOTHING_CHOSEN)
  const chosen = presets.find(({ id }) => id === chosenIds[code]) ?? null
  const change = (to: (presets: readonly Preset[]) => readonly Preset[]) => {
    const all = presetStore.get()
    presetStore.set(withPresets(all, code, to(presetsOf(all, code))))
  }
  const mark = (id: string) => setChosenIds((before) => ({ ...before, [code]: id }))
  const fields = () => presetFields(draft, terms, shown.current)
  const choose = (preset: Preset) => {
    if (!isOffered(preset, terms)) {
      toast.show({ tone: 'info', key: 'preset', title: t('preset.leverageGone', { leverage: preset.leverage }) })
      return
    }
    mark(preset.id)
    const { id: _, name: __, ...filled } = preset
    dispatch({ type: 'preset-chosen', fields: filled })
  }
  return {
    presets,
    chosen,
    isChanged: chosen !== null && !isAsPreset(draft, chosen),
    isFull: presets.length >= MOST_PRESETS,
    isOffered: (preset: Preset) => isOffered(preset, terms),
    choose,
    /** The one after the chosen one, round the end. */
    chooseNext() {
      const next = presets[(presets.findIndex(({ id }) => id === chosen?.id) + 1) % presets.length]
      if (next !== undefined) choose(next)
    },
    save(name: string) {
      const preset = { id: `${Date.now().toString(36)}${presets.length}`, name, ...fields() }
      change((before) => [...before, preset].slice(0, MOST_PRESETS))
      choose(preset)
    },
    update() {
      if (chosen === null) return
      const updated = { ...chosen, ...fields() }
      change((before) => before.map((each) => (each.id === chosen.id ? updated : each)))
      choose(updated)
    },
    /** @param place counted from 0 */
    move(id: string, place: number) {
      change((before) => {
        const others = before.filter((preset) => preset.id !== id)
        return [...others.slice(0, place), ...before.filter((preset) => preset.id === id), ...others.slice(place)]
      })
    },
    remove(preset: Preset) {
      const at = presets.indexOf(preset)
      change((before) => before.filter(({ id }) => id !== preset.id))
      toast.show({
        tone: 'info',
        key: 'preset',
        durationMs: UNDO_FOR_MS,
        title: t('preset.deleted', { name: preset.name }),
        action: { label: t('chart.draw.undo'), onAct: () => change((before) => [...before.slice(0, at), preset, ...before.slice(at)]) },
      })
    },
  }
}
