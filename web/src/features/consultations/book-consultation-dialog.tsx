import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOrName, Failure } from '#lib/errors.ts'
import { explainAction } from '#lib/explain-action.ts'
import { formatMoney } from '#lib/format.ts'
import { IdempotencyKeys } from '#lib/ids.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { ChoiceField } from '#ui/forms/choice-fields.tsx'
import { MomentField } from '#ui/forms/moment-field.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { Loaded } from '#ui/query-states.tsx'
import { TextSkeleton } from '#ui/skeletons.tsx'
import { toast } from '#ui/toast.ts'
import { bookingSchema, defaultStartTime, durationOptions } from './booking-form.ts'
import { readFee, useBookConsultation } from './consultations.mutations.ts'
import { bookingChoices, type BookingChoices, maxJobOptions } from './consultations.queries.ts'

export interface ConsultantToBook {
  id: string
  name: string
  zone: string
  /** The price of one consultation, or 0 if consultations are free. */
  fee: number
}

interface Props {
  userId: string
  consultant: ConsultantToBook
  opened: boolean
  onClose: () => void
}

const title = 'Book Consultation'

/** Asks for a time, a duration and an optional job. */
export default function BookConsultationDialog({ userId, consultant, opened, onClose }: Props) {
  const query = useQuery(bookingChoices(userId))
  if (query.data) {
    return <BookingForm {...{ userId, consultant, opened, onClose }} choices={query.data} />
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <Loaded
        query={query}
        loading="Loading..."
        failed="Something went wrong."
        skeleton={<TextSkeleton lines={6} />}
      >
        {() => null}
      </Loaded>
    </Dialog>
  )
}

function BookingForm({
  userId,
  consultant,
  opened,
  onClose,
  choices,
}: Props & { choices: BookingChoices }) {
  const bookConsultation = useBookConsultation()
  const { zone, jobs } = choices
  const [defaultTime] = useState(() => defaultStartTime(Date.now(), zone))
  const [fee, setFee] = useState(consultant.fee)
  const [keys] = useState(() => new IdempotencyKeys())
  // Clear the idempotency keys, because the same values in a reopened dialog mean another consultation.
  const close = () => {
    keys.forget()
    onClose()
  }
  const form = useForm({
    schema: bookingSchema(zone),
    onSubmit: async (values) => {
      const booking = { ...values, facility_id: userId, consultant_id: consultant.id, fee }
      try {
        await bookConsultation(booking, keys.keyFor(booking))
      } catch (error) {
        if (codeOrName(error) === 'fee_changed') setFee(await readFee(consultant.id))
        throw error
      }
      toast('Consultation booked.')
      close()
    },
    errorTextFor: explainFailure,
  })
  const noJob = { value: '', label: 'No job' }
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={title}
      form={form}
      draftName={`book:${consultant.id}`}
      submit={title}
    >
      <p>Book a consultation with this consultant?</p>
      <p>
        <bdi>{consultant.name}</bdi> · {describeFee(fee)}
      </p>
      <MomentField
        name="scheduled_at"
        label="Date and time"
        zone={zone}
        other={{ whose: consultant.name, zone: consultant.zone }}
        defaultValue={defaultTime}
      />
      <ChoiceField
        name="duration_minutes"
        label="Length"
        data={durationOptions}
        defaultValue="60"
      />
      <ChoiceField
        name="job_id"
        label="Job"
        description={describeJobField(jobs.length)}
        data={[noJob, ...jobs.map(({ id, title: label }) => ({ value: id, label }))]}
      />
    </FormDialog>
  )
}

function describeJobField(count: number) {
  const all = 'Optional. Choose a job that this is about.'
  return count < maxJobOptions ? all : `${all} Only your newest ${maxJobOptions} jobs are listed.`
}

function describeFee(fee: number) {
  return fee > 0 ? `${formatMoney(fee)}, due when you book` : 'Free'
}

function explainFailure(error: unknown) {
  // The code 42501 means that the row-level security policies no longer let the facility book this consultant.
  if (codeOrName(error) === '42501') return 'This consultant can no longer be booked.'
  return `${explainAction(error)} ${hintOf(error)}`.trim()
}

function hintOf(error: unknown) {
  return error instanceof Failure ? error.hint : ''
}
