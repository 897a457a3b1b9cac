import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ChoiceField } from '#ui/forms/choice-field.tsx'
import { LongTextField } from '#ui/forms/long-text-field.tsx'
import { MoneyField } from '#ui/forms/money-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { categories } from '../categories.ts'
import styles from './job-fields.module.css'

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
