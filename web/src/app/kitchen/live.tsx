import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useConnection } from '#lib/live/connection.ts'
import { useTopic } from '#lib/live/use-live.ts'
import { Section } from '#ui/page.tsx'

/** Sign in first: a conversation's topic is private. */
export function Live() {
  const connection = useConnection()
  const [topic, setTopic] = useState('')
  const [heard, setHeard] = useState<string[]>([])
  const say = useTopic({
    topic: topic || undefined,
    onBroadcast: ({ event, sender }) => setHeard((before) => [...before, `${event} of ${sender}`]),
  })
  return (
    <Section title={`Live: ${connection}`}>
      <Group align="end">
        <TextInput
          label="Topic of a conversation"
          placeholder="consultation:…"
          value={topic}
          onChange={({ currentTarget: { value } }) => setTopic(value)}
        />
        <Button onClick={() => say('typing')}>Type</Button>
      </Group>
      <p>{heard.join(', ')}</p>
    </Section>
  )
}
