/**
 * The rooms of each zone from the roof to the ground, one floor a line: an import goes down or stays in its room, and rooms of one
 * floor do not know each other. The picture, and a line about each room, are in docs/architecture.md.
 */
export const FLOORS: Readonly<Record<'app' | 'broker', readonly (readonly string[])[]>> = {
  app: [
    ['app/entry.client.tsx', 'app/entry.server.tsx', 'app/root.tsx', 'app/routes.ts', 'app/routes'],
    ['app/features/chat', 'app/features/gallery', 'app/features/shell'],
    ['app/features/desk', 'app/features/feedback'],
    ['app/features/sign-in', 'app/features/trade'],
    ['app/features/market', 'app/features/ranking', 'app/features/wallet'],
    ['app/features/account', 'app/features/notices', 'app/features/orders'],
    [
      'app/features/companies',
      'app/features/developers',
      'app/features/honesty',
      'app/features/identity',
      'app/features/invite',
      'app/features/language',
      'app/features/news',
      'app/features/not-known',
      'app/features/receipts',
      'app/features/security',
    ],
    ['app/door', 'app/forms', 'app/frame', 'app/pictures', 'app/time'],
    ['app/realtime', 'app/visitor'],
    ['app/brand', 'app/broker-client', 'app/line', 'app/page'],
    ['app/cookies'],
    ['app/language'],
    ['app/addresses', 'app/process', 'app/ui', 'app/worker'],
  ],
  broker: [
    ['broker/open-broker.ts', 'broker/backup'],
    ['broker/serving'],
    ['broker/assembly'],
    ['broker/readiness', 'broker/seed'],
    ['broker/http'],
    ['broker/companies', 'broker/desk'],
    ['broker/feedback', 'broker/figures', 'broker/wallet'],
    ['broker/identity', 'broker/ranking', 'broker/socket', 'broker/trading'],
    ['broker/content', 'broker/ledger'],
    ['broker/audit', 'broker/brands', 'broker/notices'],
    ['broker/receipts', 'broker/settings', 'broker/users'],
    ['broker/delivery', 'broker/idempotency', 'broker/market'],
    ['broker/bus', 'broker/calls', 'broker/operator-door', 'broker/store'],
    ['broker/db', 'broker/secrets'],
    ['broker/directory', 'broker/ground', 'broker/money-places'],
  ],
}
