/**
 * The typed names of the design tokens. Every leaf is a `var(--…)` string, so a styled component has the
 * same class for every tenant and mode; the values live in themes/*.json and base-tokens.ts.
 * The raw price hues (green, red, blue, orange) are deliberately not here: components speak of up and down.
 */
export const token = {
  surface: {
    canvas: 'var(--bg-canvas)',
    surface: 'var(--bg-surface)',
    raised: 'var(--bg-raised)',
    sunken: 'var(--bg-sunken)',
    hover: 'var(--bg-hover)',
    active: 'var(--bg-active)',
    inverse: 'var(--bg-inverse)',
    scrim: 'var(--scrim)',
  },
  text: {
    primary: 'var(--text-1)',
    secondary: 'var(--text-2)',
    muted: 'var(--text-3)',
    disabled: 'var(--text-disabled)',
    inverse: 'var(--text-inverse)',
  },
  border: { hairline: 'var(--line-1)', soft: 'var(--line-2)', control: 'var(--line-3)' },
  brand: {
    fill: 'var(--brand)',
    hover: 'var(--brand-hover)',
    press: 'var(--brand-press)',
    text: 'var(--brand-text)',
    soft: 'var(--brand-soft)',
    line: 'var(--brand-line)',
    on: 'var(--on-brand)',
    /** The fill, or a deeper shade of it where the fill would not stand out from the page: edges, ticks, lines. */
    mark: 'var(--brand-mark)',
  },
  /** Of what no brand may hide: always readable, whatever the theme says (palette/finish-palette.server.ts). */
  honest: {
    ground: 'var(--honest-ground)',
    ink: 'var(--honest-ink)',
    inkSecondary: 'var(--honest-ink-2)',
    alarm: 'var(--honest-alarm)',
    onAlarm: 'var(--honest-on-alarm)',
  },
  focus: 'var(--focus)',
  direction: {
    up: 'var(--up)',
    upText: 'var(--up-text)',
    upSoft: 'var(--up-soft)',
    upFill: 'var(--up-fill)',
    down: 'var(--down)',
    downText: 'var(--down-text)',
    downSoft: 'var(--down-soft)',
    downFill: 'var(--down-fill)',
    on: 'var(--on-fill)',
  },
  status: {
    warn: { text: 'var(--warn-text)', soft: 'var(--warn-soft)', fill: 'var(--warn)' },
    danger: { text: 'var(--danger-text)', soft: 'var(--danger-soft)', fill: 'var(--danger-fill)', on: 'var(--on-fill)' },
    ok: { text: 'var(--ok-text)', soft: 'var(--ok-soft)', fill: 'var(--ok-text)' },
    info: { text: 'var(--info-text)', soft: 'var(--info-soft)', fill: 'var(--info-text)' },
  },
  chart: {
    bg: 'var(--chart-bg)',
    grid: 'var(--chart-grid)',
    axis: 'var(--chart-axis)',
    cross: 'var(--chart-cross)',
    ma1: 'var(--chart-ma1)',
    ma2: 'var(--chart-ma2)',
    ma3: 'var(--chart-ma3)',
  },
  shadow: { card: 'var(--shadow-1)', float: 'var(--shadow-2)', layer: 'var(--shadow-3)' },
  radius: { xs: 'var(--r-xs)', sm: 'var(--r-sm)', md: 'var(--r-md)', lg: 'var(--r-lg)', full: 'var(--r-full)' },
  /** 2, 4, 8, 12, 16, 20, 24, 32, 40, 48, 64 px. */
  space: {
    0: 'var(--s-0)',
    1: 'var(--s-1)',
    2: 'var(--s-2)',
    3: 'var(--s-3)',
    4: 'var(--s-4)',
    5: 'var(--s-5)',
    6: 'var(--s-6)',
    8: 'var(--s-8)',
    10: 'var(--s-10)',
    12: 'var(--s-12)',
    16: 'var(--s-16)',
  },
  /** 11, 12, 13, 14, 16, 18, 22, 28, 36, 48 px. */
  type: {
    xxs: 'var(--t-2xs)',
    xs: 'var(--t-xs)',
    sm: 'var(--t-sm)',
    md: 'var(--t-md)',
    lg: 'var(--t-lg)',
    xl: 'var(--t-xl)',
    xxl: 'var(--t-2xl)',
    xxxl: 'var(--t-3xl)',
    balance: 'var(--t-4xl)',
    hero: 'var(--t-5xl)',
  },
  leading: { tight: 'var(--lh-tight)', snug: 'var(--lh-snug)', body: 'var(--lh-body)' },
  font: {
    ui: 'var(--font-ui)',
    display: 'var(--font-display)',
    displayWeight: 'var(--display-weight)',
    displayTrack: 'var(--display-track)',
    mono: 'var(--font-mono)',
  },
  /** Heights that differ between touch and desktop; base-tokens.ts sets both. */
  size: {
    control: 'var(--control)',
    controlSm: 'var(--control-sm)',
    controlLg: 'var(--control-lg)',
    field: 'var(--field)',
    row: 'var(--row)',
    bar: 'var(--bar)',
    tabbar: 'var(--tabbar)',
    content: 'var(--content-max)',
    /** Height of the sticky demo ribbon while it is on the page, else 0. */
    ribbon: 'var(--ribbon)',
  },
  motion: {
    press: 'var(--dur-1)',
    hover: 'var(--dur-2)',
    move: 'var(--dur-3)',
    layer: 'var(--dur-4)',
    enter: 'var(--ease-out)',
    leave: 'var(--ease-in)',
  },
  layer: {
    sticky: 'var(--z-sticky)',
    bar: 'var(--z-bar)',
    sheet: 'var(--z-sheet)',
    dialog: 'var(--z-dialog)',
    toast: 'var(--z-toast)',
  },
} as const

/** Media queries of the three layouts. Layout is chosen by these alone, never by a device guess. */
export const media = {
  /** The smallest phones, and a page enlarged four times. */
  narrow: '@media (max-width: 359.98px)',
  phone: '@media (max-width: 767.98px)',
  touch: '@media (max-width: 1023.98px)',
  tablet: '@media (min-width: 768px)',
  desktop: '@media (min-width: 1024px)',
  still: '@media (prefers-reduced-motion: reduce)',
  /** The visitor's own few colours, in which grounds and shadows are not painted: what they say is drawn anew. */
  forced: '@media (forced-colors: active)',
} as const
