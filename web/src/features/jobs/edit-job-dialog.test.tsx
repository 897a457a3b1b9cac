import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { draftKey, writeDraft } from '#lib/drafts.ts'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { jobId, postedJob, serveDashboard, serveRows } from '#testing-market.ts'
import { json, refusal, reply, requestsTo } from '#testing-network.ts'
import { storeProfile } from '#testing-profile.ts'
import { show, userId } from '#testing-screen.tsx'
import EditJobDialog from './edit-job-dialog.tsx'
import type { PostedJob } from './posted-jobs.queries.ts'
import { PostedJobs } from './posted-jobs.tsx'

const jobs = '/rest/v1/jobs'
const photo = { id: 'photo', path: `${userId}/job-photo/north.png` }
const ignore = () => undefined

function EditableJobs() {
  const editing = useDialog<PostedJob>()
  return (
    <>
      <PostedJobs
        userId={userId}
        postButton={null}
        onEdit={editing.open}
        chatPathFor={ignore}
        renderBids={() => null}
      />
      {editing.subject ? (
        <EditJobDialog
          userId={userId}
          job={editing.subject}
          opened={editing.opened}
          onClose={editing.close}
          onSaved={ignore}
        />
      ) : null}
    </>
  )
}

async function openEdit(job: Record<string, unknown> = {}) {
  storeProfile()
  serveDashboard({})
  serveRows('jobs', () => [postedJob(job)])
  serveRows('job_categories', () => [{ name: 'General' }, { name: 'Roofing' }])
  const { user, unmount } = show(<EditableJobs />)
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Edit job' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Job' }))
    await dialog.findByRole('option', { name: 'Roofing' })
    return dialog
  }
  const dialog = await open()
  const write = (label: string, text: string) =>
    fireEvent.input(dialog.getByLabelText(label), { target: { value: text } })
  return { user, dialog, write, open, unmount }
}

test('a photo whose removal was not saved stays with the job', async () => {
  const { user, dialog, open } = await openEdit({ photos: [photo] })
  await user.click(await dialog.findByRole('button', { name: 'Remove photo 1' }))
  expect(dialog.queryByRole('button', { name: 'Remove photo 1' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  const reopened = await open()
  expect(await reopened.findByRole('button', { name: 'Remove photo 1' })).toBeVisible()
  reply('PATCH', jobs, () => json(null, 204))
  await user.click(reopened.getByRole('button', { name: 'Save Job' }))
  expect(await screen.findByText('Job saved.')).toBeVisible()
  expect(requestsTo('DELETE', '/rest/v1/job_photos')).toEqual([])
})

test('a photo that is removed is deleted when the job is saved', async () => {
  const { user, dialog, write } = await openEdit({ photos: [photo] })
  reply('PATCH', jobs, () => json(null, 204))
  reply('DELETE', '/rest/v1/job_photos', () => json(null, 204))
  expect(dialog.getByText(/^Up to 6 photos, 10 MB each: .* 1 already uploaded\.$/)).toBeVisible()
  await user.click(await dialog.findByRole('button', { name: 'Remove photo 1' }))
  write('Budget', '2,000')
  await user.click(dialog.getByRole('button', { name: 'Save Job' }))
  expect(await screen.findByText('Job saved.')).toBeVisible()
  const [change] = requestsTo('PATCH', jobs)
  expect(change?.body).toMatchObject({ budget: 2000, title: 'Reseal the dock' })
  expect(change?.query.get('id')).toBe(`eq.${jobId}`)
  expect(requestsTo('DELETE', '/rest/v1/job_photos')).toHaveLength(1)
  expect(requestsTo('DELETE', '/storage/v1/object/documents').map(({ body }) => body)).toEqual([
    { prefixes: [photo.path] },
  ])
})

// @covers daily.edit-with-bid
test('a bid that arrives while a job is edited is named as the reason', async () => {
  const { user, dialog, write } = await openEdit()
  reply('PATCH', jobs, () =>
    refusal(409, 'job_has_bids', 'This job has bids and cannot be changed.'),
  )
  write('Title', 'Another title')
  await user.click(dialog.getByRole('button', { name: 'Save Job' }))
  expect(await dialog.findByText('This job has bids and cannot be changed.')).toBeVisible()
  expect(dialog.getByLabelText('Title')).toHaveValue('Another title')
})

test('a draft restores typed text, and nothing that was changed elsewhere meanwhile', async () => {
  const { write, unmount } = await openEdit({ budget: 1200 })
  write('Description', 'Three doors.')
  write('Location', 'Aurora')
  unmount()
  const { dialog } = await openEdit({ budget: 1500, location: 'Golden' })
  expect(dialog.getByText('Draft restored.')).toBeVisible()
  expect(dialog.getByLabelText('Description')).toHaveValue('Three doors.')
  expect(dialog.getByLabelText('Budget')).toHaveValue('1500')
  expect(dialog.getByLabelText('Location')).toHaveValue('Golden')
})

test('a draft of changes reports that its photo is missing, until the user dismisses this', async () => {
  const lostPath = `${userId}/job-photo/south.png`
  writeDraft(draftKey(userId, `edit-job:${jobId}:photos`), [lostPath])
  serveRows('job_photos', () => [])
  const { user, dialog } = await openEdit()
  const notice = dialog.getByText("Your photo wasn't saved. Please add it again.")
  expect(notice).toBeVisible()
  await expect
    .poll(() => requestsTo('DELETE', '/storage/v1/object/documents').map(({ body }) => body))
    .toEqual([{ prefixes: [lostPath] }])
  await user.click(dialog.getByRole('button', { name: 'Dismiss' }))
  expect(notice).not.toBeInTheDocument()
})
