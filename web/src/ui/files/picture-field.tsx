import { UnstyledButton } from '@mantine/core'
import { ImageUp } from 'lucide-react'
import { useId } from 'react'
import { explain } from '#lib/errors.ts'
import { Notice } from '../notice.tsx'
import { PersonPicture } from '../person.tsx'
import { PickButton, RefusedFiles } from './file-rows.tsx'
import styles from './files.module.css'
import type { Picture } from './use-uploads.ts'

interface Props {
  label: string
  picture: Picture
  /** The owner, whose initials replace a missing picture. */
  person: { id: string; name: string }
}

/**
 * Renders a field for a picture that is uploaded on saving: `<PictureField label="Profile picture"
 * picture={usePicture(...)} person={me} />`
 */
export function PictureField({ label, picture, person }: Props) {
  const { shown, state, refused, limits, types, choose, remove } = picture
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className={styles.pictureField}>
      <PersonPicture {...person} picture={shown} size={72} />
      <div className={styles.pictureWords}>
        <div id={id} className={styles.label}>
          {label}
        </div>
        <div className={styles.limits}>{limits}</div>
        <div className={styles.actions}>
          <PickButton icon={ImageUp} types={types} onPick={choose}>
            Choose picture
          </PickButton>
          {shown ? (
            <UnstyledButton className={styles.delete} onClick={remove}>
              Delete
            </UnstyledButton>
          ) : null}
          {state?.status === 'sending' ? <span role="status">Uploading...</span> : null}
        </div>
        {state?.status === 'failed' ? <Notice tone="red">{explain(state.error)}</Notice> : null}
        <RefusedFiles refused={refused} />
      </div>
    </div>
  )
}
