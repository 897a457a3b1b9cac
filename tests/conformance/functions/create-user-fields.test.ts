import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { FunctionsHttpError } from '@supabase/supabase-js'
import { idOf } from '../support/clients.ts'
import {
  adminToken,
  countUsers,
  callForRefusal,
  callCreateUser,
  newUserFields,
} from '../support/new-user.ts'
import { newClient } from '../support/people.ts'

suite('an invalid account is refused with a message', () => {
  for (const field of ['full_name', 'company_name', 'email', 'password', 'role']) {
    // @covers 5.add-user.required
    test(`${field} is required`, async () => {
      for (const value of [
        undefined,
        null,
        '',
        ...(field === 'password' ? [] : [' \u200b ', '\u2800\u3164', '\u{e0041}\u202e']),
      ]) {
        const body = newUserFields({ [field]: value })
        const [status, message] = await callForRefusal({ token: adminToken(), body })
        assert.equal(status, 400, JSON.stringify(value))
        assert.match(
          String(message),
          field === 'role' ? /^role / : new RegExp(`^${field} is required`),
        )
      }
    })
  }

  const wrong: [name: string, more: Record<string, unknown>, message: RegExp][] = [
    // @covers 5.add-user.role
    ['an unknown role', { role: 'emperor' }, /^role must be one of facility, contractor, /],
    ['a role of PostgreSQL', { role: 'service_role' }, /^role must be one of/],
    ['an invalid email address', { email: 'ada' }, /email address: invalid format/],
    [
      'an address that is too long',
      { email: `${'x'.repeat(300)}@a.test` },
      /^email can have at most 255/,
    ],
    ['a short password', { password: 'short' }, /at least 8 characters/],
    ['a common password', { password: 'password123' }, /easy to guess/],
    ['a sequence as password', { password: 'zyxwvuts' }, /easy to guess/],
    ['a password of too many bytes', { password: 'ä'.repeat(40) }, /longer than 72/],
    ['a name that is too long', { full_name: 'x'.repeat(201) }, /^full_name can have at most 200/],
    ['an invitation with a password', { invite: true }, /^password is not used with an invitation/],
    ['an invitation that is a text', { invite: 'yes' }, /^invite must be true or false/],
    ['a number for a name', { full_name: 7 }, /^full_name must be text/],
    ['a list for a password', { password: ['a'] }, /^password must be text/],
    ['an object for an address', { email: {} }, /^email must be text/],
    ['services that are a text', { services: 'HVAC' }, /^services must be a list of texts/],
    ['services that are numbers', { services: [1] }, /^services must be a list of texts/],
    ['too many services', { services: Array(51).fill('x') }, /^services can have at most 50/],
    ['expertise of an essay', { expertise: ['x'.repeat(101)] }, /^expertise can have at most/],
    ['a business type of a number', { business_type: 1 }, /^business_type must be text/],
    ['more than the account can hold', { services: Array(50).fill('x'.repeat(100)) }, /too long/],
    ['a character that no text can hold', { full_name: 'a\0b' }, /cannot be stored/],
    ['what is not known', { is_hidden: true }, /^is_hidden is not a known field/],
    [
      "a creator of one's own choice",
      { created_by: idOf('facility') },
      /^created_by is not a known field/,
    ],
  ]
  for (const [name, more, pattern] of wrong) {
    test(name, async () => {
      const body = newUserFields(more)
      const [status, message] = await callForRefusal({ token: adminToken(), body })
      assert.equal(status, 400, String(message))
      assert.match(String(message), pattern)
      assert.equal(await countUsers(body.email), 0)
    })
  }

  test('a body that is not an object', async () => {
    for (const raw of ['', '{', '[]', 'null', '"x"', '7', '\0']) {
      const refusal = await callForRefusal({ token: adminToken(), raw })
      assert.deepEqual(refusal, [400, 'Send the user as a JSON object.'], raw)
    }
  })

  test('another method', async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers } = await callCreateUser({
        token: adminToken(),
        method,
        body: newUserFields(),
      })
      assert.deepEqual([status, headers.allow], [405, 'POST'], method)
    }
  })

  test('through supabase-js too', async () => {
    const result: { error: unknown } = await newClient().functions.invoke('create-user', {
      body: newUserFields(),
    })
    assert.ok(result.error instanceof FunctionsHttpError)
  })
})
