import { Button } from '@mantine/core'
import { useState } from 'react'
import * as z from 'zod/mini'
import { Failure } from '#lib/errors.ts'
import { crossFieldCheck, day, isOn, money, several, wholeNumber } from '#lib/schemas.ts'
import { emailAddress } from '#lib/contact-schemas.ts'
import { moment } from '#lib/clock.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { CheckboxField, SwitchField } from '#ui/forms/toggle-fields.tsx'
import { ChoiceField, DateField, LongTextField, MoneyField, WholeNumberField } from '#ui/forms/input-fields.tsx'
import { FieldRow, FormErrors, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { KeptForm } from '#ui/forms/draft-form.tsx'
import { MomentField } from '#ui/forms/moment-field.tsx'
import { PasswordField, TextField } from '#ui/forms/text-fields.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { Section } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'

const missingDay = { missing: 'Choose a day.', wrong: 'Choose a day.' }

const schema = z
  .object({
    email: emailAddress,
    password: z.string().check(z.minLength(1, 'Enter your password.')),
    budget: money({ missing: 'Enter a budget.', wrong: 'Enter an amount such as 1,250.00.' }),
    years: wholeNumber({ missing: 'Enter the years.', wrong: '0 to 60.' }, { least: 0, most: 60 }),
    starts_at: moment({ missing: 'Choose when.', wrong: 'Enter both date and time.' }),
    from: day(missingDay),
    to: day(missingDay),
    category: z.string(),
    description: z.string().check(z.minLength(1, 'Describe the work.')),
    kinds: several(z.string()).check(z.minLength(1, 'Choose at least one.')),
    sound: isOn(),
  })
  .check(crossFieldCheck(['from', 'to'], ({ from, to }) => from <= to, 'to', 'This is before the start.'))

const soon = () => new Promise((resolve) => setTimeout(resolve, 800))

/** Sent, it always fails: what was typed has to stay. */
export function Forms() {
  const form = useForm({
    schema,
    onSubmit: async () => {
      await soon()
      throw new TypeError('Failed to fetch')
    },
  })
  return (
    <Section title="A form">
      <KeptForm form={form} label="A form" keep="kitchen">
        <FormErrors />
        <TextField name="email" label="Email" type="email" />
        <PasswordField name="password" label="Password" />
        <MoneyField name="budget" label="Budget" description="What you want to spend at most." />
        <WholeNumberField name="years" label="Years of experience" />
        <MomentField name="starts_at" label="Date and time" />
        <FieldRow>
          <DateField name="from" label="From" />
          <DateField name="to" label="To" />
        </FieldRow>
        <ChoiceField name="category" label="Category" data={['Electrical', 'Plumbing', 'HVAC']} />
        <LongTextField name="description" label="Description" description="What needs doing." />
        <CheckboxField name="kinds" label="Repairs" value="repairs" />
        <CheckboxField name="kinds" label="Inspections" value="inspections" defaultChecked />
        <SwitchField name="sound" label="Sound" description="When a message comes." />
        <FormFailure />
        <SubmitButton>Post Job</SubmitButton>
      </KeptForm>
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

/** Below 100 the amount is refused, as a server would. */
export function DialogWithForm() {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const form = useForm({
    schema: bid,
    fieldFor: (error) => (error === tooLow ? 'amount' : undefined),
    onSubmit: async ({ amount }) => {
      await soon()
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
        keep="kitchen-bid"
        submit="Place Bid"
      >
        <MoneyField name="amount" label="Amount" />
        <LongTextField name="note" label="Note" />
      </FormDialog>
    </Section>
  )
}
