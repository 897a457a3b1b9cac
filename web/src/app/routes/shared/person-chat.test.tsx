import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { contractorId, jobId, stubConversation } from '#features/messages/testing-conversation.tsx'
import { reply, requestsTo, rows } from '#testing-network.ts'
import { visit } from '#testing-screen.tsx'

const search = '/rest/v1/rpc/conversation_with'

// @covers 2.route.chat-user
test('/chat/:userId redirects to the conversation with that user', async () => {
  stubConversation()
  const conversation = { job_id: jobId, contractor_id: contractorId, consultation_id: null }
  reply('POST', search, () => rows([conversation]))
  const { address } = await visit(`/chat/${contractorId}`, { role: 'facility' })
  await waitFor(() => expect(address()).toBe(`/chat/job/${jobId}?with=${contractorId}`))
  expect(requestsTo('POST', search).map(({ body }) => body)).toEqual([{ user_id: contractorId }])
})

test('/chat/:userId explains how a conversation starts if none exists with that user', async () => {
  reply('POST', search, () => rows([]))
  await visit(`/chat/${contractorId}`, { role: 'facility' })
  expect(await screen.findByText('No conversation with this person yet.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to inbox' })).toHaveAttribute('href', '/inbox')
})
