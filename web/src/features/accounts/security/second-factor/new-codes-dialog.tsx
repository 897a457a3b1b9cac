import { Button } from '@mantine/core'
import { useState } from 'react'
import { Dialog, DialogButtons } from '#ui/dialogs/dialog.tsx'
import { FreshCodes } from './fresh-codes.tsx'

interface Props {
  userId: string
  areThere: boolean
  opened: boolean
  onClose: () => void
}

/** Asks first where there are codes that people may have on paper. */
export default function NewCodesDialog({ userId, areThere, opened, onClose }: Props) {
  // Making them changes the answer.
  const [wereThere] = useState(areThere)
  const [isAgreed, setAgreed] = useState(!areThere)
  return (
    <Dialog opened={opened} onClose={onClose} title="Make new recovery codes">
      {isAgreed ? (
        <FreshCodes userId={userId} areThere={wereThere} onDone={onClose} />
      ) : (
        <>
          <p>The codes that you have now will no longer work.</p>
          <DialogButtons>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button onClick={() => setAgreed(true)}>Make new codes</Button>
          </DialogButtons>
        </>
      )}
    </Dialog>
  )
}
