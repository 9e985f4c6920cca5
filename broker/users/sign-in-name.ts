/** The name that somebody signs in with, brought to the one spelling under which it is stored, looked up and counted. */
export function signInName(account: string, type: 'email' | 'mobile'): string {
  return type === 'email' ? account.trim().toLowerCase() : account.replace(/\D/g, '')
}
