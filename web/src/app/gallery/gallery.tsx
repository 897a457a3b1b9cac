import { Button, Group, TextInput } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { DraftOwner } from '#lib/drafts.ts'
import { useConnection } from '#lib/live/connection.ts'
import { useTopic } from '#lib/live/use-live.ts'
import { makeQueryClient } from '#lib/queries.ts'
import { Page, Section } from '#ui/page.tsx'
import { Toasts } from '#ui/toasts.tsx'
import { makeMeta } from '../page-meta.ts'
import { States, Words } from './basics.tsx'
import { Charts } from './charts.tsx'
import { Files } from './files.tsx'
import { Dialogs, DialogWithForm, Forms } from './forms.tsx'
import { Lists } from './lists.tsx'
import { Rows } from './rows.tsx'

// This page shows developers every component in every state.

export const meta = makeMeta('Gallery')

export default function Gallery() {
  const [client] = useState(() => makeQueryClient(() => undefined))
  return (
    <QueryClientProvider client={client}>
      <main>
        <Page title="Gallery" lead="Every part, in every state. Build screens from these.">
          <Words />
          <States />
          <DraftOwner value="gallery">
            <Forms />
            <DialogWithForm />
          </DraftOwner>
          <Files />
          <Dialogs />
          <Lists />
          <Charts />
          <Rows />
          <Live />
        </Page>
      </main>
      <Toasts />
    </QueryClientProvider>
  )
}

/** Lists the broadcasts on a conversation's topic, if the signed-in user takes part in the conversation. */
function Live() {
  const connection = useConnection()
  const [topic, setTopic] = useState('')
  const [events, setEvents] = useState<string[]>([])
  const say = useTopic({
    topic: topic || undefined,
    onBroadcast: ({ event, sender }) => setEvents((before) => [...before, `${event} of ${sender}`]),
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
      <p>{events.join(', ')}</p>
    </Section>
  )
}
