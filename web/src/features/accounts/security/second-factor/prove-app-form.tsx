import { SixDigitsForm } from '../six-digits-form.tsx'
import styles from './second-factor.module.css'
import { type BegunApp, proveApp } from './second-factors.ts'

interface Props {
  app: BegunApp
  onProven: () => void
  onCancel: () => void
}

export function ProveAppForm({ app, onProven, onCancel }: Props) {
  return (
    <SixDigitsForm
      description="The 6 digits that the app shows now."
      correction="Enter the 6 digits that your app shows."
      aside="Devices that are signed in without it are signed out."
      onCode={(code) => proveApp(app.id, code).then(onProven)}
      onCancel={onCancel}
    >
      <div className={styles.scan}>
        <img src={app.picture} alt="A QR code for your app" className={styles.picture} />
        <div className={styles.words}>
          <p>Scan this with your authenticator app, or type this key into it:</p>
          <code className={styles.key}>{inGroups(app.secret)}</code>
        </div>
      </div>
    </SixDigitsForm>
  )
}

/** Easier to type. Apps do not mind the spaces. */
function inGroups(secret: string) {
  return (secret.match(/.{1,4}/g) ?? []).join(' ')
}
