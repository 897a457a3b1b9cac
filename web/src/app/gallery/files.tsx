import { Button, Group, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { supabase } from '#lib/supabase.ts'
import { FileRows } from '#ui/files/file-rows.tsx'
import { FilesField, PhotosField } from '#ui/files/files-field.tsx'
import { OrderedPhotosField } from '#ui/files/ordered-photos.tsx'
import { PictureField } from '#ui/files/picture-field.tsx'
import { usePicture, useUploads } from '#ui/files/use-uploads.ts'
import { Section } from '#ui/page.tsx'

const nobody = '00000000-0000-0000-0000-000000000000'
const doNothing = () => undefined

/** Shows the file fields, whose uploads work only for a signed-in user. */
export function Files() {
  const [userId, setUserId] = useState(nobody)
  useEffect(() => {
    void findUserId().then(setUserId)
  }, [])
  return <FilesOf key={userId} userId={userId} />
}

function FilesOf({ userId }: { userId: string }) {
  const photos = useUploads({ kind: 'job-photo', userId })
  const certifications = useUploads({ kind: 'certification', userId })
  const picture = usePicture({ userId, current: null })
  const store = () => void Promise.allSettled([photos.store(), picture.store()])
  return (
    <Section title="Files">
      <Stack>
        <PictureField
          label="Profile picture"
          picture={picture}
          person={{ id: userId, name: 'Dana Whitfield' }}
        />
        <PhotosField label="Photos" uploads={photos} />
        <OrderedPhotosField label="Photos in an order" uploads={photos} />
        <FilesField
          label="Certifications"
          uploads={certifications}
          description="Clients see them."
          error="Choose a file."
        />
        <FileRows label="Every state" rows={states} onRemove={doNothing} onRetry={doNothing} />
        <Group>
          <Button onClick={store}>Store</Button>
        </Group>
      </Stack>
    </Section>
  )
}

const file = (name: string) => new File(['Boiler'], name, { type: 'application/pdf' })

const states = [
  { path: '1', file: file('waiting.pdf'), preview: undefined, state: { status: 'waiting' } },
  {
    path: '2',
    file: file(`${'long'.repeat(50)}.pdf`),
    preview: undefined,
    state: { status: 'sending', percent: 45 },
  },
  { path: '3', file: file('stored.pdf'), preview: undefined, state: { status: 'stored' } },
  {
    path: '4',
    file: file('failed.pdf'),
    preview: undefined,
    state: { status: 'failed', error: new TypeError('Failed to fetch') },
  },
] as const

async function findUserId() {
  const { auth } = await supabase()
  const { data } = await auth.getSession()
  return data.session?.user.id ?? nobody
}
