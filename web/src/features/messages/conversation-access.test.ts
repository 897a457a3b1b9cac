import assert from 'node:assert/strict'
import { test } from 'vitest'
import { readStoredAccess, storeAccess } from './conversation-access.ts'

Object.defineProperty(globalThis, 'localStorage', { value: sessionStorage })

const addressOf = (number: number) => ({
  kind: 'consultation' as const,
  consultationId: `consultation ${number}`,
})
const open = { conversationId: 'talk', counterpartId: 'other', isWritable: true }

test('the latest access of each user is stored until the user logs out', () => {
  for (let number = 0; number < 150; number += 1) storeAccess('me', addressOf(number), open)
  assert.deepEqual(readStoredAccess('me', addressOf(149)), open)
  assert.equal(readStoredAccess('somebody', addressOf(149)), undefined)
  assert.equal(readStoredAccess('me', addressOf(49)), undefined)
  const closed = { ...open, isWritable: false, banner: 'It has ended.' }
  storeAccess('me', addressOf(50), closed)
  storeAccess('me', addressOf(150), open)
  assert.deepEqual(readStoredAccess('me', addressOf(50)), closed)
  storeAccess('me', addressOf(50), undefined)
  assert.equal(readStoredAccess('me', addressOf(50)), undefined)
})
