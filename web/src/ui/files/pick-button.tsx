import { Button } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'

interface Props {
  icon: LucideIcon
  children: string
  types: readonly string[]
  isMultiple?: boolean
  /** Opens the camera at once. */
  isCamera?: boolean
  className?: string | undefined
  onPick: (files: File[]) => void
}

/** The browser's own choice of files behind a button of ours. It has no name: forms do not send it. */
export function PickButton({ icon: Icon, children, types, onPick, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const pick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onPick([...(currentTarget.files ?? [])])
    // The same file can be chosen again after it was removed.
    currentTarget.value = ''
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={types.join(',')}
        multiple={rest.isMultiple}
        capture={rest.isCamera ? 'environment' : undefined}
        onChange={pick}
      />
      <Button
        variant="default"
        size="sm"
        className={rest.className}
        leftSection={<Icon size={16} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
    </>
  )
}
