import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeDeferredReply, refusal, reply, rows } from '#testing-network.ts'
import { show, userId } from '#testing-screen.tsx'
import { PrivacyPanel } from './privacy-panel.tsx'

test('a profile is hidden before the response, and shown again after a refusal, with the reason', async () => {
  reply('GET', '/rest/v1/profiles', () => rows([{ is_hidden: false }]))
  const later = makeDeferredReply()
  reply('PATCH', '/rest/v1/profiles', later.replier)
  // Both panels show the same cached setting.
  const { user } = show(
    <>
      <PrivacyPanel userId={userId} />
      <section aria-label="Second panel">
        <PrivacyPanel userId={userId} />
      </section>
    </>,
  )
  const [first] = await screen.findAllByRole('switch', { name: /^Hide my profile/ })
  const second = within(screen.getByRole('region', { name: 'Second panel' }))
  await user.click(first ?? document.body)
  expect(await second.findByRole('switch', { checked: true })).toBeVisible()
  expect(first).toBeChecked()
  later.send(refusal(403, '42501', 'permission denied'))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    "Couldn't save this. You don't have permission to do this.",
  )
  expect(first).not.toBeChecked()
  expect(second.getByRole('switch')).not.toBeChecked()
})
