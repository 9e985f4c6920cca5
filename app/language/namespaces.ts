/** The 15 text groups of the specification, and `account`, `desk`, `developers`, `notice`, `receipt`; each is one file in locales/<language>/. */
export const NAMESPACES = [
  'account',
  'auth',
  'bank',
  'desk',
  'developers',
  'documentary',
  'financial',
  'forgot',
  'func',
  'news',
  'notice',
  'order',
  'product',
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
