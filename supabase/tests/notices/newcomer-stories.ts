// Who is told of newcomers, and when no more.
import assert from 'node:assert/strict'
import { idOf, type Person, type Stage, type Stories } from '../support/story.ts'
import { fresh, mails } from './mails.ts'

const admit = "select public.admin_admit($1, 'contractor', 'Nora Quist', 'Halls', 'She called')"
const come = `insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at)
  values ($1, $2, $3::timestamptz, '{}', '{}', now())`

/** Somebody without a role, by the moment when they proved their address. */
async function comes(stage: Stage, name: string, proven: string | null = 'now') {
  await stage.truth(come, [idOf(name), `${name}@example.com`, proven])
}

const told = async (stage: Stage, person: Person) =>
  stage.as(person, 'select kind, title, link, count from public.my_notices where not read')

const ofTwo = [
  { kind: 'newcomer_came', title: 'Newcomers wait for a role', link: '/admin/newcomers', count: 2 },
]

export const stories: Stories = {
  'admins are told of who waits for a role, by one notice and one mail, and nobody else is': async (
    stage,
  ) => {
    await fresh(stage)
    await comes(stage, 'vera')
    await comes(stage, 'kai')
    assert.deepEqual(await told(stage, 'ada'), ofTwo)
    for (const person of ['fiona', 'carl', 'kim', 'nora'] as const)
      assert.deepEqual(await told(stage, person), [])
    assert.deepEqual(await mails(stage), [['ada@example.com', ['newcomer-came']]])
  },

  'who has not proven an address, has a role, or came long ago is nothing to tell': async (
    stage,
  ) => {
    await fresh(stage)
    await comes(stage, 'vera', null)
    await comes(stage, 'kai', '2020-01-01')
    await stage.truth(
      `insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at)
       values ($1, 'mary@example.com', now(), '{"role": "facility"}', '{}', now())`,
      [idOf('mary')],
    )
    assert.deepEqual(await told(stage, 'ada'), [])
    await stage.truth('update auth.users set email_confirmed_at = now() where id = $1', [
      idOf('vera'),
    ])
    const [notice, ...others] = await told(stage, 'ada')
    assert.deepEqual([notice?.['count'], others], [1, []])
    await stage.truth('update auth.users set phone_confirmed_at = now() where id = $1', [
      idOf('vera'),
    ])
    assert.deepEqual(await told(stage, 'ada'), [notice])
  },

  'an admin who is banned, or gone, is not told': async (stage) => {
    for (const [name, change] of [
      ['vera', "banned_until = 'infinity'"],
      ['kai', 'banned_until = null, deleted_at = now()'],
    ] as const) {
      await fresh(stage)
      await stage.truth(`update auth.users set ${change} where id = $1`, [idOf('ada')])
      await comes(stage, name)
      assert.deepEqual(await stage.truth('select from public.notices'), [], change)
    }
  },

  'once nobody waits any more, by a role or a ban, there is nothing to see': async (stage) => {
    await fresh(stage)
    await comes(stage, 'vera')
    await comes(stage, 'kai')
    await stage.as('ada', admit, [idOf('vera')])
    await stage.as('ada', admit, [idOf('nora')])
    assert.deepEqual(await told(stage, 'ada'), ofTwo)
    await stage.as('ada', "select public.admin_ban($1, 'infinity', 'Unwanted')", [idOf('kai')])
    assert.deepEqual(await told(stage, 'ada'), [])
  },

  'whoever gets a role is told, by mail as well; whoever is banned gets none': async (stage) => {
    await fresh(stage)
    await comes(stage, 'vera')
    await stage.as('ada', admit, [idOf('nora')])
    await stage.as('ada', "select public.admin_ban($1, 'infinity', 'Unwanted')", [idOf('vera')])
    assert.deepEqual(await told(stage, 'nora'), [
      {
        kind: 'role_given',
        title: 'Your account has a role now',
        link: '/contractor-dashboard',
        count: 1,
      },
    ])
    assert.deepEqual(await mails(stage), [['nora@example.com', ['role-given']]])
  },
}
