import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { alertChoices } from '#lib/alert-choices.ts'
import { SettingSwitch } from '#ui/forms/setting-switch.tsx'
import { Notice } from '#ui/notice.tsx'
import { Section } from '#ui/page.tsx'
import { Loaded } from '#ui/query-states.tsx'
import { TextSkeleton } from '#ui/skeletons.tsx'
import { toast } from '#ui/toast.ts'
import { useAction } from '#ui/use-act.ts'
import styles from './notifications-panel.module.css'
import {
  type NotificationName,
  notifications,
  notificationSettings,
  saveNotification,
  sendTest,
} from './settings.queries.ts'

export function NotificationsPanel({ userId }: { userId: string }) {
  const queries = useQueryClient()
  const query = notificationSettings(userId)
  const save = async (name: NotificationName, isOn: boolean) => {
    const saved = await saveNotification(userId, name, isOn)
    queries.setQueryData(query.queryKey, saved)
    // The app's shell reads some of these settings with another query.
    queries.setQueryData(alertChoices(userId).queryKey, saved)
  }
  return (
    <Section title="Notifications" isFlush>
      <Loaded
        query={useQuery(query)}
        loading="Loading settings..."
        failed="Failed to load settings."
        skeleton={<TextSkeleton lines={5} />}
      >
        {(settings) => (
          <>
            {notifications.map(({ name, label, description }) => (
              <SettingSwitch
                key={name}
                label={label}
                description={description}
                isOn={settings[name]}
                save={(isOn) => save(name, isOn)}
              />
            ))}
            <SendTest />
          </>
        )}
      </Loaded>
    </Section>
  )
}

function SendTest() {
  const { start, isBusy, failure } = useAction({
    run: async () => {
      const isMailed = await sendTest()
      toast(isMailed ? 'Test sent. Check the bell and your email.' : 'Test sent. Check the bell.')
    },
    failed: "The test wasn't sent.",
  })
  return (
    <div className={styles.test}>
      <Button variant="default" loading={isBusy} onClick={() => start()}>
        Send me a test
      </Button>
      {failure ? <Notice tone="red">{failure}</Notice> : null}
    </div>
  )
}
