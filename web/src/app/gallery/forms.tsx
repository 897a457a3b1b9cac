import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import * as z from 'zod/mini'
import { moment } from '#lib/clock.ts'
import { emailAddress } from '#lib/email-schema.ts'
import { Failure } from '#lib/errors.ts'
import { crossFieldCheck, day, isOn, money, several, wholeNumber } from '#lib/schemas.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { CheckboxField, ChoiceField, SwitchField } from '#ui/forms/choice-fields.tsx'
import { DraftForm } from '#ui/forms/draft-form.tsx'
import { FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { DateField, LongTextField, MoneyField, WholeNumberField } from '#ui/forms/input-fields.tsx'
import { FieldRow, FormErrors } from '#ui/forms/long-form.tsx'
import { MomentField } from '#ui/forms/moment-field.tsx'
import { PasswordField, TextField } from '#ui/forms/text-fields.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { Section } from '#ui/page.tsx'
import { toast } from '#ui/toast.ts'

const missingDay = { missing: 'Choose a day.', wrong: 'Choose a day.' }

const schema = z
  .object({
    email: emailAddress,
    password: z.string().check(z.minLength(1, 'Enter your password.')),
    budget: money({ missing: 'Enter a budget.', wrong: 'Enter an amount such as 1,250.00.' }),
    years: wholeNumber({ missing: 'Enter the years.', wrong: '0 to 60.' }, { min: 0, max: 60 }),
    starts_at: moment({ missing: 'Choose when.', wrong: 'Enter both date and time.' }),
    from: day(missingDay),
    to: day(missingDay),
    category: z.string(),
    description: z.string().check(z.minLength(1, 'Describe the work.')),
    kinds: several(z.string()).check(z.minLength(1, 'Choose at least one.')),
    sound: isOn(),
  })
  .check(
    crossFieldCheck(
      ['from', 'to'],
      ({ from, to }) => from <= to,
      'to',
      'This is before the start.',
    ),
  )

const resolveSoon = () => new Promise<void>((resolve) => setTimeout(resolve, 800))

/** Shows a form that always fails to submit and keeps its input. */
export function Forms() {
  const form = useForm({
    schema,
    onSubmit: async () => {
      await resolveSoon()
      throw new TypeError('Failed to fetch')
    },
  })
  return (
    <Section title="A form">
      <DraftForm form={form} label="A form" draftName="gallery">
        <FormErrors />
        <TextField name="email" label="Email" type="email" />
        <PasswordField name="password" label="Password" />
        <MoneyField name="budget" label="Budget" description="The most you want to spend." />
        <WholeNumberField name="years" label="Years of experience" />
        <MomentField name="starts_at" label="Date and time" />
        <FieldRow>
          <DateField name="from" label="From" />
          <DateField name="to" label="To" />
        </FieldRow>
        <ChoiceField name="category" label="Category" data={['Electrical', 'Plumbing', 'HVAC']} />
        <LongTextField name="description" label="Description" description="Describe the work." />
        <CheckboxField name="kinds" label="Repairs" value="repairs" />
        <CheckboxField name="kinds" label="Inspections" value="inspections" defaultChecked />
        <SwitchField name="sound" label="Sound" description="Play a sound for new messages." />
        <FormFailure />
        <SubmitButton>Post Job</SubmitButton>
      </DraftForm>
    </Section>
  )
}

const bid = z.object({
  amount: money({
    missing: 'Please enter a valid amount.',
    wrong: 'Please enter a valid amount.',
  }),
  note: z.string(),
})

const tooLow = new Failure({
  code: 'bid_too_low',
  status: 409,
  message: 'This is lower than your last offer.',
  hint: '',
})

/** Shows a form in a dialog. An amount below 100 simulates a refusal by the server. */
export function DialogWithForm() {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const form = useForm({
    schema: bid,
    fieldFor: (error) => (error === tooLow ? 'amount' : undefined),
    onSubmit: async ({ amount }) => {
      await resolveSoon()
      if (amount < 100) throw tooLow
      close()
      toast('Your bid was placed.')
    },
  })
  return (
    <Section title="A dialog with a form">
      <Button onClick={() => setOpened(true)}>Place Bid</Button>
      <FormDialog
        opened={opened}
        onClose={close}
        title="Place Bid"
        form={form}
        draftName="gallery-bid"
        submit="Place Bid"
      >
        <MoneyField name="amount" label="Amount" />
        <LongTextField name="note" label="Note" />
      </FormDialog>
    </Section>
  )
}

const fail = () => Promise.reject(new TypeError('Failed to fetch'))

export function Dialogs() {
  const [open, setOpen] = useState<'accept' | 'delete'>()
  const close = () => setOpen(undefined)
  return (
    <Section title="Dialogs and toasts">
      <Group>
        <Button onClick={() => setOpen('accept')}>Accept Bid</Button>
        <Button variant="default" onClick={() => setOpen('delete')}>
          Delete (fails)
        </Button>
        <Button variant="default" onClick={() => toast('Bid accepted and others rejected.')}>
          Toast
        </Button>
      </Group>
      <ConfirmDialog
        opened={open === 'accept'}
        onClose={close}
        title="Accept Bid"
        question="Accept this bid? This will reject all others."
        confirm="Accept Bid"
        onConfirm={resolveSoon}
      >
        Front Range Mechanical, $7,350. Four other bids are declined.
      </ConfirmDialog>
      <ConfirmDialog
        opened={open === 'delete'}
        onClose={close}
        title="Delete job"
        question="Are you sure you want to delete this job?"
        confirm="Delete"
        isDangerous
        onConfirm={fail}
      />
    </Section>
  )
}
