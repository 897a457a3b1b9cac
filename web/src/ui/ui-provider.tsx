import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import './base.css'
import { theme, variables } from './theme.ts'

export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  )
}
