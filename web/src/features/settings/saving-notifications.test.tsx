import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import {
  json,
  makeDeferredReply,
  networkFailure,
  reply,
  requestsTo,
  rows,
} from '#testing-network.ts'
import { show, userId } from '#testing-screen.tsx'
import { NotificationsPanel } from './notifications-panel.tsx'

const settings = '/rest/v1/notification_settings'
const allOn = { email: true, sound: true, messages: true, job_updates: true, payments: true }
const toggle = (name: string) => screen.findByRole('switch', { name: new RegExp(`^${name}`) })

function stubSettings(row?: typeof allOn) {
  const stored = { row }
  reply('GET', settings, () => rows(stored.row ? [stored.row] : []))
  reply('POST', settings, ({ body }) => {
    stored.row = { ...allOn, ...stored.row, ...(typeof body === 'object' ? body : {}) }
    return rows([stored.row])
  })
}

beforeEach(() => stubSettings(allOn))

test('each switch saves its setting immediately and confirms this', async () => {
  const { user } = show(<NotificationsPanel userId={userId} />)
  await user.click(await toggle('Sound'))
  expect(await screen.findByText('Saved.')).toBeVisible()
  expect(await toggle('Sound')).not.toBeChecked()
  expect(await toggle('Email')).toBeChecked()
  expect(requestsTo('POST', settings)[0]?.body).toEqual({ user_id: userId, sound: false })
})

test('a switch of a user without stored settings creates them', async () => {
  stubSettings()
  const { user } = show(<NotificationsPanel userId={userId} />)
  expect(await toggle('Payments')).toBeChecked()
  await user.click(await toggle('Payments'))
  expect(await screen.findByText('Saved.')).toBeVisible()
  expect(await toggle('Payments')).not.toBeChecked()
  const [saved] = requestsTo('POST', settings)
  expect(saved?.headers.get('prefer')).toContain('resolution=merge-duplicates')
  expect(saved?.body).toEqual({ user_id: userId, payments: false })
})

test('a switch that cannot be saved goes back, with a message, and can be tried again', async () => {
  const { user } = show(<NotificationsPanel userId={userId} />)
  reply('POST', settings, networkFailure)
  await user.click(await toggle('Email'))
  expect(await screen.findByRole('alert')).toHaveTextContent("Can't reach Mendwell.")
  expect(await toggle('Email')).toBeChecked()
  expect(screen.queryByText('Saved.')).toBeNull()
  stubSettings(allOn)
  await user.click(await toggle('Email'))
  expect(await screen.findByText('Saved.')).toBeVisible()
  expect(await toggle('Email')).not.toBeChecked()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('two presses at once count once', async () => {
  const { user } = show(<NotificationsPanel userId={userId} />)
  const { replier, send } = makeDeferredReply()
  reply('POST', settings, replier)
  await user.dblClick(await toggle('Messages'))
  send(rows([{ ...allOn, messages: false }]))
  expect(await screen.findByText('Saved.')).toBeVisible()
  expect(await toggle('Messages')).not.toBeChecked()
  expect(requestsTo('POST', settings)).toHaveLength(1)
})

test('settings that cannot be loaded show an error, and Retry loads them', async () => {
  reply('GET', settings, () => json({ message: 'no' }, 400))
  const { user } = show(<NotificationsPanel userId={userId} />)
  expect(await screen.findByText('Failed to load settings.')).toBeVisible()
  stubSettings(allOn)
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.getByRole('switch', { name: /^Email/ })).toBeVisible())
})
