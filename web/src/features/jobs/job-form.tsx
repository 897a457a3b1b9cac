import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { money, optionalText, requiredText } from '#lib/schemas.ts'
import { ChoiceField } from '#ui/forms/choice-fields.tsx'
import { LongTextField, MoneyField } from '#ui/forms/input-fields.tsx'
import { TextField } from '#ui/forms/text-fields.tsx'
import styles from './job-form.module.css'
import { categories } from './jobs.queries.ts'

export const defaultCategory = 'General'

interface Props {
  title?: string | undefined
  job?:
    | {
        title: string
        description: string
        budget: number
        category: string
        location: string | null
      }
    | undefined
}

export function JobFields({ job, title = job?.title }: Props) {
  const { data: categoryNames } = useQuery(categories)
  return (
    <>
      <TextField name="title" label="Title" defaultValue={title} data-autofocus />
      <LongTextField
        name="description"
        label="Description"
        description="Describe the equipment, the problem, and when someone can come by."
        defaultValue={job?.description}
      />
      <div className={styles.row}>
        <MoneyField name="budget" label="Budget" defaultValue={job?.budget} />
        {categoryNames ? (
          <ChoiceField
            name="category"
            label="Category"
            defaultValue={job?.category ?? defaultCategory}
            data={categoryNames}
          />
        ) : (
          <NativeSelect label="Category" data={[job?.category ?? defaultCategory]} disabled />
        )}
        <TextField
          name="location"
          label="Location"
          placeholder="Optional"
          defaultValue={job?.location ?? ''}
        />
      </div>
    </>
  )
}

export const jobForm = z.object({
  title: requiredText('Enter a title.', 200),
  description: requiredText('Describe the work.', 5000),
  budget: money({
    missing: 'Enter a budget.',
    wrong: 'Enter an amount such as 1,200 or 9.2k, at most 9,999,999.99.',
  }),
  // The category is optional, because the server has a default.
  category: z.optional(z.string()),
  location: optionalText(200),
})

export type JobValues = z.infer<typeof jobForm>
