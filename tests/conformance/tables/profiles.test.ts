import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { testByRole } from '../support/by-role.ts'
import { clientFor, clientOfUser, idOf, untyped, server, visitor } from '../support/clients.ts'
import { insertUser } from '../support/database.ts'
import { only, expectRefusal, rowOf, rowsOf, expectSuccess } from '../support/expect.ts'

const roles = ['facility', 'contractor', 'consultant', 'admin'] as const

testByRole(
  'the role by id, of a consultant',
  (client) => client.from('profiles').select('role').eq('id', idOf('consultant')).single(),
  {
    visitor: '401 42501',
    facility: '200',
    contractor: '200',
    consultant: '200',
    admin: '200',
    server: '200',
  },
)

testByRole(
  'the role by id, of somebody one has nothing to do with',
  (client) => client.from('profiles').select('role').eq('id', idOf('admin')).single(),
  {
    visitor: '401 42501',
    facility: '406 PGRST116',
    contractor: '406 PGRST116',
    consultant: '406 PGRST116',
    admin: '200',
    server: '200',
  },
)

// @covers 7.profiles.visible-consultants
testByRole(
  'consultants who are not hidden and have a profile',
  (client) =>
    client
      .from('profiles')
      .select('*')
      .eq('role', 'consultant')
      .eq('is_hidden', false)
      .eq('is_filled', true),
  {
    visitor: '401 42501',
    facility: 'all',
    contractor: 'all',
    consultant: 'all',
    admin: 'all',
    server: 'all',
  },
)

// @covers 7.profiles.by-role
testByRole(
  'contractors',
  (client) => client.from('profiles').select('*').eq('role', 'contractor'),
  {
    visitor: '401 42501',
    facility: 'some',
    contractor: 'some',
    consultant: 'none',
    admin: 'all',
    server: 'all',
  },
)

// @covers 7.profiles.by-role
testByRole('facilities', (client) => client.from('profiles').select('*').eq('role', 'facility'), {
  visitor: '401 42501',
  facility: 'some',
  contractor: 'rows',
  consultant: 'rows',
  admin: 'all',
  server: 'all',
})

suite("a user's own profile", () => {
  for (const role of roles) {
    // @covers 7.profiles.role
    test(`a ${role} reads the role as a single row`, async () => {
      const id = await insertUser(role)
      const call = clientOfUser(id).from('profiles').select('role').eq('id', id).single()
      assert.deepEqual(await rowOf(call), { role })
    })

    // @covers 7.profiles.update-dialog
    test(`a ${role} saves the fields of the dialog`, async () => {
      const id = await insertUser(role)
      const sent = {
        id,
        headline: 'Here to help',
        bio: 'Since 1998.',
        services: ['Audits', 'Repairs'],
        profile_picture: `${id}/picture/me.png`,
      }
      const own = () => clientOfUser(id).from('profiles')
      await expectSuccess(own().update(sent).eq('id', id), 204)
      const saved = await rowOf(own().select('*').eq('id', id).single())
      assert.deepEqual({ ...saved, ...sent }, saved)
    })
  }

  // @covers 3.profiles.columns 7.profiles.by-id
  test('has every column of the spec, and the email address only on request', async () => {
    const own = await rowOf(
      clientFor('consultant').from('profiles').select('*').eq('id', idOf('consultant')).single(),
    )
    const named =
      'id role username full_name company_name headline location bio services certifications ' +
      'resume_url profile_picture documents is_hidden'
    for (const column of named.split(' ')) assert.ok(column in own, column)
    assert.ok(!('email' in own))
  })

  // @covers 7.profiles.update-page 3.profiles.services 3.profiles.picture
  test('the edit page saves its fields, and an empty picture becomes null', async () => {
    const id = await insertUser('consultant')
    const sent = {
      headline: 'Roofs',
      location: 'Denver',
      bio: 'Twenty years.',
      services: ['Roofs'],
      certifications: ['RRC'],
      resume_url: `${id}/resume/cv.pdf`,
      profile_picture: '',
    }
    const call = clientOfUser(id).from('profiles').update(sent).eq('id', id).select().single()
    const saved = await rowOf(call)
    assert.deepEqual({ ...saved, ...sent, profile_picture: null }, saved)
  })

  // @covers 7.profiles.update-hidden 6.hidden.not-listed
  test('hiding removes a consultant from every list except their own', async () => {
    const id = await insertUser('consultant')
    await expectSuccess(
      clientOfUser(id).from('profiles').update({ is_hidden: true }).eq('id', id),
      204,
    )
    const seen = (client: typeof server) => client.from('profiles').select('id').eq('id', id)
    assert.deepEqual(await rowsOf(seen(clientFor('facility'))), [])
    assert.deepEqual(await rowsOf(seen(clientFor('consultant'))), [])
    assert.deepEqual(await rowsOf(seen(clientOfUser(id))), [{ id }])
    assert.deepEqual(await rowsOf(seen(clientFor('admin'))), [{ id }])
  })

  // @covers 7.profiles.update-documents 3.profiles.documents
  test('documents match the stored files', async () => {
    const id = await insertUser('consultant')
    const sent = { documents: { resume: 'somebody/else.pdf', certifications: ['a', 'b'] } }
    const call = clientOfUser(id).from('profiles').update(sent).eq('id', id).select('documents')
    assert.deepEqual(await rowsOf(call), [{ documents: { resume: null, certifications: [] } }])
  })

  test('the email address is a computed column, for the user and admins', async () => {
    const email = (client: typeof server) =>
      client.from('profiles').select('email').eq('id', idOf('consultant')).single()
    const address = { email: 'consultant@mendwell.test' }
    assert.deepEqual(await rowOf(email(clientFor('consultant'))), address)
    assert.deepEqual(await rowOf(email(clientFor('admin'))), address)
    assert.deepEqual(await rowOf(email(clientFor('facility'))), { email: null })
  })
})

