/** Where a brand's icon stands in the sizes and shapes that phones and browsers ask for. */
export const APP_ICON_FOLDER = '/app-icons/'

export type AppIconName = '48.png' | '192.png' | '512.png' | 'maskable-192.png' | 'maskable-512.png' | 'apple-180.png'

/** It carries the version of the brand's own file, where that has one. */
export function appIconAddress(iconPath: string, name: AppIconName): string {
  const [, version] = iconPath.split('?')
  return `${APP_ICON_FOLDER}${name}${version === undefined ? '' : `?${version}`}`
}
