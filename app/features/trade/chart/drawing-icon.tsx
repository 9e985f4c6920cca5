/** The drawing tools as pictures: what each one draws, with its points. */
import type { DrawingTool } from './drawings'

const PATHS: Readonly<Record<DrawingTool, { readonly lines: string; readonly dots: readonly (readonly [number, number])[] }>> = {
  trend: {
    lines: 'M6.5 17.5 17.5 6.5',
    dots: [
      [5, 19],
      [19, 5],
    ],
  },
  ray: {
    lines: 'M6.5 18 21 4',
    dots: [
      [5, 19.5],
      [13, 11.7],
    ],
  },
  horizontal: { lines: 'M2 12h7.5M14.5 12H22', dots: [[12, 12]] },
  vertical: { lines: 'M12 2v7.5M12 14.5V22', dots: [[12, 12]] },
  channel: {
    lines: 'M4.5 13 15 4.5M9 20 20 11',
    dots: [
      [3.5, 14],
      [16.5, 3.5],
      [14.5, 15.5],
    ],
  },
  fibonacci: { lines: 'M3 4h18M3 9h18M3 13h18M3 20h18', dots: [] },
  rectangle: {
    lines: 'M7 6h13v10M17 18H4V8',
    dots: [
      [4.5, 6],
      [19.5, 18],
    ],
  },
  note: { lines: 'M5 7V5h14v2M12 5v14M9 19h6', dots: [] },
}

export function DrawingIcon({ tool }: { tool: DrawingTool }) {
  const { lines, dots } = PATHS[tool]
  return (
    <svg
      width={20}
      height={20}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d={lines} />
      {dots.map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={1.9} />
      ))}
    </svg>
  )
}
