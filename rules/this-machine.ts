/** Whether a host's name, without brackets and port, means the machine it is said on: what goes there leaves it nowhere. */
export function isThisMachine(host: string): boolean {
  return host.startsWith('/') || /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)
}

/** Only this machine can come to a site of this name. @param BASE_DOMAIN with or without its port */
export function isRehearsal({ BASE_DOMAIN }: { readonly BASE_DOMAIN: string }): boolean {
  return isThisMachine(BASE_DOMAIN.replace(/:\d+$/, ''))
}
