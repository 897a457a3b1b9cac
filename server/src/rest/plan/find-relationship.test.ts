import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { until } from '../../../../tests/support/until.ts'
import { startRestServer } from '../testing.ts'

const { ask, post, assertRefused } = await startRestServer()

async function read(path: string) {
  const { status, json, body } = await ask(path)
  assert.ok(status === 200 || status === 206, body)
  return json
}

suite('a many-to-many relationship', () => {
  // @covers dialect.many-to-many
  test('uses the relation whose key refers to both sides', async () => {
    const path = '/pupils?select=name,courses!enrolments(title)&courses.order=title&order=id'
    assert.deepEqual(await read(path), [
      { name: 'Ida', courses: [{ title: 'Logic' }, { title: 'Music' }] },
      { name: 'Jon', courses: [{ title: 'Logic' }, { title: 'Maths' }] },
      { name: 'Kim', courses: [] },
    ])
  })

  test('uses a view of a junction that is not exposed, not the junction itself', async () => {
    assert.deepEqual(await read('/clubs?select=name,pupils(name)&order=id&pupils.order=name'), [
      { name: 'Chess', pupils: [{ name: 'Ida' }, { name: 'Jon' }] },
      { name: 'Choir', pupils: [{ name: 'Jon' }] },
    ])
    assert.equal((await assertRefused('/clubs?select=sponsors(name)')).code, 'PGRST200')
  })

  test('does not use a relation whose primary key is a separate column', async () => {
    assert.equal((await assertRefused('/pupils?select=courses!absences(title)')).code, 'PGRST200')
  })

  test('can be filtered, ordered, limited, and tested for existence', async () => {
    const courses = 'courses!enrolments'
    assert.deepEqual(await read(`/pupils?select=id,${courses}!inner(id)&courses.title=eq.Music`), [
      { id: 1, courses: [{ id: 2 }] },
    ])
    assert.deepEqual(await read(`/pupils?select=id,${courses}()&courses=is.null`), [{ id: 3 }])
    assert.deepEqual(
      await read(
        `/pupils?select=id,${courses}(id)&courses.order=id.desc&courses.limit=1&courses=not.is.null&order=id`,
      ),
      [
        { id: 1, courses: [{ id: 2 }] },
        { id: 2, courses: [{ id: 3 }] },
      ],
    )
  })

  test('can be embedded in a written row', async () => {
    const { json } = await post('/clubs?select=id,pupils(name)', { id: 9, name: 'New' })
    assert.deepEqual(json, [{ id: 9, pupils: [] }])
    const response = await ask('/pupils?id=eq.1&select=lockers(code),clubs(name)', {
      method: 'PATCH',
      body: { name: 'Ida' },
      headers: { prefer: 'return=representation', 'content-type': 'application/json' },
    })
    assert.deepEqual(response.json, [{ lockers: { code: 'A1' }, clubs: [{ name: 'Chess' }] }])
  })
})

suite('several possible relationships', () => {
  // @covers dialect.ambiguous
  test('are refused with a list in a fixed order', async () => {
    const refusal = await assertRefused('/bands?select=towns(name)')
    assert.deepEqual([refusal.status, refusal.code], [300, 'PGRST201'])
    assert.equal(
      refusal.message,
      "Could not embed because more than one relationship was found for 'bands' and 'towns'",
    )
    const embedding = 'bands with towns'
    assert.deepEqual(refusal.details, [
      {
        cardinality: 'many-to-one',
        embedding,
        relationship: 'home using bands(town_id) and towns(id)',
      },
      {
        cardinality: 'many-to-many',
        embedding,
        relationship: 'concerts using playing(band_id) and hosting(town_id)',
      },
      {
        cardinality: 'many-to-many',
        embedding,
        relationship: 'late_concerts using playing(band_id) and hosting(town_id)',
      },
    ])
    assert.equal(
      refusal.hint,
      "Try changing 'towns' to one of the following: 'towns!home', 'towns!concerts', 'towns!late_concerts'. " +
        "Find the desired relationship in the 'details' key.",
    )
  })

  // @covers dialect.hints
  test('are distinguished by constraint, column or junction', async () => {
    const readTowns = async (hint: string) => {
      const [band] = [await read(`/bands?select=towns!${hint}(name)&id=eq.1`)]
      return band
    }
    assert.deepEqual(await readTowns('home'), [{ towns: { name: 'Aix' } }])
    assert.deepEqual(await readTowns('town_id'), [{ towns: { name: 'Aix' } }])
    assert.deepEqual(await readTowns('concerts'), [{ towns: [{ name: 'Aix' }] }])
    assert.deepEqual(await readTowns('late_concerts'), [{ towns: [] }])
  })

  test('of a view that contains a key twice are distinguished by the columns of the view', async () => {
    const { details } = await assertRefused('/course_list?select=teachers(name)')
    assert.deepEqual(
      Array.isArray(details) &&
        details.map((relationship: { relationship: string }) => relationship.relationship),
      ['examined_by', 'taught_by'].map(
        (column) => `courses_teacher_id_fkey using course_list(${column}) and teachers(id)`,
      ),
    )
    assert.deepEqual(await read('/course_list?select=teachers!examined_by(name)&id=eq.1'), [
      { teachers: { name: 'Ada' } },
    ])
    assert.deepEqual(await read('/course_list?select=taught_by(name)&id=eq.1'), [
      { taught_by: { name: 'Ada' } },
    ])
  })
})

