import { Icon } from './icon'

interface PlainOptionsProps {
  readonly name: string
  readonly label: string
  readonly value: string | null
  readonly options: readonly { readonly value: string; readonly text: string }[]
  readonly iconSize: 14 | 16
}

/** What stands in for a picker where there are no scripts; its frame is drawn by whoever shows it. */
export function PlainOptions({ name, label, value, options, iconSize }: PlainOptionsProps) {
  return (
    <>
      <select name={name} aria-label={label} defaultValue={value ?? undefined}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size={iconSize} />
    </>
  )
}
