import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Failure, codeOrName, explainAfter } from '#lib/errors.ts'
import { formatMoney } from '#lib/format.ts'
import { refreshQueries } from '#lib/live/refresh.ts'
import { IdempotencyKeys } from '#lib/ids.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { ChoiceField } from '#ui/forms/input-fields.tsx'
import { MomentField } from '#ui/forms/moment-field.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { Loaded } from '#ui/query-states.tsx'
import { TextSkeleton } from '#ui/skeletons.tsx'
import { toast } from '#ui/toast.tsx'
import { bookConsultation } from './consultations.mutations.ts'
import { bookingChoices, maxJobOptions, type BookingChoices } from './consultations.queries.ts'
import { bookingSchema, durationOptions, defaultStartTime } from './booking-form.ts'

export interface ConsultantToBook {
  id: string
  name: string
  zone: string
  /** What one consultation costs; nothing, where nothing is asked. */
  fee: number
}

interface Props {
  userId: string
  consultant: ConsultantToBook
  opened: boolean
  onClose: () => void
}

const title = 'Book Consultation'

/** Asks for a time, a length and, if wanted, a job. */
export default function BookConsultationDialog({ userId, consultant, opened, onClose }: Props) {
  const query = useQuery(bookingChoices(userId))
  if (query.data) {
    return <Booking {...{ userId, consultant, opened, onClose }} choices={query.data} />
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <Loaded
        query={query}
        loading="Loading..."
        failed={failed}
        skeleton={<TextSkeleton lines={6} />}
      >
        {() => null}
      </Loaded>
    </Dialog>
  )
}

function Booking({
  userId,
  consultant,
  opened,
  onClose,
  choices,
}: Props & { choices: BookingChoices }) {
  const queries = useQueryClient()
  const { zone, jobs } = choices
  const [usual] = useState(() => defaultStartTime(Date.now(), zone))
  const [keys] = useState(() => new IdempotencyKeys())
  const readAgain = () => {
    for (const key of ['consultations', 'payments', 'analytics']) refreshQueries(queries, [key])
  }
  // By now the list shows what was booked; whoever opens this again wants another one.
  const close = () => {
    keys.forget()
    onClose()
  }
  const form = useForm({
    schema: bookingSchema(zone),
    onSubmit: async (values) => {
      const booking = { ...values, facility_id: userId, consultant_id: consultant.id }
      const fee = await bookConsultation(booking, keys.keyFor(booking)).finally(readAgain)
      toast(`Consultation booked.${fee === consultant.fee ? '' : ` ${changedTo(fee)}`}`)
      close()
    },
    wordsFor,
  })
  const noJob = { value: '', label: 'No job' }
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={title}
      form={form}
      keep={`book:${consultant.id}`}
      submit={title}
    >
      <p>Book a consultation with this consultant?</p>
      <p>
        <bdi>{consultant.name}</bdi>, {costOf(consultant.fee)}
      </p>
      <MomentField
        name="scheduled_at"
        label="Date and time"
        zone={zone}
        other={{ whose: consultant.name, zone: consultant.zone }}
        defaultValue={usual}
      />
      <ChoiceField name="duration_minutes" label="Length" data={durationOptions} defaultValue="60" />
      <ChoiceField
        name="job_id"
        label="Job"
        description={aboutJobs(jobs.length)}
        data={[noJob, ...jobs.map(({ id, title: label }) => ({ value: id, label }))]}
      />
    </FormDialog>
  )
}

function aboutJobs(count: number) {
  const all = 'If it is about one of yours.'
  return count < maxJobOptions ? all : `${all} Your newest ${maxJobOptions} are listed.`
}

function costOf(fee: number) {
  return fee > 0 ? `${formatMoney(fee)}, due once it is booked.` : 'without a fee.'
}

/** The consultant asked for something else by then. */
function changedTo(fee: number) {
  return `The fee was changed meanwhile: ${fee > 0 ? `${formatMoney(fee)} is due.` : 'there is none.'}`
}

const failed = 'Something went wrong.'

function wordsFor(error: unknown) {
  // Whom a facility cannot see it cannot book.
  if (codeOrName(error) === '42501') return `${failed} This consultant cannot be booked any more.`
  return `${explainAfter(failed, error)} ${adviceIn(error)}`.trim()
}

/** What to do about it, as the server says. */
function adviceIn(error: unknown) {
  return error instanceof Failure ? error.hint : ''
}