suite('a missing relationship', () => {
  test('is reported with the search and a suggestion', async () => {
    const refusal = await assertRefused('/pupils?select=lokers(code)')
    assert.deepEqual([refusal.status, refusal.code], [400, 'PGRST200'])
    assert.equal(
      refusal.message,
      "Could not find a relationship between 'pupils' and 'lokers' in the schema cache",
    )
    assert.equal(
      refusal.details,
      "Searched for a foreign key relationship between 'pupils' and 'lokers' in the schema 'lab', but no matches were found.",
    )
    assert.equal(refusal.hint, "Perhaps you meant 'lockers' instead of 'lokers'.")
  })

  test('has no suggestion if only the hint is wrong', async () => {
    const { details, hint } = await assertRefused('/pupils?select=lockers!nothing(code)')
    assert.match(String(details), /'pupils' and 'lockers' using the hint 'nothing' in the schema/)
    assert.equal(hint, null)
    assert.equal((await assertRefused('/bands?select=concerts!nothing(town_id)')).hint, null)
  })
})

suite('a relationship of a relation with itself', () => {
  test('selects the referring rows by the name of the relation, and the referenced row by the column', async () => {
    assert.deepEqual(
      await read('/teachers?select=name,teachers(name),mentor(name)&id=in.(1,2)&order=id'),
      [
        { name: 'Ada', teachers: [{ name: 'Ben' }, { name: 'Cleo' }], mentor: null },
        { name: 'Ben', teachers: [], mentor: { name: 'Ada' } },
      ],
    )
  })
})

