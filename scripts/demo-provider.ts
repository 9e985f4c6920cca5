/**
 * `npm run demo:provider`: a provider of prices and liquidity over FIX 4.4 on this machine, for demonstrations and tests. It quotes the
 * recorded ticks of a folder (`--replay`, else REPLAY_DIR) or the simulated market, fills orders at what it quotes, keeps positions,
 * and sends copies of its reports to a session of their own. No market stands behind it.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT_FOLDER as root } from '../broker/ground/root-folder'
import { makeCertificate } from './provider/make-certificate'
import { type DemoProvider, startProvider } from './provider/start-provider'

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    host: { ...text, default: '127.0.0.1' },
    port: { ...text, default: '9878' },
    tls: { type: 'boolean', default: false },
    cert: text,
    key: text,
    name: { ...text, default: 'DEMO' },
    quotes: { ...text, default: 'CANDOR-QUOTES' },
    orders: { ...text, default: 'CANDOR-ORDERS' },
    copies: { ...text, default: 'CANDOR-COPIES' },
    password: { ...text, default: '' },
    replay: text,
    speed: { ...text, default: '1' },
    from: text,
    codes: { ...text, default: '' },
    depth: { ...text, default: '1000000,3000000,5000000' },
    folder: { ...text, default: '.data/demo-provider' },
    write: text,
    delay: { ...text, default: '0' },
    'drop-every': { ...text, default: '0' },
    reject: { ...text, default: '0' },
    bust: { ...text, default: '0' },
    correct: { ...text, default: '0' },
    overcharge: { ...text, default: '0' },
    quietly: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

/** What it charges: USDT a million USDT dealt. */
const COMMISSION = '25'
/** Its name as a provider, among the market's providers. */
const DEALER = 'demo-dealer'

const HELP = `npm run demo:provider -- [options]
  --host, --port           where it listens (127.0.0.1, 9878; port 0: any)
  --tls [--cert --key]     PEM files; without them a certificate is made with openssl
  --name                   its own CompID
  --quotes, --orders, --copies, --password   who may log on, for prices, for orders, for copies of all reports
  --replay, --speed, --from   recorded ticks, 1 to 100 times their speed, from HH:MM of their first day
  --codes EURUSD,XAUUSD    only these instruments
  --depth 1000000,3000000  units at each level of its book, the best first
  --folder                 where it remembers orders, positions and numbers
  --write FILE             writes the market's file that trades on it, where there is none yet
  --delay 200              milliseconds before it looks at an order
  --drop-every 30          seconds after which it cuts every connection
  --reject, --bust, --correct 0.1   shares of orders refused, of fills taken back, of fills corrected
  --overcharge 3           USDT that its statement of a day charges beyond what was agreed
  --quietly                what is taken back or corrected is told on the session of copies alone`

function readNumber(name: 'port' | 'speed' | 'delay' | 'drop-every' | 'reject' | 'bust' | 'correct'): number {
  const value = Number(values[name])
  if (!(value >= 0)) throw new Error(`--${name} is a number of 0 or more, not ${values[name]}`)
  return value
}

function readCertificate(folder: string): { cert: string; key: string } {
  const { cert, key } = values
  if (cert === undefined || key === undefined) return makeCertificate(folder)
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
}

async function start(): Promise<DemoProvider> {
  const folder = path.resolve(root, values.folder)
  mkdirSync(folder, { recursive: true })
  const directory = values.replay ?? process.env.REPLAY_DIR
  const { host, name, quotes, orders, copies, password } = values
  const provider = await startProvider({
    host,
    port: readNumber('port'),
    tls: values.tls ? readCertificate(folder) : null,
    name,
    quotes,
    orders,
    copies,
    password,
    replay: directory ? { directory: path.resolve(root, directory), speed: readNumber('speed'), from: values.from } : null,
    codes: values.codes.split(',').filter(Boolean),
    depth: values.depth.split(','),
    folder,
    statements: { folder: path.join(folder, 'statements'), commissionPerMillion: COMMISSION, overcharge: values.overcharge },
    faults: {
      delayMs: readNumber('delay'),
      dropEveryMs: readNumber('drop-every') * 1_000,
      rejectShare: readNumber('reject'),
      bustShare: readNumber('bust'),
      correctShare: readNumber('correct'),
      isAmendingQuietly: values.quietly,
    },
    random: Math.random,
    said: (line) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`),
  })
  console.log(`A provider of ${directory ? `the ticks in ${directory}` : 'the simulated market'} listens at ${host}:${provider.port}.`)
  console.log(`It is ${name} and knows ${[quotes, orders, copies].filter(Boolean).join(', ')}.`)
  if (password !== '') console.log(`Start the server with DEMO_PROVIDER_USER=${quotes} and DEMO_PROVIDER_PASSWORD.`)
  handOut(marketFile(provider, folder))
  const execution = { [provider.codes[0] ?? 'EURUSD']: { model: 'hedged', provider: DEALER } }
  console.log(`Real accounts are covered there with this in trading of a company's tenant.json:\n"execution": ${JSON.stringify(execution)}`)
  return provider
}

/** The market's file that trades on it. */
function marketFile({ port, codes }: DemoProvider, folder: string): Readonly<Record<string, unknown>> {
  const { host, name, quotes, orders, copies, password } = values
  const tls = values.tls ? { caFile: path.join(folder, 'cert.pem'), serverName: 'localhost' } : null
  const secrets = password === '' ? {} : { username: { env: 'DEMO_PROVIDER_USER' }, password: { env: 'DEMO_PROVIDER_PASSWORD' } }
  const symbols = Object.fromEntries(codes.map((code) => [code, code]))
  const peer = { kind: 'fix', host, port, tls, targetCompId: name, ...secrets, isSimulated: true }
  // The day after: what it did until 17:00 in New York.
  const statement = { folder: path.join(folder, 'statements'), commissionPerMillion: COMMISSION }
  const dropCopy = copies === '' ? {} : { dropCopy: { senderCompId: copies } }
  return {
    sources: { demo: { ...peer, senderCompId: quotes, symbols } },
    providers: { [DEALER]: { ...peer, senderCompId: orders, ...dropCopy, statement, symbols } },
    instruments: Object.fromEntries(codes.map((code) => [code, { sources: ['demo'] }])),
  }
}

function handOut(file: ReturnType<typeof marketFile>): void {
  const { write } = values
  if (write === undefined) console.log(`Trade on it with this as market.json beside the brands:\n${JSON.stringify(file)}`)
  else if (existsSync(write)) console.log(`${write} is there already and stays as it is.`)
  else {
    writeFileSync(write, `${JSON.stringify(file, null, 2)}\n`)
    console.log(`${write} trades on it.`)
  }
}

if (values.help) console.log(HELP)
else {
  start()
    .then((provider) => {
      const end = (): void => void provider.close().finally(() => process.exit(0))
      process.once('SIGINT', end)
      process.once('SIGTERM', end)
    })
    .catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error)
      process.exitCode = 1
    })
}
