import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { explain } from '#lib/errors/explain.ts'
import { readingsOf } from '#lib/errors/failure.ts'
import { RequestKeys } from '#lib/request-key.ts'
import { FormDialog } from '#ui/form-dialog.tsx'
import { MoneyField } from '#ui/forms/money-field.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { Money } from '#ui/money.tsx'
import { Notice } from '#ui/notice.tsx'
import { useAct } from '#ui/use-act.ts'
import styles from './place-bid-dialog.module.css'
import { jobToBidOn } from './bids.queries.ts'
import { placeBid } from './bids.mutations.ts'
import { whyClosed } from './closed-job.ts'
import * as z from 'zod/mini'
import { againstBudget, money } from '#lib/format/money.ts'
import { money as moneySchema } from '#lib/schemas/money.ts'

/** What shows a bid, or counts it. */
const changed = [['jobs'], ['bids'], ['analytics']]

interface Props {
  job: { id: string; title: string; budget: number; facilityName: string }
  userId: string
  opened: boolean
  onClose: () => void
}

/** Asks what a contractor would do a job for, and says meanwhile what happens to the job. */
export default function BidDialog({ job, userId, opened, onClose }: Props) {
  const placing = useAct({ run: placeBid, done: 'Bid placed.', keys: changed })
  const [keys] = useState(() => new RequestKeys())
  const [typed, setTyped] = useState('')
  const { data: known } = useQuery({ ...jobToBidOn(job.id), enabled: opened })
  const form = useForm({
    schema: bidSchema,
    wordsFor: inWords,
    onSubmit: async ({ amount }) => {
      const bid = { jobId: job.id, contractorId: userId, amount }
      await placing.attempt({ ...bid, key: keys.of(bid) })
      keys.forget()
      setTyped('')
      onClose()
    },
  })
  const budget = known?.budget ?? job.budget
  const closed = known === undefined || form.isSending || !opened ? undefined : whyClosed(known)
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Place Bid"
      form={form}
      keep={`bid:${job.id}`}
      submit="Place Bid"
    >
      <div className={styles.job}>
        <bdi className={styles.title}>{job.title}</bdi>
        <span className={styles.facts}>
          <bdi>{job.facilityName}</bdi>
          <span>
            Budget <Money amount={budget} />
          </span>
        </span>
      </div>
      {closed ? <Notice tone="amber">{closed} What you typed stays here.</Notice> : null}
      <div
        onInput={({ target }) => setTyped(target instanceof HTMLInputElement ? target.value : '')}
      >
        <MoneyField name="amount" label="Amount" data-autofocus />
        <AmountInWords typed={typed} budget={budget} />
      </div>
    </FormDialog>
  )
}

function inWords(error: unknown) {
  const { hint } = readingsOf(error)
  return ['Error placing bid. Please try again.', explain(error), hint].filter(Boolean).join(' ')
}

interface AmountPreviewProps {
  typed: string
  budget: number
}

/** What is typed, as it will be read: "$1,050.00, $150.00 under budget". */
export function AmountInWords({ typed, budget }: AmountPreviewProps) {
  const { data } = z.safeParse(amount, typed)
  return (
    <p className={styles.words} role="status">
      {data === undefined ? '' : `${money(data)}, ${againstBudget(data, budget)}`}
    </p>
  )
}

const invalid = 'Please enter a valid amount.'

export const amount = moneySchema({ missing: invalid, wrong: invalid })
export const bidSchema = z.object({ amount })
