import { VisuallyHidden } from '@mantine/core'
import '@mantine/core/styles/VisuallyHidden.layer.css'

/** For those who hear the page; the others see it by other means. */
export function HiddenText({ children }: { children: string }) {
  return <VisuallyHidden component="span">{children}</VisuallyHidden>
}
