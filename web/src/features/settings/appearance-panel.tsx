import { useMantineColorScheme } from '@mantine/core'
import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { Section } from '#ui/page.tsx'
import { colorSchemes } from '#ui/ui-provider.tsx'
import styles from './appearance-panel.module.css'

const icons: Record<(typeof colorSchemes)[number]['value'], LucideIcon> = {
  light: Sun,
  dark: Moon,
  auto: Monitor,
}

export function AppearancePanel() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Section title="Appearance">
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>Theme</legend>
        {colorSchemes.map(({ value, label }) => {
          const Icon = icons[value]
          return (
            <label key={value} className={styles.choice}>
              <input
                type="radio"
                name="theme"
                value={value}
                checked={value === colorScheme}
                onChange={() => setColorScheme(value)}
              />
              <Icon size={16} aria-hidden />
              {label}
            </label>
          )
        })}
      </fieldset>
      <p className={styles.note}>Saved on this device only.</p>
    </Section>
  )
}
