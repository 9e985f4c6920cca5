/**
 * A theme file (themes/<name>.json) as CSS text. A theme sets colour, radius and the display font and nothing else;
 * the same component classes then serve every tenant.
 */
export type Mode = 'light' | 'dark'

export interface Theme {
  name: string
  /** Token name without the leading dashes → CSS value. Both modes carry the same names. */
  modes: Record<Mode, Record<string, string>>
  /** Radii, display font, its weight and tracking. */
  shape: Record<string, string>
}

const tokenName = /^[a-z][a-z0-9-]*$/

function declarations(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => {
      // A theme is tenant configuration: it must not be able to close the rule or the style element it is printed into.
      if (!tokenName.test(name) || /[<>{};@\\]|url\(/i.test(value)) throw new Error(`theme value refused: ${name}`)
      return `--${name}:${value}`
    })
    .join(';')
}

/**
 * CSS text that defines the custom properties of a theme on the root element.
 * `data-mode="system"` follows the operating system, for tenants that allow it.
 */
export function themeCss(theme: Theme): string {
  const light = `color-scheme:light;${declarations(theme.modes.light)}`
  const dark = `color-scheme:dark;${declarations(theme.modes.dark)}`
  return [
    `:root{${declarations(theme.shape)}}`,
    `:root[data-mode="light"],:root[data-mode="system"],[data-theme-mode="light"]{${light}}`,
    `:root[data-mode="dark"],[data-theme-mode="dark"]{${dark}}`,
    `@media (prefers-color-scheme:dark){:root[data-mode="system"]{${dark}}}`,
  ].join('\n')
}

interface ThemeOverrides {
  light?: Record<string, string>
  dark?: Record<string, string>
  radius?: { xs?: string | undefined; sm?: string | undefined; md?: string | undefined; lg?: string | undefined }
}

/** The theme with a tenant's own values over it; a name that the theme does not know is refused. */
export function overrideTheme(theme: Theme, overrides: ThemeOverrides): Theme {
  const over = (base: Record<string, string>, values: Record<string, string>) => {
    for (const name of Object.keys(values)) if (!(name in base)) throw new Error(`theme has no token named ${name}`)
    return { ...base, ...values }
  }
  const radius = Object.fromEntries(
    Object.entries(overrides.radius ?? {}).flatMap(([size, value]) => (value ? [[`r-${size}`, value]] : [])),
  )
  return {
    name: theme.name,
    modes: { light: over(theme.modes.light, overrides.light ?? {}), dark: over(theme.modes.dark, overrides.dark ?? {}) },
    shape: over(theme.shape, radius),
  }
}
