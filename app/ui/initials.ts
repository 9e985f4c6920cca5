/** Two letters for a round mark: from the mail address, else from the user number; a demo account has a D. */
export function initialsOf({ email, uid, isDemo }: { readonly email: string; readonly uid: string; readonly isDemo: boolean }): string {
  if (isDemo) return 'D'
  const letters =
    email
      .split('@')[0]
      ?.split(/[^\p{L}]+/u)
      .filter(Boolean) ?? []
  if (letters.length > 1) return `${letters[0]?.[0] ?? ''}${letters[1]?.[0] ?? ''}`.toUpperCase()
  if (letters.length === 1) return (letters[0] ?? '').slice(0, 2).toUpperCase()
  return uid
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, 2)
    .toUpperCase()
}

/** A mail address that its owner recognises and a passer-by does not: `m•••••r@example.com`. */
export function maskedEmail(email: string): string {
  const [name = '', domain] = email.split('@')
  if (domain === undefined) return email
  if (name.length < 3) return `${name.slice(0, 1)}•••@${domain}`
  return `${name[0]}•••••${name.at(-1)}@${domain}`
}

/** The last three digits of a phone number. */
export function maskedMobile(mobile: string): string {
  return mobile.length < 6 ? mobile : `+${mobile.slice(0, 2)} ••••• ${mobile.slice(-3)}`
}
