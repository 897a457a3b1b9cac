import { useQuery } from '@tanstack/react-query'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { PictureField } from '#ui/files/picture-field.tsx'
import { LongTextField } from '#ui/forms/input-fields.tsx'
import { TextField } from '#ui/forms/text-fields.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { Loaded } from '#ui/query-states.tsx'
import { TextSkeleton } from '#ui/skeletons.tsx'
import { shortProfileSchema } from './profile-schema.ts'
import { type OwnProfile, ownProfile } from './profiles.queries.ts'
import { useProfileSaving } from './use-profile-saving.ts'

interface Props {
  userId: string
  opened: boolean
  onClose: () => void
}

const title = 'Edit Your Profile'

/** Lets a consultant edit the most important fields of the profile without leaving the dashboard. */
export default function EditProfileDialog({ userId, opened, onClose }: Props) {
  const query = useQuery(ownProfile(userId))
  if (query.data) return <Editing profile={query.data} opened={opened} onClose={onClose} />
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="lg">
      <Loaded
        query={query}
        loading="Loading profile..."
        failed="Failed to load profile."
        skeleton={<TextSkeleton lines={6} />}
      >
        {() => null}
      </Loaded>
    </Dialog>
  )
}

function Editing({ profile, opened, onClose }: Omit<Props, 'userId'> & { profile: OwnProfile }) {
  const { picture, save } = useProfileSaving(profile)
  const form = useForm({
    schema: shortProfileSchema,
    onSubmit: async (fields) => {
      await save(fields)
      onClose()
    },
  })
  const name = profile.full_name || profile.username || ''
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={title}
      size="lg"
      form={form}
      draftName="profile-dialog"
      submit="Save"
    >
      <PictureField label="Picture" picture={picture} person={{ id: profile.id, name }} />
      <TextField name="headline" label="Headline" defaultValue={profile.headline ?? ''} />
      <LongTextField
        name="bio"
        label="Bio"
        defaultValue={profile.bio ?? ''}
        autosize
        maxRows={10}
      />
      <TextField
        name="services"
        label="Services"
        description="Separate them with commas."
        defaultValue={profile.services.join(', ')}
      />
    </FormDialog>
  )
}
