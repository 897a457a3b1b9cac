// Tests that the combined responses contain the same as the separate views and tables.
import assert from 'node:assert/strict'
import { z } from 'zod'
import type { Person, Stage, Stories } from '../support/run-story.ts'

const dashboard = z.object({
  figures: z.unknown(),
  open_items: z.unknown(),
  open_items_by_kind: z.record(z.string(), z.number()),
  job_counts: z.record(z.string(), z.number()).nullable(),
  consultation_counts: z.record(z.string(), z.number()).nullable(),
})

async function readDashboard(stage: Stage, person: Person) {
  const [row] = await stage.as(person, 'select public.my_dashboard() as content')
  return dashboard.parse(row?.['content'])
}

/** Reads the parts of the dashboard one by one. */
const partsOf = (figures: string) => `
  select jsonb_build_object(
    'figures', (${figures}),
    'open_items', (
      select coalesce(jsonb_agg(to_jsonb(w)), '[]')
      from (
        select w.* from public.dashboard_waiting w
        where (
          select count(*) from public.dashboard_waiting o
          where o.kind = w.kind and (o.since > w.since or o.since = w.since and o.id < w.id)
        ) < 3
        order by w.since desc, w.id
      ) w
    ),
    'open_items_by_kind', (
      select coalesce(jsonb_object_agg(kind, number), '{}')
      from (select kind, count(*) as number from public.dashboard_waiting group by kind) k
    )
  ) as content`

const rowOf = (view: string) => `select to_jsonb(s) from public.${view} s`
const adminFigures = `
  select to_jsonb(m) || jsonb_build_object(
    'users_by_role', (select jsonb_object_agg(role, total) from public.dashboard_total_users_by_role)
  )
  from public.admin_live_metrics m`

export const stories: Stories = {
  'my_dashboard contains the figures of the role and the latest open items of each kind': async (
    stage,
  ) => {
    for (const [person, figures] of [
      ['fiona', rowOf('dashboard_facility_summary')],
      ['carl', rowOf('dashboard_contractor_summary')],
      ['kim', rowOf('dashboard_consultant_summary')],
      ['ada', adminFigures],
      ['nora', 'null'],
    ] as const) {
      const {
        job_counts: _jobs,
        consultation_counts: _consultations,
        ...parts
      } = await readDashboard(stage, person)
      const [expected] = await stage.as(person, partsOf(figures))
      assert.deepEqual(parts, expected?.['content'], person)
    }
  },

  'the counts of the tabs are for facilities, without deleted jobs': async (stage) => {
    const counts = async (person: Person) => (await readDashboard(stage, person)).job_counts
    assert.deepEqual(await counts('fiona'), {
      all: 4,
      active: 3,
      open: 2,
      review: 1,
      awarded: 1,
      finished: 1,
    })
    assert.equal(await counts('carl'), null)
    await stage.as('carl', "update public.bids set status = 'withdrawn' where status = 'pending'")
    await stage.as('cora', "update public.bids set status = 'withdrawn' where status = 'pending'")
    assert.equal((await counts('fiona'))?.['review'], 0)
  },

  'consultations are counted for both of their sides': async (stage) => {
    const counts = async (person: Person) =>
      (await readDashboard(stage, person)).consultation_counts
    for (const person of ['fiona', 'kim'] as const) {
      const [expected] = await stage.as(
        person,
        `select count(*) filter (where status = 'booked' and scheduled_at > now())::int as upcoming,
                count(*) filter (where status = 'booked' and scheduled_at <= now())::int as past,
                count(*) filter (where status = 'cancelled')::int as cancelled,
                count(*) filter (where status = 'booked')::int as held
         from public.consultations where auth.uid() in (facility_id, consultant_id)`,
      )
      assert.notEqual(expected?.['upcoming'], 0)
      assert.deepEqual(await counts(person), expected, person)
    }
    assert.equal(await counts('carl'), null)
  },

  'my_unread counts the unread messages and notices of the caller': async (stage) => {
    const unread = async (person: Person) =>
      (
        await stage.as(person, "select public.my_unread() - '{as_of,alerts}'::text[] as numbers")
      )[0]?.['numbers']
    const [expected] = await stage.as(
      'fiona',
      `select (select count(*)::int from public.messages where recipient_id = auth.uid() and not read) as messages,
              (select count(*)::int from public.notices where not read) as notices`,
    )
    assert.deepEqual(await unread('fiona'), expected)
    await stage.as('fiona', 'select public.mark_notices_read()')
    assert.deepEqual(await unread('fiona'), { ...expected, notices: 0 })
  },

  'my_unread has the alerts that the caller wants, and all alerts at first': async (stage) => {
    const alerts = async () =>
      (await stage.as('fiona', "select public.my_unread() -> 'alerts' as alerts"))[0]?.['alerts']
    assert.deepEqual(await alerts(), { sound: true, messages: true })
    await stage.as('fiona', 'update public.notification_settings set sound = false')
    assert.deepEqual(await alerts(), { sound: false, messages: true })
  },

  'an admin gets the limited counts of open items': async (stage) => {
    const byKind = async (person: Person) =>
      (
        await stage.as(person, "select public.my_dashboard() -> 'open_items_by_kind' as kinds")
      )[0]?.['kinds']
    const [expected] = await stage.as(
      'ada',
      'select jsonb_object_agg(kind, number) as kinds from public.dashboard_waiting_counts',
    )
    assert.deepEqual(await byKind('ada'), expected?.['kinds'])
  },

  'as_of of my_unread is not before the start of its statement': async (stage) => {
    const [row] = await stage.as(
      'fiona',
      `select (public.my_unread() ->> 'as_of')::timestamptz >= statement_timestamp() as "isLater",
              statement_timestamp() > now() as "isLaterStatement"`,
    )
    assert.deepEqual(row, { isLater: true, isLaterStatement: true })
  },
}
