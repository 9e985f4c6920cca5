/**
 * Texts that no company can replace with words of its own: who stands behind the site and how its traders fare, the risk, where
 * the service is not offered, that a site is a demonstration, what a receipt proves, and what the broker itself answers.
 *
 * A key is `group:name`, dotted; a name that ends in a dot protects everything under it. Forms of a plural count as their text.
 */
const PROTECTED = [
  'public:honesty.',
  'public:footer.',
  'public:statement.',
  'public:riskLine',
  'public:availabilityLine',
  'public:demoRibbon',
  'public:demoRibbonLabel',
  'public:demoBadge',
  'public:directory.',
  'public:windDown.',
  'public:error.',
  'user:announcementText.',
  'receipt:',
] as const

const PLURAL = /_(?:zero|one|two|few|many|other)$/

export function isProtectedText(key: string): boolean {
  const text = key.replace(PLURAL, '')
  return PROTECTED.some((name) => (/[.:]$/.test(name) ? text.startsWith(name) : text === name))
}
