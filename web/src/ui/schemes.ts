import type { MantineColorScheme } from '@mantine/core'

/** How the pages may look; the choice is kept on this device. */
export const schemes: { value: MantineColorScheme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'As the system' },
]
