import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Loaded } from '#ui/query-states.tsx'
import { Section } from '#ui/page.tsx'
import { SettingSwitch } from '#ui/forms/setting-switch.tsx'
import { TextSkeleton } from '#ui/skeletons.tsx'
import { SendTest } from './send-test.tsx'
import {
  type NotificationName,
  notifications,
  notificationSettings,
  saveNotification,
} from './notification-settings.ts'

export function NotificationsPanel({ userId }: { userId: string }) {
  const queries = useQueryClient()
  const wanted = notificationSettings(userId)
  const save = async (name: NotificationName, isOn: boolean) => {
    const saved = await saveNotification(userId, name, isOn)
    queries.setQueryData(wanted.queryKey, saved)
    // What sounds and counts on this page goes by some of them.
    queries.setQueriesData({ queryKey: ['settings', 'heeded', userId] }, saved)
  }
  return (
    <Section title="Notifications" isFlush>
      <Loaded
        query={useQuery(wanted)}
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
