import { screen, waitFor } from '@testing-library/react'
import { useQuery } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { alertChoices } from '#lib/alert-choices.ts'
import {
  json,
  makeDeferredReply,
  networkFailure,
  refusal,
  reply,
  requestsTo,
  rows,
  serveUnread,
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

function SoundChoice() {
  const { data } = useQuery(alertChoices(userId))
  return <p>Sounds are {data?.sound ? 'on' : 'off'}</p>
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

test('responses of two switches in the wrong order leave both as the user set them', async () => {
  const { user } = show(<NotificationsPanel userId={userId} />)
  const replies = { sound: makeDeferredReply(), email: makeDeferredReply() }
  reply('POST', settings, ({ body }) =>
    replies[JSON.stringify(body).includes('sound') ? 'sound' : 'email'].replier(),
  )
  await user.click(await toggle('Sound'))
  await user.click(await toggle('Email'))
  await waitFor(() => expect(requestsTo('POST', settings)).toHaveLength(2))
  replies.email.send(rows([{ ...allOn, sound: false, email: false }]))
  expect(await screen.findByText('Saved.')).toBeVisible()
  // The server answered this request before it stored the other setting.
  replies.sound.send(rows([{ ...allOn, sound: false }]))
  await waitFor(() => expect(screen.getAllByText('Saved.')).toHaveLength(2))
  expect(await toggle('Sound')).not.toBeChecked()
  expect(await toggle('Email')).not.toBeChecked()
})

test('the app uses a changed setting before the response, and the old one after a refusal', async () => {
  serveUnread(() => ({ messages: 0, notices: 0 }), { sound: true, messages: true })
  const { user } = show(
    <>
      <SoundChoice />
      <NotificationsPanel userId={userId} />
    </>,
  )
  expect(await screen.findByText('Sounds are on')).toBeVisible()
  const later = makeDeferredReply()
  reply('POST', settings, later.replier)
  await user.click(await toggle('Sound'))
  expect(await screen.findByText('Sounds are off')).toBeVisible()
  expect(await toggle('Sound')).not.toBeChecked()
  later.send(refusal(403, '42501', 'permission denied'))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    "Couldn't save this. You don't have permission to do this.",
  )
  expect(screen.getByText('Sounds are on')).toBeVisible()
  expect(await toggle('Sound')).toBeChecked()
})

test('settings that cannot be loaded show an error, and Retry loads them', async () => {
  reply('GET', settings, () => json({ message: 'no' }, 400))
  const { user } = show(<NotificationsPanel userId={userId} />)
  expect(await screen.findByText('Failed to load settings.')).toBeVisible()
  stubSettings(allOn)
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.getByRole('switch', { name: /^Email/ })).toBeVisible())
})
