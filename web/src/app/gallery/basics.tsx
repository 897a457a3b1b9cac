import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Briefcase, CircleCheck, CircleDashed, CircleX, Clock, Plus } from 'lucide-react'
import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Stack.layer.css'
import { Failure } from '#lib/errors.ts'
import { compareToBudget, formatDay } from '#lib/format.ts'
import { Chip, CountBadge } from '#ui/badge.tsx'
import { Notice } from '#ui/notice.tsx'
import { Section } from '#ui/page.tsx'
import { Person } from '#ui/person.tsx'
import { FailureNotice, Loaded, Loading, NoMatch, NothingYet } from '#ui/query-states.tsx'
import { RowSkeletons, TextSkeleton, TileSkeletons } from '#ui/skeletons.tsx'
import { MoneyText } from '#ui/text.tsx'
import { Tile, Tiles } from '#ui/tile.tsx'
import { Time } from '#ui/time.tsx'

const long = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(6).slice(0, 200)
const hourMs = 3_600_000
const from = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString()

export function Words() {
  return (
    <>
      <Tiles>
        <Tile label="Number of Bids" figure="12" context="3 wait for you" to="/gallery" />
        <Tile label="Earnings" figure="$1,240" context="from 9 consultations" to="/gallery" />
        <Tile label="Win Rate (%)" figure="41.7" to="/gallery" />
        <Tile label={long} figure="0" context="none yet" to="/gallery" />
      </Tiles>
      <Section title="Buttons">
        <Group>
          <Button leftSection={<Plus size={16} aria-hidden />}>Post Job</Button>
          <Button variant="default">Cancel</Button>
          <Button variant="subtle">Clear filters</Button>
          <Button variant="light">Chat Now</Button>
          <Button loading>Log In</Button>
          <Button disabled>Accept Bid</Button>
          <Button size="sm">Small</Button>
        </Group>
      </Section>
      <Section title="Facts">
        <Stack>
          <Group>
            <Chip icon={CircleDashed} tone="plain">
              Open
            </Chip>
            <Chip icon={Clock} tone="amber">
              Waiting for you
            </Chip>
            <Chip icon={CircleCheck} tone="green">
              Accepted
            </Chip>
            <Chip icon={CircleX} tone="red">
              Rejected
            </Chip>
            <Chip icon={Clock} tone="blue">
              Booked
            </Chip>
            <CountBadge count={4} what="unread" />
            <CountBadge count={1200} what="unread" />
          </Group>
          <Group>
            <MoneyText amount={1234.5} />
            <span>{compareToBudget(1084.5, 1234.5)}</span>
            <span>{formatDay(from(-2))}</span>
            <Time at={from(-2)} />
            <Time at={from(75)} />
            <Time at={from(0)} />
          </Group>
          <Group>
            <Person name="Dana Whitfield" detail="Lakewood clinic" />
            <Person name="محمد العربي" detail="Contractor" />
            <Person name="<b>Bold</b>" />
          </Group>
          <Person name={long} detail={long} />
        </Stack>
      </Section>
    </>
  )
}

const doNothing = () => undefined
const unreachable = new TypeError('Failed to fetch')
const refused = new Failure({
  code: 'job_has_bids',
  status: 409,
  message: 'This job has bids and cannot be changed.',
  hint: '',
})

export function States() {
  const failing = useQuery({
    queryKey: ['gallery', 'failing'],
    queryFn: () => Promise.reject(refused),
    retry: false,
  })
  return (
    <>
      <Section title="Notices">
        <Notice tone="red">Invalid login credentials</Notice>
        <br />
        <Notice tone="amber">Your session has ended. Log in again to continue.</Notice>
        <br />
        <Notice tone="green">Everything is saved.</Notice>
        <br />
        <Notice tone="blue" action={<Button size="sm">Show</Button>}>
          Three bids arrived while you were away.
        </Notice>
      </Section>
      <Loading text="Loading reviews...">
        <TileSkeletons />
      </Loading>
      <RowSkeletons count={3} />
      <TextSkeleton />
      <FailureNotice title="Failed to load profile." error={unreachable} onRetry={doNothing} />
      <Loaded query={failing} loading="Loading..." failed="Something went wrong.">
        {() => null}
      </Loaded>
      <Section title="Nothing yet">
        <NothingYet icon={Briefcase} title="No jobs posted yet." action={<Button>Post Job</Button>}>
          Say what needs doing and what you want to spend. Contractors nearby see it right away.
        </NothingYet>
      </Section>
      <Section title="No match">
        <NoMatch title="No consultants available." onClear={doNothing} />
      </Section>
    </>
  )
}