suite("somebody else's profile", () => {
  const headline = { headline: 'Hacked' }

  test('a visitor changes nothing', async () => {
    const call = visitor.from('profiles').update(headline).eq('id', idOf('consultant'))
    await expectRefusal(call, 401, '42501')
  })

  test('cannot be changed if it is visible', async () => {
    for (const login of ['facility', 'contractor', 'consultant2'] as const) {
      const call = clientFor(login).from('profiles').update(headline).eq('id', idOf('consultant'))
      await expectRefusal(call, 403, '42501')
    }
  })

  test('cannot be changed by an admin either', async () => {
    const call = clientFor('admin').from('profiles').update(headline).eq('id', idOf('consultant'))
    await expectRefusal(call, 403, '42501')
  })

  test('is not found if it is hidden', async () => {
    const call = clientFor('consultant')
      .from('profiles')
      .update(headline)
      .eq('id', idOf('contractor'))
    assert.deepEqual(await rowsOf(call.select()), [])
  })

  test('the id of a profile never changes', async () => {
    const id = await insertUser('facility')
    const update = { id: idOf('facility2'), headline: 'Me' }
    const call = clientOfUser(id).from('profiles').update(update).eq('id', id)
    await expectRefusal(call, 403, 'profile_id_fixed')
  })

  test('profiles cannot be created or removed directly', async () => {
    const id = await insertUser('facility')
    const newProfile = { id, role: 'admin' }
    await expectRefusal(clientOfUser(id).from('profiles').insert(newProfile), 403, '42501')
    await expectRefusal(clientFor('admin').from('profiles').insert(newProfile), 403, '42501')
    await expectRefusal(clientOfUser(id).from('profiles').delete().eq('id', id), 403, '42501')
    await expectRefusal(visitor.from('profiles').insert(newProfile), 401, '42501')
  })

  test('the service role key can change any profile', async () => {
    const id = await insertUser('contractor')
    const call = server.from('profiles').update({ company_name: 'Set' }).eq('id', id).select()
    assert.equal(only(await rowsOf(call))['company_name'], 'Set')
  })
})

suite('invalid values of a profile', () => {
  const cases: [string, Record<string, unknown>, string][] = [
    ['a link that runs', { resume_url: 'javascript:alert(1)' }, 'link_invalid'],
    ['a picture in the address', { profile_picture: 'data:image/png;base64,AA' }, 'link_invalid'],
    ['a fee below a cent', { consultation_fee: 0.001 }, 'money_invalid'],
    ['a zone nobody knows', { time_zone: 'Mars/Olympus' }, 'time_zone_unknown'],
    ['too long a headline', { headline: 'x'.repeat(201) }, 'text_too_long'],
    ['too many services', { services: Array.from({ length: 51 }, () => 'x') }, 'words_invalid'],
  ]
  for (const [name, update, code] of cases) {
    test(name, async () => {
      const id = await insertUser('consultant')
      const call = untyped(clientOfUser(id)).from('profiles').update(update).eq('id', id)
      await expectRefusal(call, 400, code)
    })
  }

  test('a fee of a user who is not a consultant', async () => {
    const id = await insertUser('facility')
    const call = clientOfUser(id).from('profiles').update({ consultation_fee: 10 }).eq('id', id)
    await expectRefusal(call, 400, 'fee_not_for_role')
  })
})
