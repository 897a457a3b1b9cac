// Opens unsubscribe links without a session, like email programs and browsers.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { insertUser, query } from '../support/database.ts'
import { secrets, target } from '../support/target.ts'

async function linkOf(person: string) {
  const [row] = await query('select app.unsubscribe_token($1) as token', [person])
  const { token } = z.object({ token: z.string() }).parse(row)
  return `${target.url}/functions/v1/unsubscribe?token=${token}`
}

async function receivesMails(person: string) {
  const rows = await query('select email from public.notification_settings where user_id = $1', [
    person,
  ])
  return z.array(z.object({ email: z.boolean() })).parse(rows)[0]?.email
}

const oneClick = {
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'List-Unsubscribe=One-Click',
}

suite('the unsubscribe link', () => {
  test('stops emails by one click, and can be repeated', async () => {
    const person = await insertUser('facility')
    for (const _ of [1, 2]) {
      const response = await fetch(await linkOf(person), oneClick)
      assert.equal(response.status, 200)
      assert.match(await response.text(), /You're unsubscribed/)
      assert.equal(await receivesMails(person), false)
    }
  })

  test('stops them again after the user turned them back on', async () => {
    const person = await insertUser('facility')
    const link = await linkOf(person)
    await fetch(link, oneClick)
    await query('update public.notification_settings set email = true where user_id = $1', [person])
    assert.equal((await fetch(link)).status, 200)
    assert.equal(await receivesMails(person), true)
    assert.equal((await fetch(link, oneClick)).status, 200)
    assert.equal(await receivesMails(person), false)
  })

  test('refuses other methods', async () => {
    const person = await insertUser('facility')
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      assert.equal((await fetch(await linkOf(person), { method })).status, 405)
    }
    assert.equal(await receivesMails(person), true)
  })

  test('changes nothing when it is opened, and shows a button', async () => {
    const person = await insertUser('facility')
    for (const method of ['GET', 'HEAD']) {
      // Browsers and email scanners send these headers when they prefetch a link.
      const headers = { purpose: 'prefetch', 'sec-purpose': 'prefetch' }
      const response = await fetch(await linkOf(person), { method, headers })
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('referrer-policy'), 'no-referrer')
      if (method === 'GET') assert.match(await response.text(), /<form method="post"><button>/)
    }
    assert.equal(await receivesMails(person), true)
  })

  test('is refused if it was changed, and does not show its content', async () => {
    const person = await insertUser('facility')
    const link = await linkOf(person)
    const [address, token = ''] = link.split('?token=')
    const other = (await linkOf(await insertUser('facility'))).slice(-64)
    const changed = [`${token}0`, token.slice(0, -64) + other, token.toUpperCase(), `%00${token}x`]
    const otherTokens = ['', '<b>', '%00', '%ff', person, secrets.anonKey, 'a'.repeat(9000)]
    for (const bad of [...changed, ...otherTokens].map((one) => `${address}?token=${one}`)) {
      const response = await fetch(bad, oneClick)
      assert.equal(response.status, 400)
      const text = await response.text()
      assert.match(text, /Nothing was changed.*This link is incomplete or has expired/)
      assert.match(text, /<a href="\/settings">Open settings<\/a>/)
      assert.doesNotMatch(text, /<b>|hmac|select/)
    }
    assert.equal(await receivesMails(person), true)
  })
})
