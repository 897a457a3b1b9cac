import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { demoRequest, ruthId, serveAdminList } from '#testing-admin.ts'
import {
  json,
  makeDeferredReply,
  networkFailure,
  refusal,
  reply,
  requestsTo,
  rows,
} from '#testing-network.ts'
import { show } from '#testing-screen.tsx'
import AdminDemoRequests from './demo-requests.tsx'

let requests: Record<string, unknown>[] = []

beforeEach(() => {
  requests = [demoRequest()]
  serveAdminList(['demo_requests'], () => requests)
})

const showRequests = () => show(<AdminDemoRequests />, { role: 'admin' })
const requestOf = async (name: string) => within(await screen.findByRole('article', { name }))
const marked = () =>
  requestsTo('PATCH', '/rest/v1/demo_requests').map(({ query, body }) => [query.get('id'), body])

test('creating an account from a request marks the request as handled', async () => {
  reply('POST', '/functions/v1/create-user', () => json({ user: { id: ruthId } }))
  reply('PATCH', '/rest/v1/demo_requests', () => rows([{ id: 'request-1' }]))
  const { user } = showRequests()
  const article = await requestOf('<i>Véra</i>')
  expect(article.getByText('Eleven sites, and too many phone calls.')).toBeVisible()
  await user.click(article.getByRole('button', { name: 'Create account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add User' }))
  expect(await dialog.findByLabelText('Full name')).toHaveValue('<i>Véra</i>')
  expect(dialog.getByLabelText('Company')).toHaveValue('Halls')
  expect(dialog.getByLabelText('Email')).toHaveValue('vera@example.com')
  await user.type(dialog.getByLabelText('Password'), 'Quiet-pine-needle-7')
  await user.selectOptions(dialog.getByLabelText('Role'), 'Facility')
  await user.click(dialog.getByRole('button', { name: 'Add User' }))
  expect(await screen.findByText('User created successfully')).toBeVisible()
  await waitFor(() => expect(marked()).toEqual([['eq.request-1', { handled: true }]]))
})

test('the text of a request does not appear in the email that answers it', async () => {
  requests = [demoRequest({ email: 'vera@example.test?bcc=rival%40example.test' })]
  showRequests()
  const link = await screen.findByRole('link', { name: /^vera@/ })
  expect(link).toHaveAttribute('href', 'mailto:vera@example.test%3Fbcc%3Drival%2540example.test')
})

test('a request is marked as handled and as waiting', async () => {
  reply('PATCH', '/rest/v1/demo_requests', () => {
    requests = [demoRequest({ handled: requests[0]?.['handled'] !== true })]
    return rows([{ id: 'request-1' }])
  })
  const { user } = showRequests()
  const article = await requestOf('<i>Véra</i>')
  await user.click(article.getByRole('button', { name: 'Mark as handled' }))
  expect(await article.findByText('Handled')).toBeVisible()
  expect(article.queryByRole('button', { name: 'Create account' })).toBeNull()
  await user.click(article.getByRole('button', { name: 'Mark as waiting' }))
  expect(await article.findByRole('button', { name: 'Create account' })).toBeVisible()
  expect(marked().map(([, body]) => body)).toEqual([{ handled: true }, { handled: false }])
})

test('a request is shown as handled before the response, and as waiting again after a refusal', async () => {
  const later = makeDeferredReply()
  reply('PATCH', '/rest/v1/demo_requests', later.replier)
  const { user } = showRequests()
  const article = await requestOf('<i>Véra</i>')
  await user.click(article.getByRole('button', { name: 'Mark as handled' }))
  expect(await article.findByText('Handled')).toBeVisible()
  later.send(refusal(403, '42501', 'permission denied'))
  expect(await article.findByRole('alert')).toHaveTextContent(
    "The request couldn't be updated. You don't have permission to do this.",
  )
  expect(article.getByText('Waiting')).toBeVisible()
})

