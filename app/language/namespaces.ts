/** The 15 text groups of the specification, and `account`, `desk`, `developers`, `execution`, `notice`, `proof`, `receipt`; each is one file in locales/<language>/. */
export const NAMESPACES = [
  'account',
  'auth',
  'bank',
  'desk',
  'developers',
  'documentary',
  'execution',
  'financial',
  'forgot',
  'func',
  'news',
  'notice',
  'order',
  'product',
  'proof',
  'public',
  'receipt',
  'tabbar',
  'trade',
  'user',
  'wallet',
  'withdraw',
] as const
export type TextGroup = (typeof NAMESPACES)[number]
export const DEFAULT_NAMESPACE: TextGroup = 'public'
