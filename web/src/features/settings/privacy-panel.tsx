import { useQuery } from '@tanstack/react-query'
import { SettingSwitch } from '#ui/forms/setting-switch.tsx'
import { Section } from '#ui/page.tsx'
import { Loaded } from '#ui/query-states.tsx'
import { TextSkeleton } from '#ui/skeletons.tsx'
import { makePrivacySave } from './settings.mutations.ts'
import { privacy } from './settings.queries.ts'

const meaning =
  'You no longer appear in lists and searches. People you work with and admins can still see you.'

export function PrivacyPanel({ userId }: { userId: string }) {
  return (
    <Section title="Privacy" isFlush>
      <Loaded
        query={useQuery(privacy(userId))}
        loading="Loading settings..."
        failed="Failed to load settings."
        skeleton={<TextSkeleton lines={2} />}
      >
        {({ is_hidden: isHidden }) => (
          <SettingSwitch
            label="Hide my profile"
            description={meaning}
            isOn={isHidden}
            {...makePrivacySave(userId)}
            done="Privacy settings saved."
          />
        )}
      </Loaded>
    </Section>
  )
}
