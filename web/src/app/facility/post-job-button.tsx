import { Button } from '@mantine/core'
import { Plus } from 'lucide-react'

export function PostJobButton({ onClick }: { onClick: () => void }) {
  return (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={onClick}>
      Post Job
    </Button>
  )
}
