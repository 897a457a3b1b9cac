import { Button } from '@mantine/core'
import { Row } from '#ui/rows/row.tsx'
import { Time } from '#ui/time.tsx'
import styles from '../security.module.css'
import type { App } from './second-factors.ts'

interface Props {
  apps: App[]
  onRemove: (app: App) => void
}

export function AppRows({ apps, onRemove }: Props) {
  if (apps.length === 0) return null
  return (
    <ul aria-label="Authenticator apps" className={styles.list}>
      {apps.map((app) => (
        <li key={app.id}>
          <Row
            title={app.name}
            facts={[
              <>
                Added <Time at={app.addedAt} />
              </>,
            ]}
            action={
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Remove ${app.name}`}
                onClick={() => onRemove(app)}
              >
                Remove
              </Button>
            }
          />
        </li>
      ))}
    </ul>
  )
}