test('only the refused request is shown as waiting again', async () => {
  requests = [demoRequest(), demoRequest({ id: 'request-2', full_name: 'Kim' })]
  const later = { véra: makeDeferredReply(), kim: makeDeferredReply() }
  reply('PATCH', '/rest/v1/demo_requests', ({ query }) =>
    (query.get('id') === 'eq.request-2' ? later.kim : later.véra).replier(),
  )
  const { user } = showRequests()
  const [véra, kim] = [await requestOf('<i>Véra</i>'), await requestOf('Kim')]
  await user.click(véra.getByRole('button', { name: 'Mark as handled' }))
  await user.click(kim.getByRole('button', { name: 'Mark as handled' }))
  await waitFor(() => expect(marked()).toHaveLength(2))
  later.véra.send(refusal(403, '42501', 'permission denied'))
  expect(await véra.findByRole('alert')).toBeVisible()
  expect(véra.getByText('Waiting')).toBeVisible()
  // The list was read again after the refusal, and this read is older than the other write.
  await waitFor(() => expect(requestsTo('GET', '/rest/v1/demo_requests').length).toBeGreaterThan(1))
  expect(kim.getByText('Handled')).toBeVisible()
  requests = [demoRequest(), demoRequest({ id: 'request-2', full_name: 'Kim', handled: true })]
  later.kim.send(rows([{ id: 'request-2' }]))
  await waitFor(() => expect(requestsTo('GET', '/rest/v1/demo_requests').length).toBeGreaterThan(2))
  expect(kim.getByText('Handled')).toBeVisible()
  expect(véra.getByText('Waiting')).toBeVisible()
})

test('a second press on the same request is ignored until the first is done', async () => {
  const first = makeDeferredReply()
  reply('PATCH', '/rest/v1/demo_requests', first.replier)
  const { user } = showRequests()
  const article = await requestOf('<i>Véra</i>')
  await user.click(article.getByRole('button', { name: 'Mark as handled' }))
  await user.click(await article.findByRole('button', { name: 'Mark as waiting' }))
  expect(article.getByText('Handled')).toBeVisible()
  first.send(refusal(403, '42501', 'permission denied'))
  expect(await article.findByRole('alert')).toBeVisible()
  expect(article.getByText('Waiting')).toBeVisible()
  expect(marked().map(([, body]) => body)).toEqual([{ handled: true }])
})

test('several requests can be marked without waiting for responses', async () => {
  requests = [demoRequest(), demoRequest({ id: 'request-2', full_name: 'Kim' })]
  const later = makeDeferredReply()
  reply('PATCH', '/rest/v1/demo_requests', later.replier)
  const { user } = showRequests()
  for (const name of ['<i>Véra</i>', 'Kim'])
    await user.click((await requestOf(name)).getByRole('button', { name: 'Mark as handled' }))
  await waitFor(() => expect(marked().map(([id]) => id)).toEqual(['eq.request-1', 'eq.request-2']))
  requests = requests.map((request) => ({ ...request, handled: true }))
  later.send(rows([{ id: 'request-1' }]))
  await waitFor(() => expect(screen.getAllByText('Handled', { selector: 'span' })).toHaveLength(2))
})

test('a request that could not be marked shows the error in its place', async () => {
  requests = [demoRequest(), demoRequest({ id: 'request-2', full_name: 'Kim' })]
  reply('PATCH', '/rest/v1/demo_requests', networkFailure)
  const { user } = showRequests()
  const article = await requestOf('<i>Véra</i>')
  await user.click(article.getByRole('button', { name: 'Mark as handled' }))
  expect(await article.findByRole('alert')).toHaveTextContent(
    "The request couldn't be updated. Can't reach Mendwell.",
  )
  expect((await requestOf('Kim')).queryByRole('alert')).toBeNull()
  reply('PATCH', '/rest/v1/demo_requests', () => {
    requests = [demoRequest({ handled: true }), ...requests.slice(1)]
    return rows([{ id: 'request-1' }])
  })
  await user.click(article.getByRole('button', { name: 'Mark as handled' }))
  expect(await article.findByText('Handled')).toBeVisible()
  expect(article.queryByRole('alert')).toBeNull()
})
