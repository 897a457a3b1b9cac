// Defines the colors and sizes of the app, which style sheets use as CSS custom properties.
import { frameColors } from './script-tokens.ts'

interface Shade {
  light: string
  dark: string
}

const colors = {
  /** The frame around the page, and quiet chips. */
  canvas: frameColors,
  /** The page itself. */
  sheet: { light: '#ffffff', dark: '#121a17' },
  /** Heads of groups, and columns at the side. */
  sunk: { light: '#f7f9f7', dark: '#17211d' },
  line: { light: '#e2e7e3', dark: '#24312c' },
  'line-strong': { light: '#c8d1cb', dark: '#3a4a44' },
  // Borders of inputs have a contrast of 3:1 to the background.
  edge: { light: '#7f8b85', dark: '#6e7d76' },
  ink: { light: '#0e1f1a', dark: '#ecf2ef' },
  'ink-soft': { light: '#34443d', dark: '#c5d0cb' },
  quiet: { light: '#566660', dark: '#9caba5' },

  accent: { light: '#0a6a5c', dark: '#37cfb3' },
  'accent-hover': { light: '#085548', dark: '#5adfc6' },
  'on-accent': { light: '#ffffff', dark: '#03211b' },
  'accent-text': { light: '#085c50', dark: '#5adfc6' },
  'accent-soft': { light: '#dcefe9', dark: '#123229' },

  // Marigold marks only items that are due now or wait for the user.
  signal: { light: '#ffc23d', dark: '#ffc23d' },
  'on-signal': { light: '#2b1d00', dark: '#2b1d00' },
  'signal-text': { light: '#7a4b00', dark: '#ffd06a' },
  'signal-soft': { light: '#fff1cf', dark: '#33280d' },
  // These colors mark errors, refusals and destructive actions.
  red: { light: '#ae241b', dark: '#ff9a8f' },
  'red-soft': { light: '#fce9e7', dark: '#3a1a17' },
  'red-fill': { light: '#ae241b', dark: '#ff9a8f' },
  'red-fill-hover': { light: '#8f1a12', dark: '#ffb3aa' },
  'on-red': { light: '#ffffff', dark: '#2b0905' },
  // These colors mark items that passed, are saved or paid.
  green: { light: '#146338', dark: '#7bd8a0' },
  'green-soft': { light: '#e0f3e6', dark: '#13301f' },
  // These colors mark items that are open or new.
  blue: { light: '#1f4fa3', dark: '#94b8ff' },
  'blue-soft': { light: '#e6edfb', dark: '#172544' },
  /** Stars are always beside their figure. */
  star: { light: '#d69a00', dark: '#ffc23d' },
  /** The user's own chat messages, with white text. */
  bubble: { light: '#0a6a5c', dark: '#10574a' },

  // Charts have six colors, which also differ in lightness.
  'chart-1': { light: '#0a6a5c', dark: '#37cfb3' },
  'chart-2': { light: '#b4690e', dark: '#ffd06a' },
  'chart-3': { light: '#2f62b8', dark: '#94b8ff' },
  'chart-4': { light: '#8a9a3a', dark: '#c3d36a' },
  'chart-5': { light: '#7a3e6d', dark: '#d79acb' },
  'chart-6': { light: '#98a19d', dark: '#6e7c76' },

  veil: { light: 'rgb(14 31 26 / 45%)', dark: 'rgb(3 6 5 / 65%)' },
  shadow: {
    light: '0 1px 2px rgb(14 31 26 / 8%), 0 12px 32px rgb(14 31 26 / 14%)',
    dark: '0 1px 2px rgb(0 0 0 / 40%), 0 12px 32px rgb(0 0 0 / 67%)',
  },
} as const satisfies Record<string, Shade>

const measures = {
  'radius-chip': '6px',
  'radius-control': '8px',
  'radius-group': '12px',
  'radius-sheet': '14px',
  'text-label': '12px',
  'text-meta': '13px',
  'text-body': '14px',
  'text-lead': '16px',
  'text-section': '17px',
  'text-figure': '22px',
  'text-verdict': '24px',
  'text-title': '26px',
  'page-width': '1200px',
  quick: '120ms ease-out',
}

const colorNames = Object.keys(colors)
const everyToken = [...colorNames, ...Object.keys(measures)]

/** Returns the styles for pages where the user can choose the color scheme. */
export function writeChosenTokens() {
  return [
    `:root{${declarations('light', everyToken)};color-scheme:light}`,
    `@media not print{:root[data-mantine-color-scheme=dark]{${declarations('dark', colorNames)};color-scheme:dark}}`,
  ].join('')
}

/** Returns the styles for the public page, with only the tokens that `css` uses. */
export function systemTokens(css: string) {
  const named = everyToken.filter((name) => css.includes(`var(--${name})`))
  const namedColors = named.filter((name) => name in colors)
  return [
    `:root{${declarations('light', named)};color-scheme:light dark}`,
    `@media (prefers-color-scheme:dark){:root{${declarations('dark', namedColors)}}}`,
  ].join('')
}

function declarations(scheme: keyof Shade, names: string[]) {
  const shades = Object.entries(colors).map(([name, shade]) => [name, shade[scheme]] as const)
  const all = [...shades, ...Object.entries(measures)]
  return all
    .filter(([name]) => names.includes(name))
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')
}
