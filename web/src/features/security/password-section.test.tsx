import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { authError, newSession } from '#testing-sign-in.ts'
import { json, reply, requestsTo } from '#testing-network.ts'
import { show, userId } from '#testing-screen.tsx'
import { PasswordSection } from './password-section.tsx'

const userPath = '/auth/v1/user'
const newPassword = 'A-warmer-boiler-room-9'
const form = () => within(screen.getByRole('form', { name: 'Change password' }))
const label = (name: string) => form().getByLabelText(name, { exact: true })

function showForm() {
  const { user } = show(<PasswordSection userId={userId} email="ada@example.com" />)
  const fill = async (name: string, text: string) => {
    await user.clear(label(name))
    if (text) await user.type(label(name), text)
  }
  const change = async (proof: string, password: string, confirmation = password) => {
    await fill(form().queryByLabelText('Code') ? 'Code' : 'Current password', proof)
    await fill('New password', password)
    await fill('Confirm new password', confirmation)
    await user.click(form().getByRole('button', { name: 'Change password' }))
  }
  return { user, change }
}

test('a password that is missing or differs from its repetition is reported without a request', async () => {
  const { user, change } = showForm()
  await user.click(form().getByRole('button', { name: 'Change password' }))
  expect(form().getByText('Enter your current password.')).toBeVisible()
  await change('old', newPassword, 'another')
  expect(form().getByText("The passwords don't match.")).toBeVisible()
  expect(label('New password')).toHaveValue(newPassword)
  expect(requestsTo('PUT', userPath)).toEqual([])
})

test.each([
  ['invalid_credentials', 'Invalid', 'Current password', "This isn't your current password."],
  ['weak_password', 'Password is too easy.', 'New password', 'Password is too easy.'],
  ['same_password', 'Same', 'New password', 'That is your current password. Choose a new one.'],
])(
  'the refusal %s is shown at its field, and the input is kept',
  async (code, text, fieldName, message) => {
    const { change } = showForm()
    reply('PUT', userPath, () => authError(422, code, text))
    await change('old', newPassword)
    expect(await form().findByText(message)).toBeVisible()
    expect(label(fieldName)).toHaveAccessibleDescription(expect.stringContaining(message))
    expect(label('New password')).toHaveValue(newPassword)
  },
)

test('a code by email replaces the current password', async () => {
  const { user, change } = showForm()
  reply('GET', '/auth/v1/reauthenticate', () => json({}))
  await user.click(form().getByRole('button', { name: 'Email me a code instead' }))
  expect(await form().findByText('ada@example.com')).toBeVisible()
  reply('PUT', userPath, () => authError(422, 'reauthentication_not_valid', 'Not valid'))
  await change('000000', newPassword)
  expect(await form().findByText(/^That code is incorrect or expired\./)).toBeVisible()
  reply('PUT', userPath, () => json(newSession().user))
  await change('123456', newPassword)
  expect(await screen.findByText('Password changed.')).toBeVisible()
  expect(requestsTo('PUT', userPath).at(-1)?.body).toMatchObject({
    nonce: '123456',
    password: newPassword,
  })
})
