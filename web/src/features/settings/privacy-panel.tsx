import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SettingSwitch } from '#ui/forms/setting-switch.tsx'
import { Section } from '#ui/page.tsx'
import { Loaded } from '#ui/query-states.tsx'
import { TextSkeleton } from '#ui/skeletons.tsx'
import { privacy, saveHidden } from './settings.queries.ts'

const meaning =
  'You no longer appear in lists and searches. People you work with and admins can still see you.'

export function PrivacyPanel({ userId }: { userId: string }) {
  const queries = useQueryClient()
  const query = privacy(userId)
  const save = async (isHidden: boolean) => {
    queries.setQueryData(query.queryKey, await saveHidden(userId, isHidden))
  }
  return (
    <Section title="Privacy" isFlush>
      <Loaded
        query={useQuery(query)}
        loading="Loading settings..."
        failed="Failed to load settings."
        skeleton={<TextSkeleton lines={2} />}
      >
        {({ is_hidden: isHidden }) => (
          <SettingSwitch
            label="Hide my profile"
            description={meaning}
            isOn={isHidden}
            save={save}
            done="Privacy settings saved."
          />
        )}
      </Loaded>
    </Section>
  )
}
