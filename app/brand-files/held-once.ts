/**
 * What brands have in common is held once: of thousands on one platform most have the same languages, switches, terms and defaults.
 * They stay small, and a call for one of them finds most of what it reads where the call before has just read it.
 */
import type { Tenant, TenantFile } from '../../contract/tenant'

/** Enough for what many share; what is each brand's own does not stay here. */
const MAX_HELD = 500
const held = new Map<string, unknown>()
/** What stands for an object that was met already: it is not written out again. */
const known = new WeakMap<object, unknown>()

/** The file with parts that are equal to those of other files being the same objects. Nobody ever changes them. */
export function holdingOnce<File extends TenantFile>(file: File): File {
  const { languages, linkHosts, theme, features, texts, service, registration, wallet, trading } = file
  return {
    ...file,
    languages: once(languages),
    linkHosts: once(linkHosts),
    theme: once(theme),
    features: once(features),
    texts: once(texts),
    ...(service === undefined ? {} : { service: once(service) }),
    registration: once(registration),
    wallet: once(wallet),
    trading: once(trading),
  }
}

/** The same for a whole tenant, made elsewhere: it brings its colours along. */
export function tenantHoldingOnce(tenant: Tenant): Tenant {
  return { ...holdingOnce(tenant), palette: once(tenant.palette) }
}

function once<Part extends object>(part: Part): Part {
  const met = known.get(part)
  if (met !== undefined) return met as Part
  const same = heldFor(part)
  known.set(part, same)
  return same
}

function heldFor<Part extends object>(part: Part): Part {
  const text = JSON.stringify(part)
  const equal = held.get(text)
  if (equal !== undefined) return equal as Part
  if (held.size >= MAX_HELD) held.clear()
  held.set(text, part)
  return part
}
