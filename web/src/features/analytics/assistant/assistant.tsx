import { Button } from '@mantine/core'
import { MessageCircleQuestionMark } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { lazySection } from '#ui/lazy.tsx'
import styles from './assistant.module.css'

const AssistantBox = lazySection(() => import('./assistant-box.tsx'))

/** Renders the floating button that opens the assistant. */
export function Assistant({ userId }: { userId: string }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <div className={styles.place}>
      {isOpen ? (
        <Suspense>
          <AssistantBox userId={userId} onClose={close} />
        </Suspense>
      ) : null}
      <Button
        ref={button}
        className={styles.button}
        radius="xl"
        leftSection={<MessageCircleQuestionMark size={18} aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : setOpen(true))}
      >
        Assistant
      </Button>
    </div>
  )
}
