// Defines the colors and sizes of the app, which style sheets use as CSS custom properties.
import { frameColors } from './script-tokens.ts'

interface Shade {
  light: string
  dark: string
}

const colors = {
  paper: frameColors,
  surface: { light: '#ffffff', dark: '#151d1a' },
  sunken: { light: '#f3f2ed', dark: '#1b2522' },
  line: { light: '#e5e3db', dark: '#26322e' },
  // Borders of inputs have a contrast of 3:1 to the background.
  edge: { light: '#8a938e', dark: '#6b7973' },
  ink: { light: '#1b2421', dark: '#e6ece9' },
  quiet: { light: '#57635e', dark: '#a3b1ab' },

  accent: { light: '#0f766e', dark: '#2dd4bf' },
  'accent-hover': { light: '#0b5f58', dark: '#5eead4' },
  'on-accent': { light: '#ffffff', dark: '#06201c' },
  'accent-text': { light: '#0b665f', dark: '#4fe0cd' },
  'accent-soft': { light: '#e2f1ee', dark: '#12302c' },

  // These colors mark items that wait for the user.
  'amber-text': { light: '#8a4b08', dark: '#f3bb69' },
  'amber-soft': { light: '#fdf0da', dark: '#35270f' },
  // These colors mark errors, refusals and destructive actions.
  danger: { light: '#b42318', dark: '#f38b80' },
  'danger-hover': { light: '#93190f', dark: '#f7a59c' },
  'on-danger': { light: '#ffffff', dark: '#2b0905' },
  'red-text': { light: '#a82016', dark: '#ff9f95' },
  'red-soft': { light: '#fdebe9', dark: '#381a17' },
  // These colors mark completed items.
  'green-text': { light: '#1a6838', dark: '#7fd99e' },
  'green-soft': { light: '#e3f3e8', dark: '#143020' },
  'blue-text': { light: '#235a8c', dark: '#93c4f0' },
  'blue-soft': { light: '#e5eff8', dark: '#14283a' },

  // Charts have six colors, which also differ in lightness.
  'chart-1': { light: '#0b5f58', dark: '#2dd4bf' },
  'chart-2': { light: '#b4690e', dark: '#f3bb69' },
  'chart-3': { light: '#3b6ea5', dark: '#7cb2e8' },
  'chart-4': { light: '#8a9a3a', dark: '#c3d36a' },
  'chart-5': { light: '#7a3e6d', dark: '#d79acb' },
  'chart-6': { light: '#98a19d', dark: '#6e7c76' },

  veil: { light: 'rgb(20 28 25 / 45%)', dark: 'rgb(3 6 5 / 65%)' },
  shadow: {
    light: '0 1px 2px rgb(20 28 25 / 6%), 0 8px 24px rgb(20 28 25 / 10%)',
    dark: '0 1px 2px rgb(0 0 0 / 40%), 0 8px 24px rgb(0 0 0 / 45%)',
  },
} as const satisfies Record<string, Shade>

const measures = {
  radius: '10px',
  'radius-small': '7px',
  'text-xs': '12px',
  'text-s': '13px',
  'text-m': '14px',
  'text-l': '16px',
  'text-xl': '20px',
  'text-2xl': '24px',
  'text-3xl': '32px',
  'page-width': '1200px',
  quick: '160ms ease-out',
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
