// Every part in every state, side by side: for whoever builds a screen, and to look at in both themes.
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { makeQueryClient } from '#lib/queries.ts'
import { DraftOwner } from '#lib/drafts.ts'
import { Page } from '#ui/page.tsx'
import { Toasts } from '#ui/toast.tsx'
import { titled } from '../titled.ts'
import { Charts } from './charts.tsx'
import { Dialogs } from './dialogs.tsx'
import { Files } from './files.tsx'
import { DialogWithForm, Forms } from './forms.tsx'
import { Lists } from './lists.tsx'
import { Live } from './live.tsx'
import { Rows } from './rows.tsx'
import { States } from './states.tsx'
import { Words } from './words.tsx'

export const meta = titled('Kitchen')

export default function Kitchen() {
  const [client] = useState(() => makeQueryClient(() => undefined))
  return (
    <QueryClientProvider client={client}>
      <main>
        <Page title="Kitchen" lead="Every part, in every state. Build screens from these.">
          <Words />
          <States />
          <DraftOwner value="kitchen">
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
