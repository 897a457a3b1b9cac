import { Menu, type MantineColorScheme, useMantineColorScheme } from '@mantine/core'

const schemes: { value: MantineColorScheme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'As the system' },
]

/** Light, dark, or as the system has it; kept on this device. */
export function SchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const choose = (wanted: string) => {
    const scheme = schemes.find(({ value }) => value === wanted)
    if (scheme) setColorScheme(scheme.value)
  }
  return (
    <Menu.RadioGroup value={colorScheme} onChange={choose}>
      <Menu.Label>Theme</Menu.Label>
      {schemes.map(({ value, label }) => (
        <Menu.RadioItem key={value} value={value}>
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}
