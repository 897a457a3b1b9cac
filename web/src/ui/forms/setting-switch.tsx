import { Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { useState } from 'react'
import { Notice } from '../notice.tsx'
import styles from './toggle-fields.module.css'
import { useAct } from '../use-act.ts'

interface Props {
  label: string
  description: string
  isOn: boolean
  /** Resolves once `isOn` is what was wanted. */
  save: (isOn: boolean) => Promise<unknown>
  /** A toast besides. */
  done?: string
}

/** A setting that is saved by switching it. What could not be saved goes back, and it is said why. */
export function SettingSwitch({ label, description, isOn, save, done }: Props) {
  const [wanted, setWanted] = useState<boolean>()
  const [isSaved, setSaved] = useState(false)
  const { attempt, failure } = useAct({
    run: save,
    failed: 'This was not saved.',
    ...(done ? { done } : {}),
  })
  const change = async (next: boolean) => {
    // The second of two clicks means the same as the first.
    if (wanted !== undefined) return
    setWanted(next)
    setSaved(false)
    await attempt(next).then(
      () => setSaved(true),
      () => setSaved(false),
    )
    setWanted(undefined)
  }
  return (
    <div className={styles.setting}>
      <Switch
        className={styles.choice}
        labelPosition="left"
        withThumbIndicator={false}
        label={label}
        description={description}
        checked={wanted ?? isOn}
        aria-busy={wanted !== undefined}
        onChange={({ currentTarget: { checked } }) => void change(checked)}
      />
      <p role="status" className={styles.saved}>
        {isSaved ? 'Saved.' : null}
      </p>
      {failure ? (
        <div className={styles.failure}>
          <Notice tone="red">{failure}</Notice>
        </div>
      ) : null}
    </div>
  )
}
