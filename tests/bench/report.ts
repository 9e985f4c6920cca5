/** A figure with what it is held against, measured in the same run, and how the table of them is written. */
export interface Figure {
  readonly what: string
  readonly value: number
  readonly unit: string
  /** The simplest thing that could do the same work. */
  readonly baseline: { readonly what: string; readonly value: number } | null
  /** What it is meant to be, in the same unit. */
  readonly goal?: { readonly atLeast: number } | { readonly atMost: number }
}

/** `≥ 3,000, reached`; empty where nothing was promised. */
function formatGoal({ value, goal }: Figure): string {
  if (goal === undefined) return ''
  const [sign, bound, isReached] = 'atLeast' in goal ? ['≥', goal.atLeast, value >= goal.atLeast] : ['≤', goal.atMost, value <= goal.atMost]
  return `${sign} ${formatFigure(bound)}, ${isReached ? 'reached' : 'missed'}`
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function formatFigure(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const decimals = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 4
  return value.toLocaleString('en-GB', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}

/** Plain text columns; the ratio is ours ÷ baseline. Goals have a column where any figure has one. */
export function writeTable(figures: readonly Figure[]): string {
  const hasGoals = figures.some(({ goal }) => goal !== undefined)
  const rows = figures.map((figure) => {
    const { what, value, unit, baseline } = figure
    return [
      what,
      `${formatFigure(value)} ${unit}`,
      baseline === null ? '–' : `${formatFigure(baseline.value)} ${unit}`,
      baseline === null ? '–' : formatFigure(value / baseline.value),
      ...(hasGoals ? [formatGoal(figure)] : []),
      baseline?.what ?? '',
    ]
  })
  const all = [['figure', 'Candor', 'baseline', 'ratio', ...(hasGoals ? ['goal'] : []), 'the baseline is'], ...rows]
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  const isNumber = (column: number) => column >= 1 && column <= 3
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (isNumber(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
      .join('  ')
      .trimEnd()
  return [line(all[0]!), widths.map((width) => '─'.repeat(width)).join('  '), ...all.slice(1).map(line)].join('\n')
}
