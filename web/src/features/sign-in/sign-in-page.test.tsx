import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  json,
  makeDeferredReply,
  networkFailure,
  reply,
  requestsTo,
  rows,
} from '#testing-network.ts'
import { visit } from '#testing-screen.tsx'
import {
  authError,
  email,
  field,
  fillLogIn,
  newSession,
  profile,
  storedToken,
  stubSession,
  stubSignIn,
} from '#testing-sign-in.ts'

const token = '/auth/v1/token'
const settings = '/settings?tab=appearance#top'
const logIn = () => screen.getByRole('button', { name: 'Log In' })

// @covers 2.login.texts 2.login.back 5.login.required
test('the page asks for email and password, and reports both if they are missing', async () => {
  stubSignIn()
  const { user } = await visit('/login')
  expect(await screen.findByRole('heading', { name: 'Login to Mendwell' })).toBeVisible()
  await user.click(logIn())
  expect(screen.getByText('Enter an email address.')).toBeVisible()
  expect(screen.getByText('Enter your password.')).toBeVisible()
  expect(await field('Email')).toHaveFocus()
  expect(screen.getByRole('link', { name: '← Back to Home' })).toHaveAttribute('href', '/marketing')
  expect(requestsTo('POST', token)).toEqual([])
})

// @covers 2.route.remembered
test('the requested page opens after a sign-in, with its query', async () => {
  stubSignIn()
  stubSession(newSession())
  const { user, address } = await visit(settings)
  await waitFor(() => expect(address()).toBe(`/login?${new URLSearchParams({ next: settings })}`))
  await fillLogIn(user)
  await waitFor(() => expect(address()).toBe(settings))
})

test('without a requested page, the dashboard of the role opens, by keyboard alone too', async () => {
  stubSignIn()
  stubSession(newSession())
  const { user, address } = await visit('/login')
  await user.click(await field('Email'))
  await user.keyboard(email)
  await user.tab()
  await user.keyboard('Mendwell-demo-1{Enter}')
  await waitFor(() => expect(address()).toBe('/contractor-dashboard'))
  expect(requestsTo('POST', token)[0]?.body).toMatchObject({ email, password: 'Mendwell-demo-1' })
})

test.each([
  '/login?token_hash=x&type=magiclink',
  '/marketing',
  '/',
  '//evil.test',
  '/\\evil.test',
  'https://evil.test',
  '/..//evil.test',
  'x',
  '',
])('a target of "%s" is not followed', async (next) => {
  stubSignIn()
  stubSession(newSession())
  const { user, address } = await visit(`/login?next=${encodeURIComponent(next)}`)
  await fillLogIn(user)
  await waitFor(() => expect(address()).toBe('/contractor-dashboard'))
})

// @covers 8.login.invalid
test('a wrong password is refused with a message, and the input is kept', async () => {
  stubSignIn()
  reply('POST', token, () => authError(400, 'invalid_credentials', 'Invalid login credentials'))
  const { user } = await visit('/login')
  await fillLogIn(user, email, 'wrong')
  expect(await screen.findByRole('alert')).toHaveTextContent('Invalid login credentials')
  expect(await field('Email')).toHaveValue(email)
  expect(await field('Password')).toHaveValue('wrong')
})

// @covers 2.login.working 4.login.in-progress
test('the button is disabled with a spinner while it works', async () => {
  stubSignIn()
  const session = newSession()
  stubSession(session)
  const { replier, send } = makeDeferredReply()
  reply('POST', token, replier)
  const { user, address } = await visit('/login')
  await fillLogIn(user)
  await waitFor(() => expect(logIn()).toBeDisabled())
  expect(logIn()).toHaveAttribute('data-loading', 'true')
  send(json(session))
  await waitFor(() => expect(address()).toBe('/contractor-dashboard'))
})

test.each([
  ['no address', 'ada', 'Enter an email address such as name@company.com.'],
  ['10,000 characters', `${'a'.repeat(10_000)}@b.test`, 'This is too long for an email address.'],
  ['markup', '<b>ada</b>', 'Enter an email address such as name@company.com.'],
])('%s as an email is reported when the field loses the focus', async (_, typed, message) => {
  stubSignIn()
  const { user } = await visit('/login')
  await user.click(await field('Email'))
  await user.paste(typed)
  await user.click(await field('Password'))
  expect(screen.getByText(message)).toBeVisible()
  await user.clear(await field('Email'))
  await user.type(await field('Email'), email)
  expect(screen.queryByText(message)).toBeNull()
})

test('a server that does not respond is reported, and the next attempt works', async () => {
  stubSignIn()
  reply('POST', token, networkFailure)
  const { user, address } = await visit('/login')
  await fillLogIn(user)
  expect(await screen.findByRole('alert')).toHaveTextContent("Can't reach Mendwell.")
  stubSession(newSession())
  await user.click(logIn())
  await waitFor(() => expect(address()).toBe('/contractor-dashboard'))
})

test.each([
  // @covers 5.login.no-profile 8.login.no-profile
  ['no profile', [], 'No profile found'],
  // @covers 5.login.unknown-role 8.login.unknown-role
  ['an unknown role', [profile('janitor')], 'Unrecognized user role'],
])('an account with %s is refused, without a half sign-in', async (_, rowsOrError, message) => {
  stubSignIn({ role: null })
  stubSession(newSession())
  reply('GET', '/rest/v1/profiles', () => rows(rowsOrError))
  // Start at the inbox, so that the app's session listener runs before the sign-in.
  const { user, address } = await visit('/inbox')
  await fillLogIn(user)
  expect(await screen.findByRole('alert')).toHaveTextContent(message)
  expect(storedToken()).toBeFalsy()
  expect(address()).toBe('/login?next=%2Finbox')
})

// @covers 5.login.no-user 8.login.no-user-data
test('a response without a user is reported', async () => {
  stubSignIn()
  reply('POST', token, () => json({}))
  const { user } = await visit('/login')
  await fillLogIn(user)
  expect(await screen.findByRole('alert')).toHaveTextContent('No user data returned')
})

test('a signed-in user continues immediately', async () => {
  stubSignIn()
  const { address } = await visit('/login?next=/settings', { role: 'consultant' })
  await waitFor(() => expect(address()).toBe('/settings'))
})

test('an error in the address has its own sentence, and texts in the address are not shown', async () => {
  stubSignIn()
  const unknownErrorPath =
    '/login?error=access_denied&error_code=made_up&error_description=Call+555+0100'
  await visit(unknownErrorPath)
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent("That didn't work. Try again, or log in another way.")
  expect(screen.queryByText(/555/)).toBeNull()
})

test('after a refused company account, the password still leads to the requested page', async () => {
  stubSignIn()
  stubSession(newSession())
  const refused = new URLSearchParams({
    next: '/settings',
    error_code: 'email_address_not_authorized',
  })
  const { user, address } = await visit(`/login?${refused}`)
  expect(await screen.findByRole('alert')).toHaveTextContent(
    "The account you chose doesn't belong to this company. Log in there with your work email.",
  )
  await fillLogIn(user)
  await waitFor(() => expect(address()).toBe('/settings'))
})
