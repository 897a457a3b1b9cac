import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { money, optionalText, text } from '#lib/schemas.ts'
import { ChoiceField } from '#ui/forms/choice-field.tsx'
import { LongTextField } from '#ui/forms/long-text-field.tsx'
import { MoneyField } from '#ui/forms/money-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import styles from './job-form.module.css'
import { categories } from './jobs.queries.ts'

const usual = 'General'

interface Props {
  job?: {
    title: string
    description: string
    budget: number
    category: string
    location: string | null
  }
}

export function JobFields({ job }: Props) {
  const { data: known } = useQuery(categories)
  return (
    <>
      <TextField name="title" label="Title" defaultValue={job?.title} data-autofocus />
      <LongTextField
        name="description"
        label="Description"
        description="What is there, what is wrong, when somebody can come."
        defaultValue={job?.description}
      />
      <div className={styles.row}>
        <MoneyField name="budget" label="Budget" defaultValue={job?.budget} />
        {known ? (
          <ChoiceField
            name="category"
            label="Category"
            defaultValue={job?.category ?? usual}
            data={known}
          />
        ) : (
          <NativeSelect label="Category" data={[job?.category ?? usual]} disabled />
        )}
        <TextField
          name="location"
          label="Location"
          placeholder="If it matters"
          defaultValue={job?.location ?? ''}
        />
      </div>
    </>
  )
}

/** What a facility says of a job. */
export const jobForm = z.object({
  title: text('Enter a title.', 200),
  description: text('Say what needs doing.', 5000),
  budget: money({
    missing: 'Enter a budget.',
    wrong: 'Enter an amount such as 1,200 or 1,200.50, at most 9,999,999.99.',
  }),
  // The server knows the usual one.
  category: z.optional(z.string()),
  location: optionalText(200),
})

export type JobValues = z.infer<typeof jobForm>
