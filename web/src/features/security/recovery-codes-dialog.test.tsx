import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { json, reply } from '#testing-network.ts'
import { show, userId } from '#testing-screen.tsx'
import NewCodesDialog from './recovery-codes-dialog.tsx'

const codes = ['abcd-1234', 'efgh-5678']
const onClose = vi.fn<() => void>()

beforeEach(() => {
  onClose.mockClear()
  reply('POST', '/auth/v1/factors/recovery-codes', () => json({ codes }))
})

async function openCodes() {
  const { user } = show(
    <NewCodesDialog userId={userId} hasCodes={false} opened onClose={onClose} />,
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Make new recovery codes' }))
  await dialog.findByText('abcd-1234')
  return { user, dialog }
}

test.each([
  ['Escape', '{Escape}'],
  ['Close', undefined],
])('%s does not discard unsaved codes without a question', async (_, key) => {
  const { user, dialog } = await openCodes()
  const leave = () =>
    key ? user.keyboard(key) : user.click(dialog.getByRole('button', { name: 'Close' }))
  await leave()
  expect(onClose).not.toHaveBeenCalled()
  expect(await dialog.findByRole('alert')).toHaveTextContent(/you can't see them again/)
  await user.click(dialog.getByRole('button', { name: 'Keep open' }))
  expect(dialog.queryByRole('alert')).toBeNull()
  expect(dialog.getByText('abcd-1234')).toBeVisible()
  await leave()
  await user.click(await dialog.findByRole('button', { name: 'Close anyway' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('Escape closes the dialog after the codes were copied', async () => {
  const { user, dialog } = await openCodes()
  await user.click(dialog.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByText('Recovery codes copied.')).toBeVisible()
  expect(await navigator.clipboard.readText()).toContain('efgh-5678')
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

test('Escape closes the dialog after the codes were downloaded', async () => {
  const { user, dialog } = await openCodes()
  await user.click(dialog.getByRole('link', { name: 'Download' }))
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})
