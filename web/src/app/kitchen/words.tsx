import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Stack.layer.css'
import { Button, Group, Stack } from '@mantine/core'
import { CircleCheck, CircleDashed, CircleX, Clock, Plus } from 'lucide-react'
import { compareToBudget, formatDay } from '#lib/format.ts'
import { Chip, CountBadge } from '#ui/badge.tsx'
import { Money } from '#ui/text.tsx'
import { Person } from '#ui/person.tsx'
import { Section } from '#ui/page.tsx'
import { Tile, Tiles } from '#ui/tile.tsx'
import { Time } from '#ui/time.tsx'

const long = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(6).slice(0, 200)
const hour = 3_600_000
const from = (hours: number) => new Date(Date.now() + hours * hour).toISOString()

export function Words() {
  return (
    <>
      <Tiles>
        <Tile label="Number of Bids" figure="12" context="3 wait for you" to="/kitchen" />
        <Tile label="Earnings" figure="$1,240.00" context="from 9 consultations" to="/kitchen" />
        <Tile label="Win Rate (%)" figure="41.7" to="/kitchen" />
        <Tile label={long} figure="0" context="none yet" to="/kitchen" />
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
            <Money amount={1234.5} />
            <span>{compareToBudget(1084.5, 1234.5)}</span>
            <span>{formatDay(from(-2))}</span>
            <Time at={from(-2)} />
            <Time at={from(75)} />
            <Time at={from(0)} />
          </Group>
          <Group>
            <Person id="a" name="Dana Whitfield" detail="Lakewood clinic" />
            <Person id="bc" name="محمد العربي" detail="Contractor" />
            <Person id="d" name="<b>Bold</b>" />
          </Group>
          <Person id="e" name={long} detail={long} />
        </Stack>
      </Section>
    </>
  )
}
