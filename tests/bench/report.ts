/** A figure with what it is held against, measured in the same run, and how the table of them is written. */
export interface Figure {
  readonly what: string
  readonly value: number
  readonly unit: string
  /** The simplest thing that could do the same work. */
  readonly baseline: { readonly what: string; readonly value: number } | null
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function formatFigure(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const decimals = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 4
  return value.toLocaleString('en-GB', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}

/** Plain text columns; the ratio is ours ÷ baseline. */
export function writeTable(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, value, unit, baseline }) => [
    what,
    `${formatFigure(value)} ${unit}`,
    baseline === null ? '–' : `${formatFigure(baseline.value)} ${unit}`,
    baseline === null ? '–' : formatFigure(value / baseline.value),
    baseline?.what ?? '',
  ])
  const all = [['figure', 'Candor', 'baseline', 'ratio', 'the baseline is'], ...rows]
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  const isNumber = (column: number) => column >= 1 && column <= 3
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (isNumber(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
      .join('  ')
      .trimEnd()
  return [line(all[0]!), widths.map((width) => '─'.repeat(width)).join('  '), ...all.slice(1).map(line)].join('\n')
}
