import { Button, Group } from '@mantine/core'
import { CircleDashed, Gavel, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Chip, SignalChip } from '#ui/badge.tsx'
import { Notice } from '#ui/notice.tsx'
import { Section } from '#ui/page.tsx'
import { type BoardColumn, ItemBoard } from '#ui/rows/item-board.tsx'
import { RowList } from '#ui/rows/row-list.tsx'
import { Row } from '#ui/rows/row.tsx'
import { MoneyText } from '#ui/text.tsx'
import { Time } from '#ui/time.tsx'
import { useAction } from '#ui/use-act.ts'

const long = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(6).slice(0, 200)
const titles = [
  'Replace rooftop unit',
  long,
  'إصلاح السقف',
  '<b>Bold</b> & <script>',
  'Paint the hall',
]
const hours = (count: number) => new Date(Date.now() - count * 3_600_000).toISOString()
const jobOf = (index: number) => ({
  id: String(index),
  title: titles[index % titles.length] ?? '',
  amount: 250 + ((index * 7919) % 9000),
})

const waiting: BoardColumn[] = ['Decide', 'Pay', 'Reply'].map((label, column) => ({
  label,
  icon: Gavel,
  count: String(3 + column),
  all: column > 0 ? '/gallery' : undefined,
  items: titles.slice(0, 3).map((title, index) => ({
    id: title,
    action: 'Compare bids',
    title: index === 1 ? long : 'Dana Whitfield sent a bid of $7,350',
    about: title,
    since: hours(20 * (index + 1)),
    mark: column === 1 && index === 0 ? <SignalChip>2 days overdue</SignalChip> : undefined,
    open: '/gallery',
  })),
}))

export function Rows() {
  const [jobs, setJobs] = useState(() => titles.map((_, index) => jobOf(index)))
  const remove = useAction({
    run: async (id: string) => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      if (id === '1') throw new TypeError('Failed to fetch')
      setJobs((before) => before.filter((job) => job.id !== id))
    },
    done: 'Job deleted.',
  })
  const arrive = () =>
    setTimeout(() => setJobs((before) => [jobOf(before.length), ...before]), 2000)
  const bids = [jobOf(90), jobOf(93)]
  return (
    <>
      <ItemBoard label="Waiting for you" columns={waiting} />
      <Section
        title="Posted jobs"
        isFlush
        actions={
          <Button size="sm" variant="default" onClick={arrive}>
            One comes in 2 s
          </Button>
        }
      >
        {remove.failure ? <Notice tone="red">{remove.failure}</Notice> : null}
        <RowList label="Posted jobs" rows={jobs} keyOf={({ id }) => id}>
          {({ id, title, amount }) => (
            <Row
              title={title}
              to="/gallery"
              facts={['HVAC', 'Lakewood clinic', <Time key="posted" at={hours(50)} />]}
              status={
                <Chip icon={CircleDashed} tone="plain">
                  Open
                </Chip>
              }
              figure={<MoneyText amount={amount} />}
              action={
                <Button size="sm" loading={remove.isBusy} onClick={() => remove.start(id)}>
                  Delete
                </Button>
              }
              menu={[
                { label: 'Edit', icon: Pencil, to: '/gallery' },
                { label: 'Withdraw', icon: Trash2, isDangerous: true, onSelect: remove.forget },
              ]}
              below={{ label: '2 bids', content: <Bids bids={bids} /> }}
            />
          )}
        </RowList>
      </Section>
    </>
  )
}

function Bids({ bids }: { bids: { id: string; title: string; amount: number }[] }) {
  return (
    <RowList label="Bids" rows={bids} keyOf={({ id }) => id}>
      {({ amount }) => (
        <Row
          title="Peak Air Services"
          facts={['in 3 days']}
          figure={<MoneyText amount={amount} />}
          action={
            <Group>
              <Button size="sm">Accept Bid</Button>
            </Group>
          }
        />
      )}
    </RowList>
  )
}
