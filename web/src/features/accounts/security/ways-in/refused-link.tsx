import { Notice } from '#ui/notice.tsx'
import { wordsOfRefusal } from '../../outside/refusals.ts'
import styles from '../security.module.css'

/** Why a link by hand ended: in sight, for the page has more above it. */
export function RefusedLink({ code }: { code: string }) {
  return (
    <div className={styles.part} ref={intoSight}>
      <Notice tone="red">{wordsOfRefusal(code)}</Notice>
    </div>
  )
}

const intoSight = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' })
