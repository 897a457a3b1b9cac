import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '#testing-screen.tsx'
import { AppearancePanel } from './appearance-panel.tsx'

// @covers 4.theme.stored
test.each([
  ['Dark', 'dark'],
  ['Light', 'light'],
])(
  'the theme %s is stored on this device and chosen again on the next page',
  async (label, value) => {
    const { user, unmount } = show(<AppearancePanel />)
    await user.click(screen.getByRole('radio', { name: label }))
    expect(Object.values(localStorage)).toContain(value)
    unmount()
    show(<AppearancePanel />)
    expect(screen.getByRole('radio', { name: label })).toBeChecked()
    expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', value)
  },
)
