import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testByRole, onlyFor } from '../support/by-role.ts'
import { clientFor, idOf, untyped } from '../support/clients.ts'
import { rowOf, rowsOf } from '../support/expect.ts'

// @covers 7.admin-user-list
testByRole(
  'everybody',
  (client) => client.from('admin_user_list').select('*'),
  onlyFor('admin', 'all'),
)

// @covers 3.views.admin-user-list
test('a row has the columns of the spec, the full name and the end of a ban', async () => {
  const call = clientFor('admin')
    .from('admin_user_list')
    .select('*')
    .eq('id', idOf('facility'))
    .single()
  const person = await rowOf(call)
  const columns = [
    'banned_until',
    'company_name',
    'created_at',
    'email',
    'full_name',
    'id',
    'last_active_at',
    'role',
    'username',
  ]
  assert.deepEqual(Object.keys(person).toSorted(), columns)
  assert.equal(person['email'], 'facility@mendwell.test')
  assert.equal(person['role'], 'facility')
})

test('can be searched by a part of the address', async () => {
  const call = clientFor('admin')
    .from('admin_user_list')
    .select('role')
    .ilike('email', '%FACILITY2@%')
  assert.deepEqual(await rowsOf(call), [{ role: 'facility' }])
})

test('cannot be written to', async () => {
  const list = () => untyped(clientFor('admin')).from('admin_user_list')
  const change = list().update({ role: 'admin' }).eq('id', idOf('facility'))
  for (const call of [list().insert({ username: 'x' }), change, list().delete().eq('role', 'x')]) {
    const { status, error } = await call
    assert.ok(error && status >= 400 && status < 500, `${status} ${error?.code}`)
  }
})
