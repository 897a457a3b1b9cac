import { Menu, useMantineColorScheme } from '@mantine/core'
import { schemes } from '#ui/ui-provider.tsx'

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
