import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { authError, newSession, storedToken } from '#testing-sign-in.ts'
import { json, reply, requestsTo } from '#testing-network.ts'
import { show, userId } from '#testing-screen.tsx'
import PhoneNumberDialog from './phone-number-dialog.tsx'

const number = '+15550007002'
const userPath = '/auth/v1/user'
const verify = '/auth/v1/verify'

beforeEach(() => {
  reply('PUT', userPath, () => json(newSession().user))
  reply('POST', verify, () => json({ ...newSession(), refresh_token: 'of the code' }))
  reply('POST', '/auth/v1/logout', () => json(null, 204))
})

function openDialog(currentNumber = '') {
  const onClose = vi.fn<() => void>()
  const dialog = { userId, currentNumber, onClose }
  const { user } = show(<PhoneNumberDialog {...dialog} opened />)
  const fill = async (label: string, text: string) => {
    await user.clear(await screen.findByLabelText(label))
    await user.type(screen.getByLabelText(label), text)
  }
  const sendCode = async (typed: string) => {
    await fill('Phone number', typed)
    await user.click(screen.getByRole('button', { name: 'Text me a code' }))
  }
  const enterCode = async (code: string) => {
    await fill('Code', code)
    await user.click(screen.getByRole('button', { name: 'Verify' }))
  }
  return { onClose, sendCode, enterCode }
}

// @covers screens.settings.phone
test('a number is added by its code, and the user stays logged in', async () => {
  const { onClose, sendCode, enterCode } = openDialog()
  await sendCode('+1 (555) 000-7002')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add phone number' }))
  expect(await dialog.findByRole('status')).toHaveTextContent(
    `If no other account has it, a code is on its way to ${number}.`,
  )
  expect(requestsTo('PUT', userPath)[0]?.body).toMatchObject({ phone: number })
  await enterCode('123 456')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const sent = requestsTo('POST', verify)[0]?.body
  expect(sent).toMatchObject({ phone: number, token: '123456', type: 'phone_change' })
  expect(await screen.findByText('Phone number saved.')).toBeVisible()
  // The dialog ended only the session that the code had started.
  expect(requestsTo('POST', '/auth/v1/logout')).toHaveLength(1)
  expect(storedToken()).toContain('"refresh_token":"refresh"')
})

test('a wrong code is refused with a message, and the next one works', async () => {
  const { onClose, sendCode, enterCode } = openDialog()
  await sendCode(number)
  reply('POST', verify, () => authError(403, 'otp_expired', 'Token has expired or is invalid'))
  await enterCode('000000')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'That code is incorrect or expired. Use the code from our latest text message.',
  )
  reply('POST', verify, () => json(newSession()))
  await enterCode('123456')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})

test('a number without a country code is refused at the field, and so is the current number', async () => {
  const { sendCode } = openDialog(number)
  await screen.findByRole('dialog', { name: 'Change phone number' })
  await sendCode('0555 000 7002')
  expect(screen.getByText(/^Start with \+ and the country code/)).toBeVisible()
  await sendCode(number)
  expect(await screen.findByText('This is already your number.')).toBeVisible()
  expect(requestsTo('PUT', userPath)).toEqual([])
})
