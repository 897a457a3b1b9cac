import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { errorFieldsOf, explain } from '#lib/errors.ts'
import { compareToBudget, formatMoney } from '#lib/format.ts'
import { IdempotencyKeys } from '#lib/ids.ts'
import { money as moneySchema } from '#lib/schemas.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { MoneyField } from '#ui/forms/input-fields.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { Notice } from '#ui/notice.tsx'
import { MoneyText } from '#ui/text.tsx'
import { usePlaceBid } from './bids.mutations.ts'
import { jobToBidOn } from './bids.queries.ts'
import { explainClosedJob } from './closed-job.ts'
import styles from './place-bid-dialog.module.css'

export interface JobForBid {
  id: string
  title: string
  budget: number
  facility_name: string | null
}

interface Props {
  job: JobForBid
  userId: string
  opened: boolean
  onClose: () => void
}

/** Asks for the amount of a bid, and warns if the job no longer takes bids. */
export default function PlaceBidDialog({ job, userId, opened, onClose }: Props) {
  const placement = usePlaceBid()
  const [keys] = useState(() => new IdempotencyKeys())
  const [typed, setTyped] = useState('')
  const { data: current } = useQuery({ ...jobToBidOn(job.id), enabled: opened })
  const form = useForm({
    schema: bidSchema,
    errorTextFor: explainFailure,
    onSubmit: async ({ amount }) => {
      const bid = { jobId: job.id, contractorId: userId, amount }
      await placement.attempt({ ...bid, idempotencyKey: keys.keyFor(bid) })
      keys.forget()
      setTyped('')
      onClose()
    },
  })
  const budget = current?.budget ?? job.budget
  const closedReason =
    current === undefined || form.isSending || !opened ? undefined : explainClosedJob(current)
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Place Bid"
      form={form}
      draftName={`bid:${job.id}`}
      submit="Place Bid"
    >
      <div className={styles.job}>
        <bdi className={styles.title}>{job.title}</bdi>
        <span className={styles.facts}>
          <bdi>{job.facility_name}</bdi>
          <span>
            Budget <MoneyText amount={budget} />
          </span>
        </span>
      </div>
      {closedReason ? <Notice tone="amber">{closedReason} Your amount is kept.</Notice> : null}
      <div
        onInput={({ target }) => setTyped(target instanceof HTMLInputElement ? target.value : '')}
      >
        <MoneyField name="amount" label="Amount" data-autofocus />
        <AmountPreview typed={typed} budget={budget} />
      </div>
    </FormDialog>
  )
}

function explainFailure(error: unknown) {
  const { hint } = errorFieldsOf(error)
  return ['Error placing bid. Please try again.', explain(error), hint].filter(Boolean).join(' ')
}

interface AmountPreviewProps {
  typed: string
  budget: number
}

/** Shows the typed amount and its difference from the budget, such as "$1,050, $150 under budget". */
function AmountPreview({ typed, budget }: AmountPreviewProps) {
  const { data } = z.safeParse(amountSchema, typed)
  return (
    <p className={styles.preview} role="status">
      {data === undefined ? '' : `${formatMoney(data)}, ${compareToBudget(data, budget)}`}
    </p>
  )
}

const invalid = 'Please enter a valid amount.'

const amountSchema = moneySchema({ missing: invalid, wrong: invalid })
const bidSchema = z.object({ amount: amountSchema })
