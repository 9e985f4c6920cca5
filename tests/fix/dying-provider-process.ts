/**
 * The demonstration's provider, which dies (`kill -9`) or cuts its lines at the points that it is told, one after the other, each as
 * `<step> <how often> <kill|cut>`: `node --import tsx dying-provider-process.ts <port> <folder>`, told over its channel.
 */
import { startProvider } from '../../scripts/provider/start-provider'

const [port = '0', folder = ''] = process.argv.slice(2)
let points: string[] = []
let left = 0

const provider = await startProvider({
  ...{ host: '127.0.0.1', port: Number(port), tls: null, name: 'DEMO', quotes: 'QUOTES', orders: 'ORDERS', copies: '', password: '' },
  ...{ replay: null, codes: ['EURUSD'], depth: ['20000', '100000000'], folder, random: () => 0.5 },
  faults: { delayMs: 1, rejectShare: 0, bustShare: 0, correctShare: 0, dropEveryMs: 0 },
  said: (line) => process.send?.({ said: line }),
  stepped(step) {
    const [point, , how] = points[0]?.split(' ') ?? []
    if (step !== point) return
    left -= 1
    if (left > 0) return
    points.shift()
    arm()
    if (how === 'kill') process.kill(process.pid, 'SIGKILL')
    process.send?.({ reached: `${step} ${how}` })
    provider.cut()
  },
})

function arm(): void {
  left = Number(points[0]?.split(' ')[1] ?? '0')
}

process.on('message', (told: readonly string[]) => {
  points = [...told]
  arm()
  process.send?.({ armed: true })
})
process.send?.({ port: provider.port })
