/** Line drawings for empty and failed screens, in the ink of the text around them. */
const drawings = {
  candles: {
    grid: 'M8 66h96M8 44h96M8 22h96',
    lines: ['M30 16v44M56 26v34M82 12v40', 'M24 26h12v20H24zM50 34h12v18H50zM76 20h12v20H76z'],
    dashed: true,
  },
  broken: {
    grid: 'M8 66h96M8 44h96M8 22h96',
    lines: ['m10 56 14-10 12 6 12-16M64 30l12 8 12-14 14 6', 'm52 26 8 8m0-8-8 8'],
    dashed: false,
  },
  search: {
    grid: 'M8 66h96M8 50h96M8 34h96M8 18h96',
    lines: ['M20 50h20l8-14 10 20 9-12h10', 'M91 36a17 17 0 1 1-34 0 17 17 0 0 1 34 0', 'm86 49 13 14'],
    dashed: false,
  },
  records: {
    grid: 'M8 70h96',
    lines: ['M34 12h44v54l-7-5-7 5-8-5-8 5-7-5-7 5z', 'M44 26h24M44 36h24M44 46h14'],
    dashed: false,
  },
  address: {
    grid: 'M8 70h96',
    lines: [
      'M30 18h18v18H30zM64 18h18v18H64zM30 48h18v18H30z',
      'M37 25h4v4h-4zM71 25h4v4h-4zM37 55h4v4h-4z',
      'M64 48h7v7h-7zM75 48h7M75 59h7v7M64 62v4h6',
    ],
    dashed: false,
  },
  card: {
    grid: 'M8 70h96',
    lines: ['M24 20h64a4 4 0 0 1 4 4v34a4 4 0 0 1-4 4H24a4 4 0 0 1-4-4V24a4 4 0 0 1 4-4z', 'M20 34h72M30 50h18'],
    dashed: false,
  },
  news: {
    grid: 'M8 70h96',
    lines: ['M26 14h52v52H34a8 8 0 0 1-8-8z', 'M78 28h8v30a8 8 0 0 1-8 8', 'M36 26h16v12H36zM58 26h12M58 34h12M36 46h34M36 54h24'],
    dashed: false,
  },
  people: {
    grid: 'M8 70h96',
    lines: [
      'M56 34a10 10 0 1 0 0-20 10 10 0 0 0 0 20zM36 66c0-14 8-22 20-22s20 8 20 22',
      'M30 38a7 7 0 1 1 4-13M82 38a7 7 0 1 0-4-13M20 62c0-9 4-15 11-17M92 62c0-9-4-15-11-17',
    ],
    dashed: false,
  },
  lock: {
    grid: 'M8 70h96',
    lines: ['M36 36h40a4 4 0 0 1 4 4v22a4 4 0 0 1-4 4H36a4 4 0 0 1-4-4V40a4 4 0 0 1 4-4z', 'M42 36V26a14 14 0 0 1 28 0v10', 'M56 48v8'],
    dashed: false,
  },
} as const

export type EmptyArtName = keyof typeof drawings

export function EmptyArt({ name }: { name: EmptyArtName }) {
  const { grid, lines, dashed } = drawings[name]
  return (
    <svg
      viewBox="0 0 112 80"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={grid} opacity=".35" />
      {lines.map((line) => (
        <path key={line} d={line} strokeDasharray={dashed ? '3 4' : undefined} />
      ))}
    </svg>
  )
}
