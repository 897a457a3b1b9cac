import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startRestServer } from '../testing.ts'

const { ask, assertRefused } = await startRestServer()

async function read(path: string) {
  const { status, json, body } = await ask(path)
  assert.ok(status === 200 || status === 206, body)
  return json
}

suite('a spread', () => {
  // @covers dialect.spread-one
  test('of a to-one embed has its columns, or nulls if there is no row', async () => {
    assert.deepEqual(await read('/courses?select=title,...teachers(teacher:name)&order=id'), [
      { title: 'Logic', teacher: 'Ada' },
      { title: 'Music', teacher: 'Ben' },
      { title: 'Maths', teacher: 'Ada' },
      { title: 'Empty', teacher: null },
    ])
  })

  test('can be nested', async () => {
    assert.deepEqual(
      await read(
        '/courses?select=id,...teachers(by:name,...mentor(over:name))&id=in.(1,2)&order=id',
      ),
      [
        { id: 1, by: 'Ada', over: null },
        { id: 2, by: 'Ben', over: 'Ada' },
      ],
    )
    assert.deepEqual(
      await read('/pupils?select=id,course:favourite(title,...teachers(by:name))&id=eq.1'),
      [{ id: 1, course: { title: 'Logic', by: 'Ada' } }],
    )
  })

  test('of a junction has the columns of both sides', async () => {
    assert.deepEqual(
      await read(
        '/pupils?select=name,courses:enrolments(grade,...courses(title))&courses.order=grade&id=eq.1',
      ),
      [
        {
          name: 'Ida',
          courses: [
            { grade: 4, title: 'Music' },
            { grade: 5, title: 'Logic' },
          ],
        },
      ],
    )
  })

  // @covers dialect.spread-many
  test('of a to-many embed has a list for each column', async () => {
    assert.deepEqual(
      await read(
        '/teachers?select=name,...courses(titles:title,hours)&courses.order=hours&order=id',
      ),
      [
        { name: 'Ada', titles: ['Logic', 'Maths'], hours: [30, 50] },
        { name: 'Ben', titles: ['Music'], hours: [20] },
        { name: 'Cleo', titles: [], hours: [] },
      ],
    )
    assert.deepEqual(
      await read('/pupils?select=id,...courses!enrolments(title)&courses.order=id.desc&order=id'),
      [
        { id: 1, title: ['Music', 'Logic'] },
        { id: 2, title: ['Maths', 'Logic'] },
        { id: 3, title: [] },
      ],
    )
    assert.deepEqual(await read('/teachers?select=id,...courses(*)&courses.id=eq.4&id=eq.1'), [
      { id: [], title: [], teacher_id: [], room_id: [], hours: [], plan: [] },
    ])
  })

  test('in a to-many spread becomes a list', async () => {
    assert.deepEqual(
      await read(
        '/teachers?select=name,...courses(title,...enrolments(grades:grade),teachers(name))&courses.order=id&courses.enrolments.order=grade&id=eq.1',
      ),
      [
        {
          name: 'Ada',
          title: ['Logic', 'Maths'],
          grades: [[3, 5], [null]],
          teachers: [{ name: 'Ada' }, { name: 'Ada' }],
        },
      ],
    )
  })

  test('works with computed relationships and existence filters', async () => {
    assert.deepEqual(
      await read('/courses?select=id,...taught_by!inner(name)&taught_by.name=eq.Ben'),
      [{ id: 2, name: 'Ben' }],
    )
    assert.deepEqual(
      await read('/teachers?select=name,...courses(courses:title)&courses=is.null'),
      [{ name: 'Cleo', courses: [] }],
    )
  })

  test('can order the rows by its columns and their aliases', async () => {
    const ids = async (order: string) => {
      const { body } = await ask(`/courses?select=id,...teachers(by:name)&order=${order},id`)
      return body.match(/"id":\d/g)?.map((id) => Number(id.at(-1)))
    }
    assert.deepEqual(await ids('teachers(by).desc.nullslast'), [2, 1, 3, 4])
    assert.deepEqual(await ids('teachers(name).desc.nullsfirst'), [4, 2, 1, 3])
  })

  test('has column names in CSV', async () => {
    const { body } = await ask('/courses?select=id,...teachers(by:name)&id=eq.1', {
      headers: { accept: 'text/csv' },
    })
    assert.equal(body, 'id,by\n1,Ada')
  })

  test('cannot have an alias', async () => {
    assert.equal(
      (await assertRefused('/courses?select=id,other:...teachers(name)')).code,
      'PGRST100',
    )
  })
})
