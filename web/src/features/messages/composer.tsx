import { Button, Textarea } from '@mantine/core'
import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useId, useRef } from 'react'
import styles from './chat.module.css'

/** The limit in code points, which is the same on the server. */
const maxLength = 4000
const showCountFrom = 200

const count = new Intl.NumberFormat('en-US')

interface Props {
  text: string
  onType: (text: string) => void
  onSend: () => void
  isOpen: boolean
}

export function Composer({ text, onType, onSend, isOpen }: Props) {
  const counter = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const content = text.trim()
  const left = maxLength - Array.from(content).length
  const canSend = isOpen && content !== '' && left >= 0
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (canSend) onSend()
  }
  return (
    <form
      className={styles.composer}
      data-ready
      onSubmit={(event) => {
        event.preventDefault()
        if (!canSend) return
        onSend()
        // Return the focus to the text box after a click on Send, so that a phone keeps its keyboard open.
        box.current?.focus()
      }}
    >
      <Textarea
        ref={box}
        className={styles.box}
        size="md"
        rows={1}
        aria-label="Message"
        aria-describedby={left <= showCountFrom ? counter : undefined}
        placeholder="Write a message"
        dir="auto"
        enterKeyHint="send"
        disabled={!isOpen}
        error={left < 0}
        value={text}
        onChange={({ currentTarget: { value } }) => onType(value)}
        onKeyDown={sendByKey}
      />
      <Button
        type="submit"
        disabled={!canSend}
        leftSection={<SendHorizontal size={16} aria-hidden />}
      >
        Send
      </Button>
      {left <= showCountFrom ? (
        <p id={counter} className={styles.counter} data-over={left < 0 || undefined} role="status">
          {counterText(left)}
        </p>
      ) : null}
    </form>
  )
}

function counterText(left: number) {
  const characters = `${count.format(Math.abs(left))} character${Math.abs(left) === 1 ? '' : 's'}`
  return left < 0
    ? `${characters} over the limit of ${count.format(maxLength)}.`
    : `${characters} left`
}
