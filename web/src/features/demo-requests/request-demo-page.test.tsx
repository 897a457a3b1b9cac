import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { json, makeDeferredReply, networkFailure, reply, requestsTo } from '#testing-network.ts'
import { show } from '#testing-screen.tsx'
import { RequestDemoPage } from './request-demo-page.tsx'

const path = '/rest/v1/rpc/submit_demo_request'

const values = {
  'Full Name': 'Ada Byron',
  'Email Address': 'ada@example.test',
  'Company / Organization': 'Engines',
  'Message / Goals': 'Show me how bids look.',
}

function showForm(overrides: Partial<typeof values> = {}) {
  const shown = show(<RequestDemoPage />, { at: '/request-intake-form' })
  for (const [label, value] of Object.entries({ ...values, ...overrides }))
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  return { ...shown, submit: screen.getByRole('button', { name: 'Submit Request' }) }
}

// @covers 2.demo.labels
test('each of the four fields has its label', () => {
  show(<RequestDemoPage />, { at: '/request-intake-form' })
  const fields = screen.getAllByRole('textbox')
  expect(fields).toHaveLength(4)
  for (const [index, label] of Object.keys(values).entries())
    expect(fields[index]).toHaveAccessibleName(label)
})

test('missing fields are reported, and the first one gets the focus', async () => {
  const { user, submit } = showForm({ 'Full Name': '', 'Message / Goals': '' })
  await user.click(submit)
  expect(screen.getByText('Enter your name.')).toBeVisible()
  expect(screen.getByLabelText('Full Name')).toHaveFocus()
  expect(screen.getByLabelText('Message / Goals')).toBeInvalid()
  expect(requestsTo('POST', path)).toEqual([])
})

test('a text that is too long is reported with its limit, and kept', async () => {
  const { user, submit } = showForm({ 'Message / Goals': 'x'.repeat(10_000) })
  await user.click(submit)
  expect(screen.getByLabelText('Message / Goals')).toHaveAccessibleDescription(/5,000 characters/)
  expect(screen.getByLabelText('Message / Goals')).toHaveValue('x'.repeat(10_000))
})

test('a reload keeps the input until it is sent', async () => {
  reply('POST', path, () => json('Thank you'))
  const { user, unmount } = show(<RequestDemoPage />, { at: '/request-intake-form' })
  for (const [label, value] of Object.entries(values))
    await user.type(screen.getByLabelText(label), value)
  unmount()
  show(<RequestDemoPage />, { at: '/request-intake-form' })
  for (const [label, value] of Object.entries(values))
    expect(screen.getByLabelText(label)).toHaveValue(value)
  await user.click(screen.getByRole('button', { name: 'Submit Request' }))
  await user.click(await screen.findByRole('button', { name: 'Send another request' }))
  expect(screen.getByLabelText('Message / Goals')).toHaveValue('')
})

test('markup is text, and two quick presses send one request', async () => {
  const later = makeDeferredReply()
  reply('POST', path, later.replier)
  const { user, submit } = showForm({
    'Full Name': '<img src=x onerror=alert(1)>',
    'Email Address': "o'b@example.test",
  })
  await user.dblClick(submit)
  later.send(json('Thank you'))
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(screen.getByText("o'b@example.test")).toBeVisible()
  expect(requestsTo('POST', path).map(({ body }) => body)).toEqual([
    {
      full_name: '<img src=x onerror=alert(1)>',
      email: "o'b@example.test",
      company: 'Engines',
      message: 'Show me how bids look.',
    },
  ])
})

test('a failure keeps the input, and the next attempt works', async () => {
  reply('POST', path, networkFailure)
  const { user, submit } = showForm()
  await user.click(submit)
  expect(await screen.findByRole('alert')).toHaveTextContent(/Can't reach Mendwell/)
  expect(screen.getByLabelText('Full Name')).toHaveValue('Ada Byron')
  reply('POST', path, () => json('Thank you'))
  await user.click(submit)
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeVisible()
})
