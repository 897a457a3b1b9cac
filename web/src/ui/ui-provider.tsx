import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorScheme,
  type MantineColorsTuple,
  MantineProvider,
} from '@mantine/core'
import type { ReactNode } from 'react'
import { fontFamily } from './script-tokens.ts'
import './base.css'

export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  )
}

const pine: MantineColorsTuple = [
  '#effaf6',
  '#dcefe9',
  '#b5e2d5',
  '#7fd6bf',
  '#37cfb3',
  '#1ea88f',
  '#0f8372',
  '#0a6a5c',
  '#085c50',
  '#07352d',
]

const headingWeight = '650'

const theme = createTheme({
  colors: { pine },
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 4 },
  fontFamily,
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  headings: { fontFamily, fontWeight: headingWeight },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { sm: '8px', md: '12px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md' } },
    Menu: { defaultProps: { shadow: 'md', radius: 'md', width: 240, position: 'bottom-end' } },
  },
})

/** Maps Mantine's color variables to the app's tokens. */
const colorVariables = {
  '--mantine-color-body': 'var(--sheet)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--quiet)',
  '--mantine-color-placeholder': 'var(--quiet)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-error': 'var(--red)',
  '--mantine-color-default': 'var(--sheet)',
  '--mantine-color-default-hover': 'var(--sunk)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-disabled': 'var(--sunk)',
  '--mantine-color-disabled-color': 'var(--quiet)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
  '--mantine-primary-color-light': 'var(--accent-soft)',
  '--mantine-primary-color-light-hover': 'var(--accent-soft)',
  '--mantine-primary-color-light-color': 'var(--accent-text)',
  '--mantine-color-pine-filled': 'var(--accent)',
  '--mantine-color-pine-filled-hover': 'var(--accent-hover)',
  '--mantine-color-pine-light': 'var(--accent-soft)',
  '--mantine-color-pine-light-hover': 'var(--accent-soft)',
  '--mantine-color-pine-light-color': 'var(--accent-text)',
  '--mantine-color-red-filled': 'var(--red-fill)',
  '--mantine-color-red-filled-hover': 'var(--red-fill-hover)',
  '--mantine-color-red-light': 'var(--red-soft)',
  '--mantine-color-red-light-hover': 'var(--red-soft)',
  '--mantine-color-red-light-color': 'var(--red)',
}

const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--mantine-shadow-md': 'var(--shadow)', '--mantine-shadow-xl': 'var(--shadow)' },
  light: colorVariables,
  dark: colorVariables,
})

/** The color schemes that a user can choose from on each device. */
export const colorSchemes: { value: MantineColorScheme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'Match system' },
]
