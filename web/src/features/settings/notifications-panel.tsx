import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { SettingSwitch } from '#ui/forms/setting-switch.tsx'
import { Notice } from '#ui/notice.tsx'
import { Section } from '#ui/page.tsx'
import { Loaded } from '#ui/query-states.tsx'
import { TextSkeleton } from '#ui/skeletons.tsx'
import { toast } from '#ui/toast.ts'
import { useAction } from '#ui/use-act.ts'
import styles from './notifications-panel.module.css'
import { makeNotificationSave } from './settings.mutations.ts'
import { notifications, notificationSettings, sendTest } from './settings.queries.ts'

export function NotificationsPanel({ userId }: { userId: string }) {
  return (
    <Section title="Notifications" isFlush>
      <Loaded
        query={useQuery(notificationSettings(userId))}
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
                {...makeNotificationSave(userId, name)}
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
