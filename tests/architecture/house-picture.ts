/** The picture of the house in docs/: its zones with their rooms, drawn from the list that the floors are held by. */
import { FLOORS } from './floors'

const WIDTH = 1180
const GAP = 8
const ROOM = { height: 30, pad: 12, letter: 7.1 }
const PALETTE = { app: '#dbeafe', broker: '#dcfce7', contract: '#fef3c7', rules: '#fef3c7' }

interface Placed {
  readonly svg: string
  readonly bottom: number
}

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function drawBox(x: number, y: number, width: number, text: string, fill: string): string {
  return `<g><rect x="${x}" y="${y}" width="${width}" height="${ROOM.height}" rx="5" fill="${fill}" stroke="#475569"/><text x="${x + width / 2}" y="${y + 20}" text-anchor="middle">${escapeText(text)}</text></g>`
}

/** One floor: its rooms side by side, in as many rows as they need. */
function drawFloor(rooms: readonly string[], left: number, top: number, width: number, fill: string): Placed {
  let [x, y, svg] = [left, top, '']
  for (const room of rooms) {
    const wide = Math.round(room.length * ROOM.letter + 2 * ROOM.pad)
    if (x > left && x + wide > left + width) [x, y] = [left, y + ROOM.height + GAP]
    svg += drawBox(x, y, wide, room, fill)
    x += wide + GAP
  }
  return { svg, bottom: y + ROOM.height + GAP }
}

function drawZone(zone: 'app' | 'broker', left: number, top: number, width: number): Placed {
  let y = top + 40
  let inner = `<text x="${left + 16}" y="${top + 26}" font-weight="bold" font-size="16">${zone}/</text>`
  for (const rooms of FLOORS[zone]) {
    const names = rooms.map((room) => room.slice(zone.length + 1))
    const floor = drawFloor(names, left + 16, y + 6, width - 32, PALETTE[zone])
    inner += `<line x1="${left}" x2="${left + width}" y1="${y}" y2="${y}" stroke="#94a3b8" stroke-dasharray="3 4"/>${floor.svg}`
    y = floor.bottom + 4
  }
  return {
    svg: `<rect x="${left}" y="${top}" width="${width}" height="${y - top}" rx="8" fill="#f8fafc" stroke="#475569"/>${inner}`,
    bottom: y,
  }
}

export function drawHouse(): string {
  const half = (WIDTH - 60) / 2
  const site = drawZone('app', 20, 70, half)
  const broker = drawZone('broker', 40 + half, 70, half)
  const ground = Math.max(site.bottom, broker.bottom) + 20
  const door = drawBox(20, 20, WIDTH - 40, 'server.ts: one port for pages, calls and socket', '#fee2e2')
  const contract = drawBox(20, ground, WIDTH - 40, 'contract/: what crosses the wire between the two', PALETTE.contract)
  const rules = drawBox(20, ground + ROOM.height + GAP, WIDTH - 40, 'rules/: what the numbers mean, for both', PALETTE.rules)
  const height = ground + 2 * ROOM.height + GAP + 20
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="13" fill="#0f172a">
<title>The house: two zones of rooms on floors, on one ground</title>
<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
${[door, site.svg, broker.svg, contract, rules].join('\n')}
</svg>
`
}