suite('a computed relationship', () => {
  // @covers dialect.computed-relationships
  test('is to-one if its function returns one row, and to-many otherwise', async () => {
    assert.deepEqual(
      await read('/courses?select=title,by:taught_by(name),great_room(name)&id=lte.2&order=id'),
      [
        { title: 'Logic', by: { name: 'Ada' }, great_room: { name: 'Hall' } },
        { title: 'Music', by: { name: 'Ben' }, great_room: { name: 'Hall' } },
      ],
    )
    assert.deepEqual(
      await read('/teachers?select=name,teaches(title)&teaches.order=title&id=in.(1,3)&order=id'),
      [
        { name: 'Ada', teaches: [{ title: 'Logic' }, { title: 'Maths' }] },
        { name: 'Cleo', teaches: [] },
      ],
    )
  })

  test('replaces a foreign key relationship of the same name', async () => {
    assert.deepEqual(await read('/courses?select=id,rooms(name)&id=lte.2&order=id'), [
      { id: 1, rooms: { name: 'Hall' } },
      { id: 2, rooms: null },
    ])
  })

  test('in several schemas is taken from the schema of its table', async () => {
    const server = await startRestServer()
    await server.pool.query(`
      create function public.taught_by(lab.courses) returns setof lab.teachers rows 1
        language sql stable as $$ select * from lab.teachers where id = 3 $$;
      create function public.first_letter(lab.teachers) returns text
        language sql stable as $$ select '?' $$;
      create function public.newest(lab.teachers) returns setof lab.courses rows 1
        language sql stable as $$ select * from lab.courses order by id desc limit 1 $$;
      grant execute on function public.taught_by, public.first_letter, public.newest to authenticated`)
    await server.reloadSchema()
    await until(async () => (await server.ask('/teachers?select=newest(id)')).status === 200)
    const { json } = await server.ask('/courses?select=taught_by(name,first_letter)&id=eq.1')
    assert.deepEqual(json, [{ taught_by: { name: 'Ada', first_letter: 'A' } }])
  })

  test('can be filtered, ordered by, and tested for existence', async () => {
    assert.deepEqual(await read('/courses?select=id,taught_by!inner(name)&taught_by.name=eq.Ben'), [
      { id: 2, taught_by: { name: 'Ben' } },
    ])
    assert.deepEqual(await read('/courses?select=id,taught_by()&taught_by=is.null'), [{ id: 4 }])
    assert.deepEqual(
      await read('/courses?select=id,taught_by(id)&order=taught_by(name).desc.nullslast,id'),
      [
        { id: 2, taught_by: { id: 2 } },
        { id: 1, taught_by: { id: 1 } },
        { id: 3, taught_by: { id: 1 } },
        { id: 4, taught_by: null },
      ],
    )
    assert.equal(
      (await assertRefused('/teachers?select=id,teaches(id)&order=teaches(id)')).code,
      'PGRST118',
    )
  })

  test('can be nested, also in foreign key relationships', async () => {
    assert.deepEqual(
      await read('/enrolments?select=courses(title,taught_by(name,teaches(id)))&grade=eq.4'),
      [{ courses: { title: 'Music', taught_by: { name: 'Ben', teaches: [{ id: 2 }] } } }],
    )
  })

  test('can be embedded in written and deleted rows and in results of functions', async () => {
    const { json, body } = await post('/courses?select=taught_by(name,first_letter)', {
      id: 50,
      title: 'New',
      teacher_id: 3,
    })
    assert.deepEqual(json, [{ taught_by: { name: 'Cleo', first_letter: 'C' } }], body)
    const response = await ask('/courses?id=eq.50&select=id,taught_by(name)', {
      method: 'DELETE',
      headers: { prefer: 'return=representation' },
    })
    assert.deepEqual(response.json, [{ id: 50, taught_by: { name: 'Cleo' } }])
    assert.deepEqual(
      await read(
        '/rpc/all_courses?select=id,taught_by(name)&taught_by=not.is.null&order=id&limit=1',
      ),
      [{ id: 1, taught_by: { name: 'Ada' } }],
    )
  })
})

suite('rows without an order', () => {
  test('keep the order of the relation, also with inner embeds', async () => {
    const readIds = async (path: string) =>
      (await ask(path)).body.match(/\{"id":\d/g)?.map((id) => Number(id.at(-1)))
    assert.deepEqual(await readIds('/teachers?select=id,...courses!inner(hours)'), [1, 2])
    assert.deepEqual(await readIds('/teachers?select=id,courses()&courses=not.is.null'), [1, 2])
    assert.deepEqual(
      await readIds('/courses?select=id,...teachers!inner(name,courses!inner(title))'),
      [1, 2, 3],
    )
  })
})

suite('a to-one embed', () => {
  test('can be named by its foreign key column, from either side', async () => {
    assert.deepEqual(await read('/lockers?select=code,pupil_id(name)&code=eq.A1'), [
      { code: 'A1', pupil_id: { name: 'Ida' } },
    ])
    assert.deepEqual(await read('/pupils?select=name,lockers!id(code)&id=eq.1'), [
      { name: 'Ida', lockers: { code: 'A1' } },
    ])
  })

  test('can be skipped by an offset or a limit', async () => {
    assert.deepEqual(await read('/lockers?select=code,pupils(name)&pupils.offset=1&code=eq.A1'), [
      { code: 'A1', pupils: null },
    ])
    assert.deepEqual(await read('/lockers?select=code,pupils!inner(name)&pupils.limit=0'), [])
  })
})

suite('an empty embed', () => {
  // @covers dialect.empty-embeds
  test('shows nothing, and neither does an embed that contains only empty embeds', async () => {
    assert.deepEqual(
      await read('/courses?select=id,teachers(lab_mentor:teachers!mentor())&id=eq.1'),
      [{ id: 1 }],
    )
  })

  test('can be part of an or-filter over several embeds', async () => {
    const path =
      '/pupils?select=id,lockers(),clubs()&lockers.code=eq.A1&clubs.name=eq.Choir&or=(lockers.not.is.null,clubs.not.is.null)&order=id'
    assert.deepEqual(await read(path), [{ id: 1 }, { id: 2 }])
  })
})
