import { Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { useState } from 'react'
import type { Edit } from '#lib/optimistic.ts'
import { Notice } from '../notice.tsx'
import { useAction } from '../use-act.ts'
import styles from './choice-fields.module.css'

interface Props {
  label: string
  description: string
  isOn: boolean
  save: (isOn: boolean) => Promise<unknown>
  /** Returns the changes of cached data that give `isOn` the new value. */
  edits: (isOn: boolean) => readonly Edit[]
  /** The text of a toast after success. */
  done?: string
}

/** Renders a switch that saves its setting at once, and flips back if saving fails. */
export function SettingSwitch({ label, description, isOn, save, edits, done }: Props) {
  const [wanted, setWanted] = useState<boolean>()
  const [isSaved, setSaved] = useState(false)
  const { attempt, failure } = useAction({
    run: save,
    edits,
    failed: "Couldn't save this.",
    ...(done ? { done } : {}),
  })
  const change = async (next: boolean) => {
    // Ignore clicks while the setting is being saved.
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
